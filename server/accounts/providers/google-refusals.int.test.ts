import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';
import { locationOf, page, signInWithGoogle, startGoogle } from '#testing/provider-visitor.ts';
import { issuerSecrets, startTestIssuer, type TestIssuer } from '#testing/servers/oidc.ts';

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

const failed = /^\/auth\?mode=login&redirect=%2F&error=google_failed$/;

describe('an ID token without a signature by a published key', () => {
  const { clientSecret, keyId, publicKey } = issuerSecrets;
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payloadOf = (token: string) => token.split('.')[1] ?? '';
  const issue = (header: object, payload: string, signer: (text: string) => string) => {
    const text = `${encode(header)}.${payload}`;
    return `${text}.${signer(text)}`;
  };
  const byForeignKey = (text: string) => sign('sha256', Buffer.from(text), foreign).toString('base64url');
  const byHmac = (key: string | Buffer) => (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const forgeries: Record<string, (token: string) => string> = {
    'signed with another key under the published key id': (token) =>
      issue({ alg: 'RS256', kid: keyId }, payloadOf(token), byForeignKey),
    'signed with another key under another key id': (token) =>
      issue({ alg: 'RS256', kid: 'other' }, payloadOf(token), byForeignKey),
    'signed with another key without a key id': (token) => issue({ alg: 'RS256' }, payloadOf(token), byForeignKey),
    'signed with the client secret (HS256)': (token) => issue({ alg: 'HS256' }, payloadOf(token), byHmac(clientSecret)),
    'signed with the public key as an HMAC secret (HS256)': (token) =>
      issue(
        { alg: 'HS256', kid: keyId },
        payloadOf(token),
        byHmac(publicKey.export({ type: 'spki', format: 'pem' }).toString()),
      ),
    'unsigned, with the algorithm "none"': (token) => issue({ alg: 'none' }, payloadOf(token), () => ''),
    'unsigned, with the original header': (token) => `${token.split('.').slice(0, 2).join('.')}.`,
    'with the signature of another payload': (token) => {
      const [header, payload = '', signature] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return `${header}.${encode({ ...claims, sub: 'sub-forged' })}.${signature}`;
    },
  };
  const person = { email: 'forged@example.org' };
  afterEach(() => issuer.tamper());

  test.each(Object.keys(forgeries))('refuses the sign-in: %s', async (name) => {
    const client = app.client();
    issuer.tamper(forgeries[name]);
    expect(await signInWithGoogle(issuer, client, 'sub-forged-for', person)).toMatch(failed);
    expect(client.cookies.has('sid')).toBe(false);
    expect(await app.context.db.sql`select 1 from identities where email = ${person.email}`).toHaveLength(0);
  });

  test('does not block the same person with the unmodified token', async () => {
    issuer.tamper((token) => token);
    expect(await signInWithGoogle(issuer, app.client(), 'sub-forged-for', person)).toBe('/');
  });
});

describe('a second Google account with the same email', () => {
  const me = (client: TestClient) => client.call(accounts.getCurrentUser);
  const subjectsOf = (email: string) =>
    app.context.db.sql<{ subject: string }[]>`select subject from identities where email = ${email}`;

  test('is refused, and the first one can still sign in', async () => {
    const person = { email: 'linked@example.org' };
    const first = app.client();
    await signInWithGoogle(issuer, first, 'sub-first', person);
    const { id } = await me(first);
    const mails = (await readOutbox(app, person.email)).length;

    const second = app.client();
    const end = await signInWithGoogle(issuer, second, 'sub-second', person, '/creators?page=2');
    expect(end).toBe('/auth?mode=login&redirect=%2Fcreators%3Fpage%3D2&error=google_other_account');
    expect(second.cookies.has('sid')).toBe(false);
    expect(await subjectsOf(person.email)).toEqual([{ subject: 'sub-first' }]);
    expect(await readOutbox(app, person.email)).toHaveLength(mails);
    expect((await me(first)).id).toBe(id);
    const again = app.client();
    expect(await signInWithGoogle(issuer, again, 'sub-first', person)).toBe('/');
    expect((await me(again)).id).toBe(id);
  });

  test('gets a JSON error if the client is not a browser', async () => {
    const person = { email: 'program@example.org' };
    await signInWithGoogle(issuer, app.client(), 'sub-program', person);
    const client = app.client();
    const back = await issuer.signIn(await startGoogle(client), 'sub-program-2', person);
    const answer = await client.raw('GET', back, { headers: { accept: 'application/json' } });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: 'google_other_account',
      message: expect.stringContaining('Google'),
    });
  });

  test('can sign in with a new password or by choosing the first Google account', async () => {
    const person = { email: 'recovers@example.org' };
    const first = app.client();
    await signInWithGoogle(issuer, first, 'sub-recovers', person);
    const { id } = await me(first);
    await signInWithGoogle(issuer, app.client(), 'sub-recovers-2', person);

    await app.client().call(accounts.forgotPassword, { body: { email: person.email } });
    const token = await mailedToken(app, person.email, '/reset-password');
    await app.client().call(accounts.resetPassword, { body: { token, password: 'a good password' } });
    const body = { email: person.email, password: 'a good password' };
    expect((await app.client().call(accounts.login, { body })).id).toBe(id);

    const client = app.client();
    const choosing = await client.raw('GET', '/api/auth/google?redirect=%2Fcreators&prompt=select_account', page);
    expect(new URL(locationOf(choosing)).searchParams.get('prompt')).toBe('select_account');
    const back = await issuer.signIn(locationOf(choosing), 'sub-recovers', person);
    expect(locationOf(await client.raw('GET', back, page))).toBe('/creators');
    expect((await me(client)).id).toBe(id);
  });

  test('is refused also if several sign in at the same time: one of them succeeds', async () => {
    const person = { email: 'race@example.org' };
    const { email } = person;
    const visits = [];
    for (let n = 0; n < 5; n += 1) {
      const client = app.client();
      visits.push({ client, back: await issuer.signIn(await startGoogle(client), `sub-${email}-${n}`, { email }) });
    }
    const ends = await Promise.all(
      visits.map(async ({ client, back }) => locationOf(await client.raw('GET', back, page))),
    );
    expect(
      ends.filter((end) => end === '/'),
      email,
    ).toHaveLength(1);
    expect(
      ends.filter((end) => end.endsWith('error=google_other_account')),
      email,
    ).toHaveLength(4);
    expect(await subjectsOf(email)).toHaveLength(1);
  });
});
