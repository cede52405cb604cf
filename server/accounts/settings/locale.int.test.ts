import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { contactOperator } from '#contract/admin/operator.ts';
import { deleteAccount, exportPath, listSessions, setLocale, updateProfile } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';
import { signInAt } from '#testing/provider-visitor.ts';
import { startTestIssuer, type TestIssuer } from '#testing/servers/oidc.ts';
import { unzip } from '#testing/zip.ts';

let app: TestApp;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
  app = await startTestApp({ env: { LOCALES: 'en,en-XA', ...issuer.env } });
  issuer.open(app.url);
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

const password = 'a good password';
/** A text in the second language of this site. */
const pseudo = expect.stringMatching(/^\[.*\]$/s);
let count = 0;
const form = () => {
  count += 1;
  return { email: `reader${count}@example.org`, username: `reader_${count}`, password };
};
async function register(locale?: string) {
  const [client, body] = [app.client(), form()];
  const user = await client.call(accounts.register, { body: { ...body, locale } });
  return { client, user, email: body.email };
}
const change = (client: TestClient, locale: unknown) => client.call(setLocale, { body: { locale: locale as string } });
const subjectsTo = async (email: string) => (await readOutbox(app, email)).map(({ subject }) => subject).sort();
const stored = async (id: string) =>
  (await app.context.db.sql<{ locale: string }[]>`select locale from users where id = ${id}`)[0]?.locale;

describe('a new account', () => {
  test('has the language of the page, and its mail is in it', async () => {
    const { client, user, email } = await register('en-XA');
    expect(user.locale).toBe('en-XA');
    expect((await client.call(accounts.getCurrentUser)).locale).toBe('en-XA');
    const [welcome] = await readOutbox(app, email);
    expect(welcome?.subject).toEqual(pseudo);
    expect(welcome?.html).toContain('<html lang="en-XA">');
    // Programs read the addresses, and the note of test mode is in the language too.
    expect(welcome?.text).toMatch(/\/verify-email\?token=[\w-]{43}\n/);
    expect(welcome?.text).toMatch(/\n-- \n\[/);
  });

  test('is English without a language', async () => {
    const { user, email } = await register();
    expect(user.locale).toBe('en');
    const [welcome] = await readOutbox(app, email);
    expect(welcome?.subject).toBe('Welcome to Fanfare');
    expect(welcome?.html).toContain('<html lang="en">');
  });

  test('is not made in a language that the site does not offer', async () => {
    for (const locale of ['de', 'EN', 'xx', '']) {
      const [client, body] = [app.client(), form()];
      await expect(client.call(accounts.register, { body: { ...body, locale } })).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { locale: 'This language isn’t available here' },
      });
      expect((await client.call(accounts.checkUsername, { query: { username: body.username } })).available).toBe(true);
    }
  });

  test('through a provider has the language of the page; an unknown one is English', async () => {
    for (const [locale, expected] of [
      ['en-XA', 'en-XA'],
      ['de', 'en'],
      ['https://evil.example', 'en'],
    ] as const) {
      const [client, email] = [app.client(), `${expected}${count++}@example.org`];
      const query = { redirect: '/creators', locale };
      expect(await signInAt(issuer, client, email, { email, name: 'R' }, query)).toBe('/creators');
      expect((await client.call(accounts.getCurrentUser)).locale).toBe(expected);
      expect(await subjectsTo(email)).toEqual([expected === 'en' ? 'Welcome to Fanfare' : pseudo]);
    }
  });

  test('is not made by a failed sign-in at a provider, which leads to the sign-in page in the language of the page', async () => {
    for (const [locale, path] of [
      ['en-XA', '/en-XA/auth?'],
      ['de', '/auth?'],
      ['//evil.example', '/auth?'],
    ] as const) {
      const headers = { accept: 'text/html' };
      const address = `/api/auth/oidc/none?${new URLSearchParams({ locale })}`;
      const response = await app.client().raw('GET', address, { headers, redirect: 'manual' });
      expect(response.headers.get('location')).toMatch(new RegExp(`^${path.replace('?', '\\?')}`));
    }
  });

  test('that its owner takes over through a provider has the language of the owner', async () => {
    const { user, email } = await register();
    const client = app.client();
    await signInAt(issuer, client, 'owner', { email, name: 'R' }, { locale: 'en-XA' });
    expect(await client.call(accounts.getCurrentUser)).toMatchObject({ id: user.id, locale: 'en-XA' });
    expect(await subjectsTo(email)).toEqual(['Welcome to Fanfare', pseudo]);
  });
});

describe('the language of an account', () => {
  test('can be changed, also while suspended, and changes nothing else', async () => {
    const { client, user, email } = await register();
    expect(await change(client, 'en-XA')).toEqual({ ...user, locale: 'en-XA' });
    await client.call(accounts.resendVerification);
    expect(await subjectsTo(email)).toEqual(['Welcome to Fanfare', pseudo]);
    // The API still answers in English.
    await expect(client.call(updateProfile, { body: { username: 'a b' } })).rejects.toMatchObject({
      message: 'Username can only contain letters, numbers, underscores, and hyphens',
    });
    expect((await client.call(listSessions))[0]?.device).toBe('Unknown device');
    await app.context.db.sql`update users set suspended_at = now() where id = ${user.id}`;
    expect((await change(client, 'en')).locale).toBe('en');
  });

  test('must be one that the site offers', async () => {
    const { client, user } = await register('en-XA');
    const refused = ['de', 'DE', 'en-xa', 'de-DE', 'en\r\nX: y', 'x'.repeat(10_000), '', '__proto__', 7, null, ['en']];
    for (const locale of refused) {
      await expect(change(client, locale)).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { locale: expect.any(String) },
      });
    }
    expect(await stored(user.id)).toBe('en-XA');
    await expect(change(app.client(), 'en')).rejects.toMatchObject({ status: 401 });
  });

  test('reads as English once the site does not offer it any more, and stays stored', async () => {
    const { client, user, email } = await register('en-XA');
    const node = await startTestApp({ beside: app, env: { PUBLIC_URL: app.url } });
    const at = `http://127.0.0.1:${node.port}`;
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${at}/api/user`, { headers: { cookie } });
    expect(await answer.json()).toMatchObject({ id: user.id, locale: 'en' });
    await fetch(`${at}/api/verify-email/resend`, { method: 'POST', headers: { cookie, origin: app.url } });
    await node.settle();
    const mails = [...(await readOutbox(node, email)), ...(await readOutbox(app, email))];
    expect(mails.map(({ subject }) => subject)).toContain('Confirm your email');
    expect(await stored(user.id)).toBe('en-XA');
    await node.close();
  });

  test('is in the export of its data, and is gone with the account', async () => {
    const { client, user, email } = await register('en-XA');
    const files = unzip(Buffer.from(await (await client.raw('GET', exportPath)).arrayBuffer()));
    expect(files.get('account.json')?.toString()).toContain('"en-XA"');
    await client.call(deleteAccount, { body: { password } });
    expect(await stored(user.id)).toBe('en');
    expect(await subjectsTo(email)).toEqual([pseudo, pseudo]);
  });

  test('is that of the recipient, not of the person who causes the mail', async () => {
    const { email } = await register('en-XA');
    await app.client().call(accounts.forgotPassword, { body: { email } });
    await mailedToken(app, email, '/reset-password');
    const reader = await register('en-XA');
    const message = {
      name: 'R',
      email: reader.email,
      subject: 'Hello there',
      message: 'A long enough text.',
      website: '',
    };
    await reader.client.call(contactOperator, { body: message });
    const all = await readOutbox(app);
    expect(all.filter(({ to }) => to?.some(({ address }) => address === email)).map(({ subject }) => subject)).toEqual([
      pseudo,
      pseudo,
    ]);
    // They may be signed out, so the address has the language.
    expect(all.some(({ text }) => text?.includes(`${app.url}/en-XA/reset-password?token=`))).toBe(true);
    const contact = all.filter(({ subject }) => subject === 'Contact: Hello there');
    expect(contact).toEqual([expect.objectContaining({ html: expect.stringContaining('lang="en"') })]);
  });
});
