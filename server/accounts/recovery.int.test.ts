import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { changeEmail } from '#contract/settings.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { emailKey } from '#server/platform/limits/rate-limit.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';
import { sendRecoveryLink } from './forgot-password.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let n = 0;
async function register() {
  n += 1;
  const body = { email: `r${n}@example.org`, username: `r_${n}`, password: 'a good password' };
  const client = app.client();
  const user = await client.call(accounts.register, { body });
  return { client, user, ...body };
}

const isSignedIn = (client: TestClient) =>
  client.call(accounts.getCurrentUser).then(
    () => true,
    () => false,
  );
const invalid = { status: 400, code: 'link_invalid' };
const newPassword = 'a better password';

async function resetToken(email: string): Promise<string> {
  await app.client().call(accounts.forgotPassword, { body: { email } });
  return mailedToken(app, email, '/reset-password');
}

describe('password recovery', () => {
  test('returns the same response for known and unknown emails', async () => {
    const { email } = await register();
    const answers = [];
    for (const address of [email, 'nobody-at-all@example.org']) {
      const response = await app.client().raw('POST', '/api/forgot-password', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: address }),
      });
      answers.push(`${response.status} ${await response.text()}`);
    }
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toMatch(/^200 /);
    expect(await readOutbox(app, 'nobody-at-all@example.org')).toEqual([]);
  });

  test('mails a link that works when the job runs again', async () => {
    const { email } = await register();
    await sendRecoveryLink(app.context, { email });
    const first = await mailedToken(app, email, '/reset-password');
    await sendRecoveryLink(app.context, { email });
    const second = await mailedToken(app, email, '/reset-password');
    expect(second).not.toBe(first);
    await app.client().call(accounts.resetPassword, { body: { token: second, password: newPassword } });
  });

  test('counts the spellings of an email that the database treats as one together', async () => {
    const rows = await app.context.db.sql<{ sign: string; lower: string }[]>`
      select chr(n) as sign, lower(chr(n)) as lower from generate_series(1, 131071) n where n not between 55296 and 57343`;
    const mismatches = rows.filter(({ sign, lower }) => emailKey(sign) !== emailKey(lower));
    expect(mismatches).toEqual([]);
    expect(emailKey('EΣ@Example.org')).toBe('eσ@example.org');
  });

  test('sets a new password once, ends every session and signs no one in', async () => {
    const { client, email, password } = await register();
    const token = await resetToken(email);
    const visitor = app.client();
    await visitor.call(accounts.resetPassword, { body: { token, password: newPassword } });
    expect(visitor.cookies.has('sid')).toBe(false);
    expect(await isSignedIn(client)).toBe(false);
    await expect(app.client().call(accounts.login, { body: { email, password } })).rejects.toMatchObject({
      status: 401,
    });
    const user = await app.client().call(accounts.login, { body: { email, password: newPassword } });
    // The person opened a link from the mailbox, which confirms the email.
    expect(user.emailVerified).toBe(true);
    const again = visitor.call(accounts.resetPassword, { body: { token, password: 'yet another one' } });
    await expect(again).rejects.toMatchObject(invalid);
    const subjects = (await readOutbox(app, email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your password was changed');
  });

  test('gives a signed-in browser a new session', async () => {
    const { client, email } = await register();
    const before = client.cookies.get('sid') ?? '';
    const token = await resetToken(email);
    await client.call(accounts.resetPassword, { body: { token, password: newPassword } });
    expect(await isSignedIn(client)).toBe(true);
    const old = app.client();
    old.cookies.set('sid', before);
    expect(await isSignedIn(old)).toBe(false);
  });

  test('accepts a link once in twenty concurrent requests', async () => {
    const { email } = await register();
    const token = await resetToken(email);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        app.client().call(accounts.resetPassword, { body: { token, password: `password number ${index}` } }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('stops accepting a link once a newer one is mailed', async () => {
    const { client, email, password } = await register();
    const first = await resetToken(email);
    const second = await resetToken(email);
    expect(second).not.toBe(first);
    const use = (token: string) =>
      app.client().call(accounts.resetPassword, { body: { token, password: newPassword } });
    await expect(use(first)).rejects.toMatchObject(invalid);
    // The refused link changed nothing.
    expect(await isSignedIn(client)).toBe(true);
    await app.client().call(accounts.login, { body: { email, password } });
    await expect(use(second)).resolves.toHaveProperty('message');
    await expect(use(first)).rejects.toMatchObject(invalid);
  });

  test('cancels an email change that an intruder requested', async () => {
    const { client, email } = await register();
    const elsewhere = `intruder-${email}`;
    await client.call(changeEmail, { body: { email: elsewhere } });
    const link = await mailedToken(app, elsewhere, '/verify-email');
    const token = await resetToken(email);
    await app.client().call(accounts.resetPassword, { body: { token, password: newPassword } });
    await expect(app.client().call(accounts.verifyEmail, { body: { token: link } })).rejects.toMatchObject(invalid);
  });

  test('refuses a link after an hour, a link after an email change, and a confirmation link', async () => {
    const { user, email } = await register();
    const { sql } = app.context.db;
    const late = await resetToken(email);
    const [row] = await sql<{ minutes: number }[]>`
      select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from email_tokens
      where user_id = ${user.id} and kind = 'reset'`;
    expect(row?.minutes).toBe(60);
    await sql`update email_tokens set expires_at = clock_timestamp() where user_id = ${user.id} and kind = 'reset'`;
    const use = (token: string) =>
      app.client().call(accounts.resetPassword, { body: { token, password: newPassword } });
    await expect(use(late)).rejects.toMatchObject(invalid);
    const verification = await mailedToken(app, email, '/verify-email');
    await expect(use(verification)).rejects.toMatchObject(invalid);
    await expect(use('nonsense')).rejects.toMatchObject(invalid);

    await sql`delete from email_tokens where user_id = ${user.id} and kind = 'reset'`;
    const good = await resetToken(email);
    await sql`update users set email = 'moved-away@example.org' where id = ${user.id}`;
    await expect(use(good)).rejects.toMatchObject(invalid);
  });

  test('applies the password rules', async () => {
    const { email } = await register();
    const token = await resetToken(email);
    const use = (password: string) => app.client().call(accounts.resetPassword, { body: { token, password } });
    await expect(use('short')).rejects.toMatchObject({ message: 'Password must be at least 8 characters' });
    await expect(use('a'.repeat(31))).rejects.toMatchObject({ message: 'Password must be 30 characters or less' });
    // A refused password does not use up the link.
    await expect(use('a'.repeat(30))).resolves.toHaveProperty('message');
  });
});

describe('email confirmation', () => {
  test('accepts the link in the welcome email once', async () => {
    const { client, email } = await register();
    const token = await mailedToken(app, email, '/verify-email');
    await client.call(accounts.verifyEmail, { body: { token } });
    expect(await client.call(accounts.getCurrentUser)).toMatchObject({ emailVerified: true });
    await expect(client.call(accounts.verifyEmail, { body: { token } })).rejects.toMatchObject(invalid);
  });

  test('does not confirm a stranger’s account when the owner of the mailbox opens the link', async () => {
    const { client: stranger, email } = await register();
    const token = await mailedToken(app, email, '/verify-email');
    const { client: other } = await register();
    for (const owner of [app.client(), other]) {
      await expect(owner.call(accounts.verifyEmail, { body: { token } })).rejects.toMatchObject({
        status: 403,
        code: 'sign_in_to_confirm',
      });
    }
    expect(await stranger.call(accounts.getCurrentUser)).toMatchObject({ emailVerified: false });
    // The owner takes the account with a new password, which ends the stranger's sessions and password.
    const reset = await resetToken(email);
    await app.client().call(accounts.resetPassword, { body: { token: reset, password: newPassword } });
    expect(await isSignedIn(stranger)).toBe(false);
    await expect(
      app.client().call(accounts.login, { body: { email, password: 'a good password' } }),
    ).rejects.toMatchObject({ status: 401 });
    const owner = app.client();
    await owner.call(accounts.login, { body: { email, password: newPassword } });
    expect(await owner.call(accounts.getCurrentUser)).toMatchObject({ emailVerified: true });
  });

  test('accepts the link in any browser that is signed in to the account', async () => {
    const { email } = await register();
    const token = await mailedToken(app, email, '/verify-email');
    const phone = app.client();
    await expect(phone.call(accounts.verifyEmail, { body: { token } })).rejects.toMatchObject({ status: 403 });
    await phone.call(accounts.login, { body: { email, password: 'a good password' } });
    await phone.call(accounts.verifyEmail, { body: { token } });
    expect(await phone.call(accounts.getCurrentUser)).toMatchObject({ emailVerified: true });
  });

  test('mails a new link on request until the email is confirmed', async () => {
    const { client, email } = await register();
    const first = await mailedToken(app, email, '/verify-email');
    await client.call(accounts.resendVerification);
    const second = await mailedToken(app, email, '/verify-email');
    expect(second).not.toBe(first);
    await expect(client.call(accounts.verifyEmail, { body: { token: first } })).rejects.toMatchObject(invalid);
    await client.call(accounts.verifyEmail, { body: { token: second } });
    const count = (await readOutbox(app, email)).length;
    expect(await client.call(accounts.resendVerification)).toEqual({ message: 'Your email is already confirmed.' });
    expect(await readOutbox(app, email)).toHaveLength(count);
  });

  test('refuses an expired link and a link that was mailed to another email', async () => {
    const { client, user, email } = await register();
    const { sql } = app.context.db;
    const token = await mailedToken(app, email, '/verify-email');
    const use = () => client.call(accounts.verifyEmail, { body: { token } });
    await sql`update users set email = 'new-address@example.org' where id = ${user.id}`;
    await expect(use()).rejects.toMatchObject(invalid);
    await sql`update users set email = ${email} where id = ${user.id}`;
    await sql`update email_tokens set expires_at = clock_timestamp() where user_id = ${user.id}`;
    await expect(use()).rejects.toMatchObject(invalid);
    expect(await client.call(accounts.getCurrentUser)).toMatchObject({ emailVerified: false });
  });
});

describe('ten concurrent requests for a link', () => {
  type Person = Awaited<ReturnType<typeof register>>;
  const moved = ({ email }: Person) => `moved-${email}`;
  const confirm = (token: string, { client }: Person) => client.call(accounts.verifyEmail, { body: { token } });
  const kinds = {
    reset: {
      path: '/reset-password',
      address: ({ email }: Person) => email,
      ask: ({ email }: Person) => app.client().call(accounts.forgotPassword, { body: { email } }),
      use: (token: string) => app.client().call(accounts.resetPassword, { body: { token, password: newPassword } }),
    },
    verify: {
      path: '/verify-email',
      address: ({ email }: Person) => email,
      ask: ({ client }: Person) => client.call(accounts.resendVerification),
      use: confirm,
    },
    change: {
      path: '/verify-email',
      address: moved,
      // The recent sign-in replaces the password: its slow check would keep the calls from running concurrently.
      ask: (person: Person) => person.client.call(changeEmail, { body: { email: moved(person) } }),
      use: confirm,
    },
  };

  test.each(Object.entries(kinds))('leave one working link: %s', async (kind, { path, address, ask, use }) => {
    const person = await register();
    await Promise.all(Array.from({ length: 10 }, () => ask(person)));
    const link = new RegExp(`${path}\\?token=([\\w-]+)`);
    const mails = await readOutbox(app, address(person));
    const tokens = new Set(mails.flatMap(({ text }) => link.exec(text ?? '')?.[1] ?? []));
    expect(tokens.size).toBeGreaterThanOrEqual(10);
    const [live, ...more] = await app.context.db.sql<{ tokenHash: Buffer }[]>`
      select token_hash from email_tokens where user_id = ${person.user.id} and kind = ${kind}`;
    expect(more).toEqual([]);
    const newest = [...tokens].find((token) => live && hashToken(token).equals(live.tokenHash)) ?? '';
    tokens.delete(newest);
    for (const token of tokens) await expect(use(token, person)).rejects.toMatchObject(invalid);
    await expect(use(newest, person)).resolves.toHaveProperty('message');
  });
});
