import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as factors from '#contract/second-factor.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { rotateSecret } from '#server/rotate-secret.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { addApp, codeAt, currentStep } from '#testing/authenticator-app.ts';
import type { TestClient } from '#testing/client.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { readOutbox } from '#testing/outbox.ts';
import { sealAppSecret } from './app-key.ts';
import { putNewSecret } from './authenticator-apps.sql.ts';

let app: TestApp;
/** A second node on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const sql = () => app.context.db.sql;
const password = 'a good password';
/** Lets the command begin that removes old keys. */
let startForget = (): void => undefined;
let n = 0;
async function person() {
  n += 1;
  const email = `app${n}@example.org`;
  const client = app.client();
  const user = await client.call(accounts.register, { body: { email, username: `app_${n}`, password } });
  return { client, user, email };
}
/** A browser in which the password was right. */
async function atSecondStep(email: string, node = app): Promise<TestClient> {
  const client = node.client();
  const signIn = client.call(accounts.login, { body: { email, password } });
  await expect(signIn).rejects.toMatchObject({ status: 401, code: 'second_step_required' });
  expect(client.cookies.has('sid')).toBe(false);
  return client;
}
const confirm = (client: TestClient, code: string) => client.call(factors.confirmWithCode, { body: { code } });
const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'ok' : (result.reason as { code: string }).code)).sort();
const forgetUses = (userId: string) => sql()`update authenticator_apps set last_step = 0 where user_id = ${userId}`;

describe('an authenticator app', () => {
  it('works after its first right code, and then every sign-in asks for one', async () => {
    const { client, user, email } = await person();
    const started = await client.call(factors.startAuthenticatorApp);
    expect(started.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const address = new URL(started.address);
    expect(decodeURIComponent(address.pathname)).toContain(`Fanfare:${email}`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      issuer: 'Fanfare',
      secret: started.secret.replaceAll(' ', ''),
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    // Nothing has changed yet.
    await app.client().call(accounts.login, { body: { email, password } });
    const wrong = client.call(factors.confirmAuthenticatorApp, { body: { code: '12' } });
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_code', fields: { code: expect.any(String) } });

    const step = await currentStep();
    const code = codeAt(started.secret, step - 1);
    const { secondFactor, recoveryCodes } = await client.call(factors.confirmAuthenticatorApp, { body: { code } });
    expect(secondFactor).toMatchObject({ app: { lastUsedAt: null }, recoveryCodesLeft: 10, required: false });
    expect(recoveryCodes).toHaveLength(10);
    const browser = await atSecondStep(email);
    expect(await browser.call(factors.getSecondStep)).toEqual({ passkey: false, app: true, recoveryCodes: 10 });
    // The first code is used up.
    await expect(confirm(browser, code)).rejects.toMatchObject({ code: 'wrong_code' });
    expect(
      (await confirm(browser, `${codeAt(started.secret, step).slice(0, 3)} ${codeAt(started.secret, step).slice(3)}`))
        .id,
    ).toBe(user.id);
    expect((await browser.call(accounts.getCurrentUser)).id).toBe(user.id);
    await expect(browser.call(factors.getSecondStep)).rejects.toMatchObject({ code: 'second_step_over' });
    expect((await readOutbox(app, email)).map(({ subject }) => subject)).toContain(
      'An authenticator app was added to your account',
    );
  });

  it('accepts one step before and after now by the clock of the database, and each step once', async () => {
    const { client, user, email } = await person();
    const { secret } = await addApp(client);
    const outcome = async (step: number) => {
      const browser = await atSecondStep(email);
      return confirm(browser, codeAt(secret, step)).then(
        () => 'ok',
        (error: { code: string }) => error.code,
      );
    };
    await forgetUses(user.id);
    const now = await currentStep();
    expect(await outcome(now - 2)).toBe('wrong_code');
    expect(await outcome(now - 1)).toBe('ok');
    expect(await outcome(now + 2)).toBe('wrong_code');
    expect(await outcome(now + 1)).toBe('ok');
    // A code of before the last one is over, too.
    expect([await outcome(now), await outcome(now + 1)]).toEqual(['wrong_code', 'wrong_code']);
  });

  it('accepts a code once when requests on two nodes race', async () => {
    const { client, user, email } = await person();
    const { secret } = await addApp(client);
    for (let round = 0; round < 3; round += 1) {
      await forgetUses(user.id);
      const browsers = await Promise.all([app, other, app, other].map((node) => atSecondStep(email, node)));
      const code = codeAt(secret, await currentStep());
      const results = await Promise.allSettled(browsers.map((browser) => confirm(browser, code)));
      expect(codesOf(results)).toEqual(['ok', 'wrong_code', 'wrong_code', 'wrong_code']);
    }
  });

  it('finishes one sign-in once when its browser sends the code twice', async () => {
    const { client, user, email } = await person();
    const { secret } = await addApp(client);
    const browser = await atSecondStep(email);
    const twin = app.client();
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
    const now = await currentStep();
    const results = await Promise.allSettled([
      confirm(browser, codeAt(secret, now)),
      confirm(twin, codeAt(secret, now + 1)),
    ]);
    expect(codesOf(results)).toEqual(['ok', 'second_step_over']);
    const [row] = await sql()<{ count: number }[]>`
      select count(*)::int as count from sessions where user_id = ${user.id}`;
    expect(row?.count).toBe(2);
  });

  it('proves the identity within a session once per code, also for two requests at once', async () => {
    const { client, user } = await person();
    const { secret } = await addApp(client);
    await sql()`update sessions set proven_at = '-infinity' where user_id = ${user.id}`;
    await expect(client.call(factors.makeRecoveryCodes)).rejects.toMatchObject({ code: 'proof_required' });
    await expect(client.call(factors.proveIdentity, { body: { password } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const code = codeAt(secret, await currentStep());
    const prove = () => client.call(factors.proveIdentity, { body: { code } });
    expect(codesOf(await Promise.allSettled([prove(), prove(), prove()]))).toEqual(['ok', 'wrong_code', 'wrong_code']);
    expect((await client.call(factors.makeRecoveryCodes)).recoveryCodes).toHaveLength(10);
  });

  it('keeps the app before until the new one is confirmed', async () => {
    const { client, user, email } = await person();
    const first = await addApp(client);
    const { secret } = await client.call(factors.startAuthenticatorApp);
    const now = await currentStep();
    await confirm(await atSecondStep(email), codeAt(first.secret, now));
    await expect(confirm(await atSecondStep(email), codeAt(secret, now + 1))).rejects.toMatchObject({
      code: 'wrong_code',
    });
    await forgetUses(user.id);
    const body = { code: codeAt(secret, now - 1) };
    expect((await client.call(factors.confirmAuthenticatorApp, { body })).recoveryCodes).toBeNull();
    await expect(confirm(await atSecondStep(email), codeAt(first.secret, now + 1))).rejects.toMatchObject({
      code: 'wrong_code',
    });
    await confirm(await atSecondStep(email), codeAt(secret, now + 1));
    expect((await readOutbox(app, email)).map(({ subject }) => subject)).toContain(
      'Your authenticator app was replaced',
    );
  });

  it('refuses to confirm a set-up that has ended, and the nightly job deletes it', async () => {
    const { client, user } = await person();
    const { secret } = await client.call(factors.startAuthenticatorApp);
    await sql()`update authenticator_apps set new_secret_until = now() - interval '1 second' where user_id = ${user.id}`;
    const body = { code: codeAt(secret, await currentStep()) };
    await expect(client.call(factors.confirmAuthenticatorApp, { body })).rejects.toMatchObject({ code: 'conflict' });
    const sweep = { kind: 'accounts.sweep', queue: 'fast' } as JobKind<undefined>;
    await app.context.db.tx((tx) => app.context.jobs.enqueue(tx, sweep, undefined));
    await app.settle();
    expect(await sql()`select from authenticator_apps where user_id = ${user.id}`).toHaveLength(0);
  });

  it('can be removed, and the recovery codes go with the last factor', async () => {
    const { client, email } = await person();
    const { recoveryCodes } = await addApp(client);
    expect(await client.call(factors.removeAuthenticatorApp)).toMatchObject({ app: null, recoveryCodesLeft: 0 });
    const browser = app.client();
    await browser.call(accounts.login, { body: { email, password } });
    await expect(confirm(browser, recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'second_step_over' });
    expect((await readOutbox(app, email)).map(({ subject }) => subject)).toContain(
      'Your authenticator app was removed',
    );
  });
});

describe('the stored secret', () => {
  const stored = async (userId: string) => {
    const [row] = await sql()<{ secret: Buffer }[]>`select secret from authenticator_apps where user_id = ${userId}`;
    return row?.secret ?? Buffer.alloc(0);
  };

  it('is encrypted for its row: it cannot be read, and fails in another row', async () => {
    const { client, user, email } = await person();
    const { secret } = await addApp(client);
    const [row] = await sql()<{ text: string }[]>`
      select encode(secret, 'hex') || encode(secret, 'escape') || a::text as text from authenticator_apps a where user_id = ${user.id}`;
    const plain = Buffer.from(bytesOf(secret));
    expect(row?.text).not.toContain(plain.toString('hex'));
    expect(row?.text).not.toContain(secret.replaceAll(' ', ''));
    // The thief's own secret in the row of the person.
    const thief = await person();
    const { secret: known } = await addApp(thief.client);
    const before = await stored(user.id);
    await sql()`update authenticator_apps set secret = ${await stored(thief.user.id)}, last_step = 0 where user_id = ${user.id}`;
    const browser = await atSecondStep(email);
    await expect(confirm(browser, codeAt(known, await currentStep()))).rejects.toMatchObject({ status: 500 });
    expect(browser.cookies.has('sid')).toBe(false);
    await sql()`update authenticator_apps set secret = ${before} where user_id = ${user.id}`;
    await confirm(browser, codeAt(secret, await currentStep()));
  });

  it('stays readable when its key is rotated and the old one forgotten, also during set-ups', async () => {
    const { client, user, email } = await person();
    const { secret } = await addApp(client);
    const before = await stored(user.id);
    expect(await rotateSecret(app.context, 'authenticator_apps')).toContain('2 values are valid');
    const now = await currentStep();
    await confirm(await atSecondStep(email, other), codeAt(secret, now));
    const setUps = await Promise.all([1, 2, 3, 4].map(person));
    const [forgotten, ...started] = await Promise.all([
      rotateSecret(app.context, 'authenticator_apps', { forget: true }),
      ...setUps.map((each) => each.client.call(factors.startAuthenticatorApp)),
    ]);
    expect(forgotten).toContain('Removed 1 old');
    for (const [index, each] of setUps.entries()) {
      const body = { code: codeAt(started[index]?.secret ?? '', now) };
      await each.client.call(factors.confirmAuthenticatorApp, { body });
    }
    // The first bytes name the key.
    expect((await stored(user.id)).subarray(0, 8)).not.toEqual(before.subarray(0, 8));
    const [key] = await sql()<
      { value: string }[]
    >`select value from installation_secrets where name = 'authenticator_apps'`;
    const id = createHash('sha256')
      .update(Buffer.from(key?.value ?? '', 'base64url'))
      .digest()
      .subarray(0, 8);
    const rows = await sql()<{ secret: Buffer }[]>`select secret from authenticator_apps where secret is not null`;
    for (const row of rows) expect(row.secret.subarray(0, 8)).toEqual(id);
    await confirm(await atSecondStep(email), codeAt(secret, now + 1));
  });
});

it('forgets the old key only after a set-up that has begun to use it', async () => {
  const { client, user } = await person();
  await client.call(factors.startAuthenticatorApp);
  await rotateSecret(app.context, 'authenticator_apps');
  // Begins outside the transaction below.
  const began = new Promise<void>((resolve) => {
    startForget = resolve;
  });
  const forgotten = began.then(() => rotateSecret(other.context, 'authenticator_apps', { forget: true }));
  const secret = Buffer.alloc(20, 7);
  await app.context.db.tx(async (tx) => {
    const sealed = await sealAppSecret(tx, user.id, secret);
    startForget();
    await lockWaits(tx, 1, 'installation_secrets');
    await putNewSecret(tx, user.id, sealed, 60_000);
  });
  expect(await forgotten).toContain('Removed 1 old');
  const body = { code: codeAt(base32Of(secret), await currentStep()) };
  expect((await client.call(factors.confirmAuthenticatorApp, { body })).secondFactor.app).not.toBeNull();
});

/** The bytes of a base32 text. */
function bytesOf(secret: string): number[] {
  const bits = [...secret.replaceAll(' ', '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

function base32Of(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? [])
    .map((part) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(part, 2)])
    .join('');
}
