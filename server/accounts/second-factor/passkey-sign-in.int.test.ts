import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCurrentUser, login, register } from '#contract/accounts.ts';
import {
  getSecondFactor,
  proveWithPasskey,
  removePasskey,
  signInWithPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from '#contract/second-factor.ts';
import { deleteAccount, getSettings } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type TestClient, testClient } from '#testing/client.ts';
import { freePort } from '#testing/free-port.ts';
import { addDevice, PasskeyDevice, signInWithDevice, type Tampering } from '#testing/passkey-device.ts';

const password = 'correct horse 9';
const refused = { status: 400, code: 'passkey_refused' };
const step = { status: 401, code: 'second_step_required' };

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  app = await startTestApp({
    logTo: { write: (line) => void logged.push(line) },
    env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, LOG_LEVEL: 'info' },
  });
});
afterAll(() => app.close());

const sql = () => app.context.db.sql;
const lastRefusal = () => JSON.parse(logged.findLast((line) => line.includes('"way":"passkey"')) ?? '{}');

async function memberWithPasskey() {
  const username = `key_${randomBytes(4).toString('hex')}`;
  const email = `${username}@example.org`;
  const client = app.client();
  const { id } = await client.call(register, { body: { email, username, password } });
  const device = new PasskeyDevice(app.url);
  const { secondFactor } = await addDevice(client, device);
  return { id, email, client, device, passkeyId: secondFactor.passkeys[0]?.id ?? '' };
}

/** A browser in which the password was right. */
async function browserInStep(email: string): Promise<TestClient> {
  const client = app.client();
  await expect(client.call(login, { body: { email, password } })).rejects.toMatchObject(step);
  return client;
}

describe('a passkey alone', () => {
  test('signs in, with a fresh proof and a new session', async () => {
    const { id, device } = await memberWithPasskey();
    const client = app.client();
    const planted = randomBytes(32).toString('base64url');
    client.cookies.set('sid', planted);
    device.isSynced = true;
    expect((await signInWithDevice(client, device)).id).toBe(id);
    expect(client.cookies.get('sid')).not.toBe(planted);
    expect(client.cookies.has('passkey_sign_in')).toBe(false);
    expect((await client.call(getSettings)).freshProof).toBe(true);
    const { passkeys } = await client.call(getSecondFactor);
    expect(passkeys).toMatchObject([{ synced: true, lastUsedAt: expect.any(String) }]);
  });

  test('names no person in its challenge', async () => {
    const options = await app.client().call(startPasskeySignIn);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  test('signs in again from a device that does not count, and from one that does', async () => {
    const { id, device } = await memberWithPasskey();
    await signInWithDevice(app.client(), device);
    await signInWithDevice(app.client(), device);
    const [row] = await sql()`select counter::int as counter from passkeys where user_id = ${id}`;
    expect(row).toEqual({ counter: 3 });
    const other = await memberWithPasskey();
    other.device.counter = null;
    await sql()`update passkeys set counter = 0 where user_id = ${other.id}`;
    await signInWithDevice(app.client(), other.device);
    await signInWithDevice(app.client(), other.device);
  });

  test('works in two tabs of a browser, for suspended people, and not after a removal or deletion', async () => {
    const { id, client: signedIn, device, passkeyId } = await memberWithPasskey();
    const client = app.client();
    const [first, second] = [await client.call(startPasskeySignIn), await client.call(startPasskeySignIn)];
    await sql()`update users set suspended_at = now() where id = ${id}`;
    await client.call(signInWithPasskey, { body: device.get(first) });
    await sql()`update users set suspended_at = null where id = ${id}`;
    // The answer ended the browser's cookie, and with it the challenge of the other tab.
    await expect(client.call(signInWithPasskey, { body: device.get(second) })).rejects.toMatchObject(refused);
    await signedIn.call(removePasskey, { params: { id: passkeyId } });
    await expect(signInWithDevice(client, device)).rejects.toMatchObject(refused);
    const leaver = await memberWithPasskey();
    await leaver.client.call(deleteAccount, { body: {} });
    await expect(signInWithDevice(app.client(), leaver.device)).rejects.toMatchObject(refused);
  });
});

describe('a passkey is refused', () => {
  const tamperings: Record<string, [Tampering, reason: RegExp]> = {
    'from another origin': [{ origin: 'https://localhost' }, /origin/],
    'for another relying party': [{ rpId: 'evil.example' }, /RP ID/],
    'from a frame of another site': [{ client: { crossOrigin: true } }, /^challenge$/],
    'as an answer of the other kind': [{ type: 'webauthn.create' }, /type/],
    'without the person’s presence': [{ absent: true }, /present/],
    'without user verification': [{ unverified: true }, /verified/],
    'with a counter that stands still': [{ counter: 1 }, /counter/],
    'with a counter that went back': [{ counter: 0 }, /counter/],
    'for an unknown passkey': [{ id: randomBytes(32).toString('base64url') }, /unknown passkey/],
    'in the name of another person': [{ userHandle: Buffer.alloc(16).toString('base64url') }, /user handle/],
    'in no one’s name': [{ userHandle: undefined }, /user handle/],
    'for an unknown challenge': [{ challenge: randomBytes(32).toString('base64url') }, /^challenge$/],
  };
  test.each(Object.keys(tamperings))('%s', async (name) => {
    const [tampering, reason] = tamperings[name] ?? [{}, /./];
    const { device } = await memberWithPasskey();
    const client = app.client();
    await expect(signInWithDevice(client, device, tampering)).rejects.toMatchObject(refused);
    expect(lastRefusal()).toMatchObject({
      event: 'sign_in_failed',
      reason: expect.stringMatching(reason),
      ip: expect.any(String),
    });
    expect(client.cookies.has('sid')).toBe(false);
  });

  test('with the signature of another key', async () => {
    const [ada, ben] = [await memberWithPasskey(), await memberWithPasskey()];
    const client = app.client();
    const options = await client.call(startPasskeySignIn);
    const forged = ben.device.get(options, { id: ada.device.name, userHandle: ada.device.userHandle, counter: 9 });
    await expect(client.call(signInWithPasskey, { body: forged })).rejects.toMatchObject(refused);
    expect(lastRefusal()).toMatchObject({ reason: 'signature' });
  });

  test('as a replay, from another browser, and late', async () => {
    const { device } = await memberWithPasskey();
    const client = app.client();
    const answer = device.get(await client.call(startPasskeySignIn));
    const cookie = client.cookies.get('passkey_sign_in') ?? '';
    const thief = app.client();
    await thief.call(startPasskeySignIn);
    await client.call(signInWithPasskey, { body: answer });
    for (const from of [client, thief]) {
      from.cookies.set('passkey_sign_in', cookie);
      await expect(from.call(signInWithPasskey, { body: answer })).rejects.toMatchObject(refused);
    }
    const stolen = device.get(await app.client().call(startPasskeySignIn));
    await expect(thief.call(signInWithPasskey, { body: stolen })).rejects.toMatchObject(refused);
    const late = device.get(await client.call(startPasskeySignIn));
    await sql()`update passkey_challenges set expires_at = now() - interval '1 second'`;
    await expect(client.call(signInWithPasskey, { body: late })).rejects.toMatchObject(refused);
    expect(lastRefusal()).toMatchObject({ reason: 'challenge' });
  });

  test('the second time, if two requests race with one challenge, or with one count', async () => {
    const { id, device } = await memberWithPasskey();
    const client = app.client();
    const answer = device.get(await client.call(startPasskeySignIn));
    const replayed = await Promise.allSettled(
      [client, client].map((from) => from.call(signInWithPasskey, { body: answer })),
    );
    expect(replayed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const before = await sql()`select count(*)::int as count from sessions where user_id = ${id}`;
    const browsers = [app.client(), app.client(), app.client()];
    const answers = await Promise.all(
      browsers.map(async (from) => device.get(await from.call(startPasskeySignIn), { counter: 50 })),
    );
    const cloned = await Promise.allSettled(
      browsers.map((from, index) => from.call(signInWithPasskey, { body: answers[index] as never })),
    );
    expect(cloned.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const after = await sql()`select count(*)::int as count from sessions where user_id = ${id}`;
    expect(after[0]?.count).toBe(before[0]?.count + 1);
  });
});

describe('a sign-in that waits for its second step', () => {
  test('is confirmed by the person’s passkey', async () => {
    const { id, email, device } = await memberWithPasskey();
    const client = await browserInStep(email);
    expect((await signInWithDevice(client, device)).id).toBe(id);
    expect(client.cookies.has('sign_in_step')).toBe(false);
    expect(await sql()`select 1 from sign_in_steps where user_id = ${id}`).toEqual([]);
    expect((await client.call(getCurrentUser)).id).toBe(id);
  });

  test('is ended by another person’s passkey, which then signs its own person in', async () => {
    const [ada, ben] = [await memberWithPasskey(), await memberWithPasskey()];
    const client = await browserInStep(ada.email);
    await expect(signInWithDevice(client, ben.device)).rejects.toMatchObject(refused);
    expect(client.cookies.has('sid')).toBe(false);
    expect(client.cookies.has('sign_in_step')).toBe(false);
    expect(await sql()`select 1 from sign_in_steps where user_id = ${ada.id}`).toEqual([]);
    expect((await signInWithDevice(client, ben.device)).id).toBe(ben.id);
  });
});

describe('a proof of identity', () => {
  const age = (id: string) => sql()`update sessions set proven_at = '-infinity' where user_id = ${id}`;

  test('with the person’s passkey is fresh in this session only, also for suspended people', async () => {
    const { id, client, device } = await memberWithPasskey();
    const other = app.client();
    await signInWithDevice(other, device);
    await age(id);
    const options = await client.call(startPasskeyProof);
    expect(options.allowCredentials).toEqual([expect.objectContaining({ id: device.name })]);
    await sql()`update users set suspended_at = now() where id = ${id}`;
    // A security key may leave the person's name out if the site has named its passkey.
    await client.call(proveWithPasskey, { body: device.get(options, { userHandle: undefined }) });
    expect((await client.call(getSettings)).freshProof).toBe(true);
    expect((await other.call(getSettings)).freshProof).toBe(false);
  });

  test('is refused with a passkey of another person, and with another challenge', async () => {
    const [ada, ben] = [await memberWithPasskey(), await memberWithPasskey()];
    await age(ada.id);
    const prove = async (options: Record<string, unknown>, { device } = ada, tampering: Tampering = {}) =>
      expect(ada.client.call(proveWithPasskey, { body: device.get(options, tampering) })).rejects.toMatchObject(
        refused,
      );
    await prove(await ada.client.call(startPasskeyProof), ben);
    await prove(await ada.client.call(startPasskeyProof), ben, { userHandle: undefined });
    expect(lastRefusal()).toMatchObject({ event: 'passkey_refused', reason: 'another person’s passkey' });
    await prove(await ben.client.call(startPasskeyProof));
    await prove(await ada.client.call(startPasskeySignIn));
    await prove(await ada.client.call(startPasskeyProof), ada, { unverified: true });
    const used = await ada.client.call(startPasskeyProof);
    await ada.client.call(proveWithPasskey, { body: ada.device.get(used) });
    await age(ada.id);
    await prove(used);
    expect((await ada.client.call(getSettings)).freshProof).toBe(false);
  });
});

test('limits the challenges and the answers of an address', async () => {
  const limited = await startTestApp({
    env: { RATE_LIMITS: '0.01', PORT: String(await freePort()), PUBLIC_URL: 'https://fans.example' },
  });
  try {
    const client = testClient(`http://127.0.0.1:${limited.port}`);
    const device = new PasskeyDevice('https://fans.example');
    device.userHandle = '';
    const options = await client.call(startPasskeySignIn);
    expect(options.rpId).toBe('fans.example');
    const tooMany = { status: 429, code: 'rate_limited' };
    const answer = () => client.call(signInWithPasskey, { body: device.get(options) });
    for (let n = 0; n < 3; n += 1) await expect(answer()).rejects.toMatchObject(refused);
    await expect(answer()).rejects.toMatchObject(tooMany);
    await client.call(startPasskeySignIn);
    await client.call(startPasskeySignIn);
    await expect(client.call(startPasskeySignIn)).rejects.toMatchObject(tooMany);
  } finally {
    await limited.close();
  }
});

test('refuses the passkey of a demo account on a public site', async () => {
  const site = await startTestApp({ env: { PORT: String(await freePort()), PUBLIC_URL: 'https://fans.example' } });
  try {
    const client = testClient(`http://127.0.0.1:${site.port}`);
    const device = new PasskeyDevice('https://fans.example');
    const email = 'someone@example.org';
    const { id } = await client.call(register, { body: { email, username: 'someone', password } });
    await addDevice(client, device);
    await site.context.db.sql`update users set email = 'fan@demo.fanfare.example' where id = ${id}`;
    await expect(signInWithDevice(testClient(`http://127.0.0.1:${site.port}`), device)).rejects.toMatchObject(refused);
    await site.context.db.sql`update users set email = ${email} where id = ${id}`;
    await signInWithDevice(testClient(`http://127.0.0.1:${site.port}`), device);
  } finally {
    await site.close();
  }
});
