import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { signInWithGoogle } from '#testing/google-visitor.ts';
import { issuerSecrets, startTestIssuer, type TestIssuer } from '#testing/oidc.ts';

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

describe('an ID token that the provider has not signed with a published key', () => {
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
    'another key under the published name': (token) =>
      issue({ alg: 'RS256', kid: keyId }, payloadOf(token), byForeignKey),
    'another key under its own name': (token) => issue({ alg: 'RS256', kid: 'other' }, payloadOf(token), byForeignKey),
    'another key without a name': (token) => issue({ alg: 'RS256' }, payloadOf(token), byForeignKey),
    'the client secret (HS256)': (token) => issue({ alg: 'HS256' }, payloadOf(token), byHmac(clientSecret)),
    'the public key as an HMAC secret (HS256)': (token) =>
      issue(
        { alg: 'HS256', kid: keyId },
        payloadOf(token),
        byHmac(publicKey.export({ type: 'spki', format: 'pem' }).toString()),
      ),
    'nothing (none)': (token) => issue({ alg: 'none' }, payloadOf(token), () => ''),
    'nothing, under the right header': (token) => `${token.split('.').slice(0, 2).join('.')}.`,
    'the signature of another payload': (token) => {
      const [header, payload = '', signature] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return `${header}.${encode({ ...claims, sub: 'sub-forged' })}.${signature}`;
    },
  };
  const person = { email: 'forged@example.org' };
  afterEach(() => issuer.tamper());

  test.each(Object.keys(forgeries))('signs nobody in: %s', async (name) => {
    const client = app.client();
    issuer.tamper(forgeries[name]);
    expect(await signInWithGoogle(issuer, client, 'sub-forged-for', person)).toMatch(failed);
    expect(client.cookies.has('sid')).toBe(false);
    expect(await app.context.db.sql`select 1 from identities where email = ${person.email}`).toHaveLength(0);
  });

  test('lets the same person in with the token as it was issued', async () => {
    issuer.tamper((token) => token);
    expect(await signInWithGoogle(issuer, app.client(), 'sub-forged-for', person)).toBe('/');
  });
});
