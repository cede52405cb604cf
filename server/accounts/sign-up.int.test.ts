import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { readOutbox } from '#testing/outbox.ts';

// cspell:ignore ünïcode πάντα

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let n = 0;
const someone = () => {
  n += 1;
  return { email: `fan${n}@example.org`, username: `fan_${n}`, password: 'a good password' };
};

describe('sign-up', () => {
  test('creates and signs in a user with the role "user" and mails a welcome', async () => {
    const client = app.client();
    const body = someone();
    const user = await client.call(accounts.register, { body });
    expect(user).toEqual({
      id: user.id,
      username: body.username,
      locale: 'en',
      email: body.email,
      displayName: null,
      avatarUrl: null,
      bio: '',
      backsPrivate: false,
      role: 'user',
      isVerified: false,
      emailVerified: false,
      suspended: false,
      suspension: null,
      secondFactorDue: null,
      version: expect.any(String),
    });
    expect(await client.call(accounts.getCurrentUser)).toEqual(user);
    const mails = await readOutbox(app, body.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to Fanfare']);
    expect(mails[0]?.text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/verify-email\?token=[\w-]{43}/);
    expect(mails[0]?.html).toContain('/verify-email?token=');
  });

  test('reports a taken email or username, ignoring case', async () => {
    const body = someone();
    await app.client().call(accounts.register, { body });
    const fresh = someone();
    await expect(
      app.client().call(accounts.register, { body: { ...fresh, email: body.email.toUpperCase() } }),
    ).rejects.toMatchObject({
      status: 400,
      message: 'This email is already registered. Please use a different email or try logging in.',
    });
    await expect(
      app.client().call(accounts.register, { body: { ...fresh, username: body.username.toUpperCase() } }),
    ).rejects.toMatchObject({
      status: 400,
      message: 'This username is already taken. Please choose a different username.',
    });
    await expect(app.client().call(accounts.register, { body: { ...fresh, username: 'Admin' } })).rejects.toMatchObject(
      {
        code: 'username_taken',
      },
    );
  });

  test('creates one account for concurrent requests', async () => {
    const body = someone();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => app.client().call(accounts.register, { body })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'email_taken' });
    }
  });

  test.each([
    [{ email: '' }, 'Email is required'],
    [{ email: 'stranger' }, 'Please enter a valid email address'],
    [{ email: 'Visit-evil.example<fan@example.org>' }, 'Please enter a valid email address'],
    [{ email: 'fan@example.org,x' }, 'Please enter a valid email address'],
    [{ email: 'fan@example.org(x.y)' }, 'Please enter a valid email address'],
    [{ email: '"fan"@example.org' }, 'Please enter a valid email address'],
    [{ email: 'fan@example..org' }, 'Please enter a valid email address'],
    [{ username: '' }, 'Username is required'],
    [{ username: 'x'.repeat(21) }, 'Username must be 20 characters or less'],
    [{ username: 'no spaces' }, 'Username can only contain letters, numbers, underscores, and hyphens'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'seven77' }, 'Password must be at least 8 characters'],
    [{ password: 'a'.repeat(31) }, 'Password must be 30 characters or less'],
    [{ password: '!!!!!!!!' }, 'Password must contain at least one letter or number'],
  ])('refuses %j with the specified message', async (wrong, message) => {
    const fault = app.client().call(accounts.register, { body: { ...someone(), ...wrong } });
    await expect(fault).rejects.toMatchObject({
      status: 400,
      message,
      fields: { [Object.keys(wrong)[0] ?? '']: message },
    });
  });

  test.each([
    ['unchanged', (name: string) => name],
    ['in capitals', (name: string) => name.toUpperCase()],
    ['a space before', (name: string) => ` ${name}`],
    ['spaces around', (name: string) => `  ${name}  `],
    ['two hundred spaces around', (name: string) => `${' '.repeat(100)}${name}${' '.repeat(100)}`],
    ['a tab, a line break and a no-break space around', (name: string) => `\t\n${name}\u00a0`],
    ['a byte order mark and a wide space around', (name: string) => `\ufeff${name}\u3000`],
    ['a space inside', (name: string) => `${name.slice(0, 2)} ${name.slice(2)}`],
    ['a no-break space inside', (name: string) => `${name.slice(0, 2)}\u00a0${name.slice(2)}`],
    ['a zero-width space at the end', (name: string) => `${name}\u200b`],
    ['a plus sign', (name: string) => `${name}+`],
    ['a letter with an accent', (name: string) => `${name}é`],
    ['a full-width letter', (name: string) => `${name}\uff41`],
    ['a Kelvin sign', (name: string) => `${name}\u212a`],
    ['nothing but spaces', () => '   '],
    ['a reserved name with spaces', () => ' admin '],
  ])('accepts a username exactly when the username check does: %s', async (_name, spell) => {
    const check = async (username: string) =>
      (await app.client().call(accounts.checkUsername, { query: { username } })).available;
    const register = (body: ReturnType<typeof someone>) =>
      app
        .client()
        .call(accounts.register, { body })
        .then(
          ({ username }) => username,
          () => null,
        );
    const body = { ...someone(), username: `sp_${n}` };
    const spelled = spell(body.username);
    const available = await check(spelled);
    const stored = await register({ ...body, username: spelled });
    expect(available).toBe(stored !== null);
    // The username is taken now, so both refuse it.
    if (stored === null) await register(body);
    expect(await check(spelled)).toBe(false);
    expect(await register({ ...someone(), username: spelled })).toBe(null);
  });

  test('stores all 30 characters of a password, and sign-in requires all of them, composed or not', async () => {
    const body = { ...someone(), password: 'ünïcode πάντα 30 characters ok' };
    expect(body.password).toHaveLength(30);
    await app.client().call(accounts.register, { body });
    const { email, password } = body;
    await expect(app.client().call(accounts.login, { body: { email, password } })).resolves.toMatchObject({ email });
    const decomposed = password.normalize('NFD');
    expect(decomposed).not.toBe(password);
    await expect(app.client().call(accounts.login, { body: { email, password: decomposed } })).resolves.toMatchObject({
      email,
    });
    for (const wrong of [password.slice(0, 29), `${password}x`, password.toUpperCase()]) {
      await expect(app.client().call(accounts.login, { body: { email, password: wrong } })).rejects.toMatchObject({
        status: 401,
      });
    }
  });

  test('refuses fields that are not in the form', async () => {
    const response = await app.client().raw('POST', '/api/register', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...someone(), role: 'admin' }),
    });
    expect(response.status).toBe(400);
  });
});

describe('sign-in', () => {
  test('returns the user, ignores the case of the email and respects the case of the password', async () => {
    const body = someone();
    const { id } = await app.client().call(accounts.register, { body });
    const { email, password } = body;
    const client = app.client();
    const user = await client.call(accounts.login, { body: { email: email.toUpperCase(), password } });
    expect(user.id).toBe(id);
    expect((await client.call(accounts.getCurrentUser)).id).toBe(id);
    await expect(
      app.client().call(accounts.login, { body: { email, password: password.toUpperCase() } }),
    ).rejects.toMatchObject({ status: 401 });
  });

  test('returns the same error for an unknown email, a wrong password and an account without a password', async () => {
    const existingPerson = someone();
    const without = someone();
    await app.client().call(accounts.register, { body: existingPerson });
    await app.client().call(accounts.register, { body: without });
    await app.context.db.sql`update users set password_hash = null where email = ${without.email}`;
    const answers = [];
    for (const email of [existingPerson.email, without.email, 'stranger@example.org']) {
      const response = await app.client().raw('POST', '/api/login', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'not the password' }),
      });
      const headers = [...response.headers.keys()].sort().join();
      answers.push({ status: response.status, body: await response.text(), headers });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect(JSON.parse(answers[0]?.body ?? '')).toEqual({
      code: 'bad_credentials',
      message: 'Invalid username or password. Please check your credentials and try again.',
    });
  });

  test('takes as long for an unknown email as for a wrong password', async () => {
    const existingPerson = someone();
    await app.client().call(accounts.register, { body: existingPerson });
    const timeOf = async (email: string) => {
      const began = performance.now();
      await expect(app.client().call(accounts.login, { body: { email, password: 'wrong one 1' } })).rejects.toThrow();
      return performance.now() - began;
    };
    // Alternating tries and comparing the fastest of each cancels out other load on this machine.
    let [right, wrong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let run = 0; run < 9; run += 1) {
      right = Math.min(right, await timeOf(existingPerson.email));
      wrong = Math.min(wrong, await timeOf('stranger@example.org'));
    }
    // Hashing takes tens of milliseconds and the rest a few. Without hashing, the ratio would be far from one.
    expect(wrong / right).toBeGreaterThan(1 / 3);
    expect(wrong / right).toBeLessThan(3);
  });

  test.each([
    [{ email: '', password: 'x' }, 'Email is required'],
    [{ email: 'stranger', password: 'x' }, 'Please enter a valid email address'],
    [{ email: 'a@example.org', password: '' }, 'Password is required'],
  ])('refuses %j with the specified message', async (body, message) => {
    await expect(app.client().call(accounts.login, { body })).rejects.toMatchObject({ status: 400, message });
  });

  test('replaces a hash with outdated parameters', async () => {
    const body = someone();
    const { id } = await app.client().call(accounts.register, { body });
    const { sql } = app.context.db;
    // The hash of "password" with parameters weaker than the ones of tests, from the reference implementation's test vectors.
    const weak = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    await sql`update users set password_hash = ${weak} where id = ${id}`;
    const credentials = { email: body.email, password: 'password' };
    await app.client().call(accounts.login, { body: credentials });
    const [row] = await sql<{ passwordHash: string }[]>`select password_hash from users where id = ${id}`;
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/);
    await expect(app.client().call(accounts.login, { body: credentials })).resolves.toMatchObject({ id });
  });
});

describe('the username check', () => {
  const available = async (username: string) =>
    (await app.client().call(accounts.checkUsername, { query: { username } })).available;

  test('accepts only names that are free, not reserved and valid', async () => {
    const body = someone();
    await app.client().call(accounts.register, { body });
    expect(await available('not_yet_here')).toBe(true);
    expect(await available(body.username.toUpperCase())).toBe(false);
    expect(await available('Support')).toBe(false);
    expect(await available('no spaces')).toBe(false);
    expect(await available('x'.repeat(21))).toBe(false);
  });
});

describe('the sign-in options', () => {
  test('leave out Google and demo accounts by default', async () => {
    expect(await app.client().call(accounts.getSignInOptions)).toEqual({
      google: false,
      passkeys: false,
      providers: [],
      demoAccounts: [],
    });
  });
});
