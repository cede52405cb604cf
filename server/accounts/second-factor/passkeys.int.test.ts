import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCurrentUser, login, register } from '#contract/accounts.ts';
import {
  addPasskey,
  getSecondFactor,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeySignIn,
} from '#contract/second-factor.ts';
import { deleteAccount, getSettings } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { freePort } from '#testing/free-port.ts';
import { readOutbox } from '#testing/outbox.ts';
import { addDevice, cbor, PasskeyDevice, type Tampering } from '#testing/passkey-device.ts';

const password = 'correct horse 9';
const adminEmail = 'admin@example.org';

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  app = await startTestApp({
    logTo: { write: (line) => void logged.push(line) },
    env: {
      LOG_LEVEL: 'info',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      REQUIRE_SECOND_FACTOR: 'admins',
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: password,
    },
  });
});
afterAll(() => app.close());

async function member() {
  const username = `key_${randomBytes(4).toString('hex')}`;
  const email = `${username}@example.org`;
  const client = app.client();
  const { id } = await client.call(register, { body: { email, username, password } });
  return { id, username, email, client };
}
const device = () => new PasskeyDevice(app.url);
const signInAs = async (email: string): Promise<TestClient> => {
  const client = app.client();
  await client.call(login, { body: { email, password } });
  return client;
};
const refused = { status: 400, code: 'passkey_refused' };
const sql = () => app.context.db.sql;

describe('the first passkey', () => {
  test('comes with ten recovery codes, an email, and a second step, and ends no session', async () => {
    const { client, email } = await member();
    const other = await signInAs(email);
    const phone = device();
    phone.isSynced = true;
    const { secondFactor, recoveryCodes } = await addDevice(client, phone, ' My   phone ');
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(secondFactor).toMatchObject({
      passkeys: [{ name: 'My phone', synced: true, lastUsedAt: null }],
      app: null,
      recoveryCodesLeft: 10,
      required: false,
      graceUntil: null,
      passkeysOffered: true,
    });
    expect(await other.call(getSecondFactor)).toEqual(secondFactor);
    expect(await client.call(getSettings)).toMatchObject({ hasSecondFactor: true });
    const mails = await readOutbox(app, email);
    const added = mails.find(({ subject }) => subject === 'A passkey was added to your account');
    expect(added?.text).toContain('My phone');
    await expect(signInAs(email)).rejects.toMatchObject({ status: 401, code: 'second_step_required' });
  });

  test('is followed by others without new codes, and none on the same device', async () => {
    const { client } = await member();
    const phone = device();
    await addDevice(client, phone);
    const { secondFactor, recoveryCodes } = await addDevice(client, device(), 'Laptop');
    expect(recoveryCodes).toBeNull();
    expect(secondFactor.passkeys.map(({ name }) => name)).toEqual(['Phone', 'Laptop']);
    const options = await client.call(startPasskey);
    expect(options.excludeCredentials).toContainEqual(expect.objectContaining({ id: phone.name }));
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    await expect(addDevice(client, phone, 'Again')).rejects.toMatchObject(refused);
  });

  test('needs a fresh proof of identity', async () => {
    const { client, id } = await member();
    const options = await client.call(startPasskey);
    await sql()`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${id}`;
    const stale = { status: 403, code: 'proof_required' };
    await expect(client.call(startPasskey)).rejects.toMatchObject(stale);
    const body = { name: 'Phone', answer: device().create(options) };
    await expect(client.call(addPasskey, { body })).rejects.toMatchObject(stale);
  });
});

describe('a new passkey is refused', () => {
  const certificate = cbor.map([
    [cbor.text('alg'), cbor.int(-7)],
    [cbor.text('sig'), cbor.bytes(Buffer.alloc(70))],
    [cbor.text('x5c'), cbor.list([cbor.bytes(Buffer.alloc(200))])],
  ]);
  const tamperings: Record<string, [Tampering, reason: RegExp]> = {
    'for an unknown challenge': [{ challenge: randomBytes(32).toString('base64url') }, /^challenge$/],
    'for something that is no challenge': [{ challenge: '' }, /^challenge$/],
    'from another origin': [{ origin: 'http://localhost:1' }, /origin/],
    'from another scheme': [{ origin: 'https://localhost' }, /origin/],
    'for another relying party': [{ rpId: 'example.org' }, /RP ID/],
    'from a frame of another site': [{ client: { crossOrigin: true } }, /^challenge$/],
    'from a page with another one above': [{ client: { topOrigin: 'https://evil.example' } }, /^challenge$/],
    'as an answer of the other kind': [{ type: 'webauthn.get' }, /type/],
    'without the person’s presence': [{ absent: true }, /present/],
    'without user verification': [{ unverified: true }, /verified/],
    'under the id of another passkey': [{ id: randomBytes(32).toString('base64url') }, /another passkey/],
    'with a certificate': [{ attestation: { fmt: 'packed', statement: certificate } }, /certificate/],
    'with an attestation of a maker': [{ attestation: { fmt: 'apple', statement: certificate } }, /certificate/],
    'in an unknown format': [{ attestation: { fmt: 'other', statement: cbor.map([]) } }, /certificate/],
    'with a statement that should be empty': [
      { attestation: { fmt: 'none', statement: certificate } },
      /None attestation/,
    ],
  };
  test.each(Object.keys(tamperings))('%s', async (name) => {
    const [tampering, reason] = tamperings[name] ?? [{}, /./];
    const { client } = await member();
    const answer = device().create(await client.call(startPasskey), tampering);
    await expect(client.call(addPasskey, { body: { name: 'Phone', answer } })).rejects.toMatchObject(refused);
    expect(JSON.parse(logged.findLast((line) => line.includes('passkey_refused')) ?? '')).toMatchObject({
      event: 'passkey_refused',
      purpose: 'add',
      reason: expect.stringMatching(reason),
    });
    expect((await client.call(getSecondFactor)).passkeys).toEqual([]);
  });

  test('after a wrong answer to the same challenge', async () => {
    const { client } = await member();
    const options = await client.call(startPasskey);
    const phone = device();
    for (const tampering of [{ unverified: true }, {}]) {
      const answer = phone.create(options, tampering);
      await expect(client.call(addPasskey, { body: { name: 'Phone', answer } })).rejects.toMatchObject(refused);
    }
  });

  test('for the challenge of another session, person or purpose, and late', async () => {
    const { client, email } = await member();
    const second = await signInAs(email);
    const stranger = await member();
    for (const from of [second, stranger.client]) {
      const answer = device().create(await from.call(startPasskey));
      await expect(client.call(addPasskey, { body: { name: 'Phone', answer } })).rejects.toMatchObject(refused);
    }
    const options = await client.call(startPasskey);
    const { challenge } = await client.call(startPasskeySignIn);
    const answer = device().create({ ...options, challenge });
    await expect(client.call(addPasskey, { body: { name: 'Phone', answer } })).rejects.toMatchObject(refused);
    await sql()`update passkey_challenges set expires_at = now() - interval '1 second'`;
    const late = device().create(options);
    await expect(client.call(addPasskey, { body: { name: 'Phone', answer: late } })).rejects.toMatchObject(refused);
  });

  test('if another person has registered it, or its attestation is too long', async () => {
    const [ada, ben] = [await member(), await member()];
    const phone = device();
    await addDevice(ada.client, phone);
    await expect(addDevice(ben.client, phone)).rejects.toMatchObject(refused);
    const answer = device().create(await ben.client.call(startPasskey));
    const long = { ...answer, response: { ...answer.response, attestationObject: 'A'.repeat(16_385) } };
    await expect(ben.client.call(addPasskey, { body: { name: 'x', answer: long } })).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect((await ben.client.call(getSettings)).hasSecondFactor).toBe(false);
  });

  test('as the 21st, also if two come at once, and the second of two answers to one challenge', async () => {
    const { client, id } = await member();
    const [first, last] = [device(), device()];
    const options = await client.call(startPasskey);
    const both = await Promise.allSettled(
      [first, last].map((key) => client.call(addPasskey, { body: { name: 'x', answer: key.create(options) } })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await sql()`
      insert into passkeys (user_id, credential_id, public_key, name, is_synced)
      select ${id}, decode(md5(${id} || n), 'hex'), 'x', 'Key ' || n, false from generate_series(1, 18) as n`;
    const answers = [
      device().create(await client.call(startPasskey)),
      device().create(await client.call(startPasskey)),
    ];
    const added = await Promise.allSettled(
      answers.map((answer) => client.call(addPasskey, { body: { name: 'Last', answer } })),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const full = { status: 409, code: 'too_many_passkeys' };
    expect(added.find(({ status }) => status === 'rejected')).toMatchObject({ reason: full });
    await expect(client.call(startPasskey)).rejects.toMatchObject(full);
  });
});

describe('a passkey', () => {
  test('is renamed and removed by its owner only', async () => {
    const [ada, ben] = [await member(), await member()];
    const { secondFactor } = await addDevice(ada.client, device());
    await addDevice(ben.client, device());
    const params = { id: secondFactor.passkeys[0]?.id ?? '' };
    const missing = { status: 404, code: 'not_found' };
    await expect(ben.client.call(renamePasskey, { params, body: { name: 'Mine' } })).rejects.toMatchObject(missing);
    await expect(ben.client.call(removePasskey, { params })).rejects.toMatchObject(missing);
    const renamed = await ada.client.call(renamePasskey, { params, body: { name: 'Old phone' } });
    expect(renamed.passkeys[0]?.name).toBe('Old phone');
    await sql()`update sessions set proven_at = '-infinity' where user_id = ${ada.id}`;
    await expect(ada.client.call(removePasskey, { params })).rejects.toMatchObject({ code: 'proof_required' });
  });

  test('takes the recovery codes with it if it was the last factor, ends no session, and mails', async () => {
    const { client, id, email } = await member();
    const other = await signInAs(email);
    const { secondFactor } = await addDevice(client, device());
    const left = await client.call(removePasskey, { params: { id: secondFactor.passkeys[0]?.id ?? '' } });
    expect(left).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    const subjects = (await readOutbox(app, email)).map(({ subject }) => subject);
    expect(subjects).toContain('A passkey was removed from your account');
    expect((await other.call(getCurrentUser)).id).toBe(id);
    await signInAs(email);
    expect((await addDevice(client, device())).recoveryCodes).toHaveLength(10);
  });

  test('stays if it is the only way to sign in', async () => {
    const { client, id } = await member();
    const { secondFactor } = await addDevice(client, device());
    await sql()`update users set password_hash = null where id = ${id}`;
    const params = { id: secondFactor.passkeys[0]?.id ?? '' };
    await expect(client.call(removePasskey, { params })).rejects.toMatchObject({ status: 409, code: 'last_way_in' });
    expect((await client.call(getSecondFactor)).passkeys).toHaveLength(1);
  });

  test('goes with its owner’s account', async () => {
    const { client, id } = await member();
    await addDevice(client, device());
    await client.call(deleteAccount, { body: {} });
    expect(await sql()`select 1 from passkeys where user_id = ${id}`).toEqual([]);
  });
});

test('an admin who must have a second factor sets it up, and keeps the last one, also in a race', async () => {
  const admin = await signInAs(adminEmail);
  await expect(admin.call(getCurrentUser)).rejects.toMatchObject({ code: 'second_factor_missing' });
  expect(await admin.call(getSecondFactor)).toMatchObject({ required: true, graceUntil: null });
  await addDevice(admin, device());
  const { secondFactor } = await addDevice(admin, device(), 'Laptop');
  const removed = await Promise.allSettled(
    secondFactor.passkeys.map(({ id }) => admin.call(removePasskey, { params: { id } })),
  );
  expect(removed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(removed.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, code: 'last_factor' },
  });
  expect(await admin.call(getSecondFactor)).toMatchObject({ recoveryCodesLeft: 10 });
  expect((await admin.call(getCurrentUser)).role).toBe('admin');
});

test('no challenge survives a restore', async () => {
  const { client } = await member();
  await client.call(startPasskey);
  await client.call(startPasskeySignIn);
  await app.context.db.tx(async (tx) => {
    for (const { afterRestore } of app.modules) await afterRestore?.(tx);
  });
  expect(await sql()`select 1 from passkey_challenges`).toEqual([]);
});
