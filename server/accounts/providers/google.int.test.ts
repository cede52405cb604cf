import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';
import { locationOf, page, signInWithGoogle, startGoogle } from '#testing/provider-visitor.ts';
import { type OidcPerson, startTestIssuer, type TestIssuer } from '#testing/servers/oidc.ts';

// cspell:ignore marakline

let app: TestApp;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
  app = await startTestApp({ env: issuer.env });
  issuer.open(app.url);
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

const signIn = (client: TestClient, subject: string, person: OidcPerson, redirect?: string) =>
  signInWithGoogle(issuer, client, subject, person, redirect);

async function register(email: string, username: string) {
  const client = app.client();
  const user = await client.call(accounts.register, { body: { email, username, password: 'a good password' } });
  return { client, user, email };
}

const me = (client: TestClient) => client.call(accounts.getCurrentUser);
const failed = /^\/auth\?mode=login&redirect=%2F&error=google_failed$/;

describe('Google sign-in', () => {
  test('requests a code with PKCE, state, nonce and the exact redirect URI', async () => {
    const url = new URL(await startGoogle(app.client()));
    const query = Object.fromEntries(url.searchParams);
    expect(url.origin).toBe(issuer.env.GOOGLE_ISSUER);
    expect(query).toMatchObject({
      response_type: 'code',
      redirect_uri: `${app.url}/api/auth/google/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
    expect((await app.client().call(accounts.getSignInOptions)).google).toBe(true);
  });

  test('creates an account with a confirmed email, and finds it again by subject alone', async () => {
    const client = app.client();
    const person = { email: 'mara.kline@example.org', name: 'Mara Kline \u202e' };
    expect(await signIn(client, 'sub-mara', person, '/tip-pool/maya/song?amount=1000&anonymous=1')).toBe(
      '/tip-pool/maya/song?amount=1000&anonymous=1',
    );
    const user = await me(client);
    expect(user).toMatchObject({
      email: person.email,
      username: 'marakline',
      displayName: 'Mara Kline',
      emailVerified: true,
      role: 'user',
    });
    expect((await readOutbox(app, person.email)).map(({ subject }) => subject)).toEqual(['Welcome to Fanfare']);
    // The person's email at Google has changed, and another person has a similar one.
    const again = app.client();
    await signIn(again, 'sub-mara', { email: 'mara.new@example.org' });
    expect((await me(again)).id).toBe(user.id);
    const namesake = app.client();
    await signIn(namesake, 'sub-other', { email: 'mara-kline@example.com' });
    expect((await me(namesake)).id).not.toBe(user.id);
  });

  test('chooses another username if the first one is taken', async () => {
    await register('first@example.org', 'taken_name');
    const client = app.client();
    await signIn(client, 'sub-taken', { email: 'Taken_Name@example.com' });
    expect((await me(client)).username).toMatch(/^Taken_Name\d{4,5}$/);
  });

  test('takes over an unconfirmed account and ends the password, factors, sessions and links of its creator', async () => {
    const { client: attacker, user, email } = await register('victim@example.org', 'victim');
    const link = await mailedToken(app, email, '/verify-email');
    const { sql } = app.context.db;
    await sql`insert into passkeys (user_id, credential_id, public_key, name, is_synced)
      values (${user.id}, 'stranger', 'key', 'Stranger', false)`;
    await sql`insert into authenticator_apps (user_id, secret, confirmed_at) values (${user.id}, 'secret', now())`;
    await sql`insert into recovery_codes (user_id, code_hash) values (${user.id}, 'code')`;
    await sql`insert into known_devices (user_id, token_hash) values (${user.id}, 'device')`;
    const owner = app.client();
    expect(await signIn(owner, 'sub-victim', { email })).toBe('/');
    expect(
      await sql`
        select u.has_second_factor, u.password_hash,
          exists (select from passkeys where user_id = u.id) or exists (select from authenticator_apps where user_id = u.id)
            or exists (select from recovery_codes where user_id = u.id) or exists (select from known_devices where user_id = u.id and token_hash = 'device') as kept
        from users u where u.id = ${user.id}`,
    ).toEqual([{ hasSecondFactor: false, passwordHash: null, kept: false }]);
    expect(await me(owner)).toMatchObject({ id: user.id, emailVerified: true });
    await expect(me(attacker)).rejects.toMatchObject({ status: 401 });
    const credentials = { email, password: 'a good password' };
    await expect(app.client().call(accounts.login, { body: credentials })).rejects.toMatchObject({ status: 401 });
    await expect(app.client().call(accounts.verifyEmail, { body: { token: link } })).rejects.toMatchObject({
      code: 'link_invalid',
    });
  });

  test('refuses an email that the provider has not verified', async () => {
    const { client, email } = await register('unverified@example.org', 'unverified');
    const browser = app.client();
    expect(await signIn(browser, 'sub-unverified', { email, email_verified: false })).toBe(
      '/auth?mode=login&redirect=%2F&error=address_unverified',
    );
    expect(browser.cookies.has('sid')).toBe(false);
    expect((await me(client)).email).toBe(email);
  });

  test('refuses a mailbox whose name would change without characters that no one sees', async () => {
    await register('hidden@example.org', 'hidden_person');
    const client = app.client();
    expect(await signIn(client, 'sub-hidden', { email: 'hid\u200bden@example.org' })).toMatch(failed);
    expect(client.cookies.has('sid')).toBe(false);
  });

  test('creates one account for concurrent first sign-ins', async () => {
    const person = { email: 'twice@example.org' };
    const visits = [];
    for (let n = 0; n < 3; n += 1) {
      const client = app.client();
      visits.push({ client, back: await issuer.signIn(await startGoogle(client), 'sub-twice', person) });
    }
    const ends = await Promise.all(visits.map(({ client, back }) => client.raw('GET', back, page)));
    expect(ends.map(locationOf)).toEqual(['/', '/', '/']);
    const ids = await Promise.all(visits.map(async ({ client }) => (await me(client)).id));
    expect(new Set(ids).size).toBe(1);
  });

  test('lets suspended people sign in to read', async () => {
    const client = app.client();
    await signIn(client, 'sub-suspended', { email: 'suspended@example.org' });
    await app.context.db.sql`update users set suspended_at = now() where email = 'suspended@example.org'`;
    await signIn(client, 'sub-suspended', { email: 'suspended@example.org' });
    expect(await me(client)).toMatchObject({ suspended: true });
  });

  test("ends the browser's previous session", async () => {
    const { client } = await register('before@example.org', 'before');
    const old = app.client();
    old.cookies.set('sid', client.cookies.get('sid') ?? '');
    await signIn(client, 'sub-after', { email: 'after@example.org' });
    expect((await me(client)).email).toBe('after@example.org');
    await expect(me(old)).rejects.toMatchObject({ status: 401 });
  });
});

describe('a callback that does not match the attempt', () => {
  const person = { email: 'strange@example.org' };

  test('signs no one in from another browser or a second time', async () => {
    const client = app.client();
    const back = await issuer.signIn(await startGoogle(client), 'sub-strange', person);
    const other = app.client();
    expect(locationOf(await other.raw('GET', back, page))).toMatch(failed);
    await startGoogle(other);
    expect(locationOf(await other.raw('GET', back, page))).toMatch(failed);
    expect(other.cookies.has('sid')).toBe(false);
    expect(locationOf(await client.raw('GET', back, page))).toBe('/');
    expect(locationOf(await client.raw('GET', back, page))).toMatch(failed);
  });

  test('signs no one in with a wrong state, issuer or code, with an error or with an empty query', async () => {
    const spoil: ((url: URL) => void)[] = [
      (url) => url.searchParams.set('state', 'x'.repeat(43)),
      (url) => url.searchParams.delete('state'),
      (url) => url.searchParams.set('iss', 'https://accounts.google.com'),
      (url) => url.searchParams.set('code', 'x'.repeat(43)),
      (url) => url.searchParams.append('code', 'second'),
      (url) => url.searchParams.set('error', 'access_denied'),
      (url) => {
        url.search = '';
      },
    ];
    for (const change of spoil) {
      const client = app.client();
      const back = new URL(await issuer.signIn(await startGoogle(client), 'sub-strange', person));
      change(back);
      expect(locationOf(await client.raw('GET', back.href, page)), back.search).toMatch(failed);
      expect(client.cookies.has('sid')).toBe(false);
    }
  });

  test('leads a signed-in person back to the settings, with the error', async () => {
    const client = app.client();
    await signIn(client, 'sub-again', { email: 'again@example.org' });
    const end = async (redirect: string) => {
      const back = new URL(await issuer.signIn(await startGoogle(client, redirect), 'sub-again', person));
      back.searchParams.set('error', 'access_denied');
      return locationOf(await client.raw('GET', back.href, page));
    };
    expect(await end('/settings?error=google_other_account#email')).toBe('/settings?error=google_failed#email');
    expect(await end('/my-account')).toBe('/auth?mode=login&redirect=%2Fmy-account&error=google_failed');
    expect((await me(client)).email).toBe('again@example.org');
  });

  test('signs no one in with a malformed or foreign cookie', async () => {
    for (const value of ['', 'nonsense', Buffer.from('{"state":1}').toString('base64url')]) {
      const client = app.client();
      const back = await issuer.signIn(await startGoogle(client), 'sub-strange', person);
      client.cookies.set('google_sign_in', value);
      expect(locationOf(await client.raw('GET', back, page))).toMatch(failed);
    }
  });
});

test('redirects only to pages of this site after sign-in', async () => {
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil',
    '',
  ];
  for (const redirect of elsewhere) {
    const client = app.client();
    expect(await signIn(client, 'sub-redirect', { email: 'redirect@example.org' }, redirect), redirect).toBe('/');
    // The same holds if the visitor changes the cookie.
    const back = await issuer.signIn(await startGoogle(client), 'sub-redirect', { email: 'redirect@example.org' });
    const kept = JSON.parse(Buffer.from(client.cookies.get('google_sign_in') ?? '', 'base64url').toString());
    client.cookies.set('google_sign_in', Buffer.from(JSON.stringify({ ...kept, redirect })).toString('base64url'));
    expect(locationOf(await client.raw('GET', back, page)), redirect).toBe('/');
  }
  expect(await signIn(app.client(), 'sub-redirect', { email: 'redirect@example.org' })).toBe('/');
});
