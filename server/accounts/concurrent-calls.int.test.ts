import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as settings from '#contract/settings.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { mailedToken } from '#testing/outbox.ts';
import { hashPassword } from './passwords.ts';
import { recordFormerUsername, saveProfile } from './settings/profile.sql.ts';
import { insertUser } from './users.sql.ts';

/** Races two calls on one account. A lock holds them at the point where their order matters. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const password = 'a good password';
const newPassword = 'another good one';
let serial = 0;

interface Member {
  id: string;
  email: string;
  client: TestClient;
}

async function register(): Promise<Member> {
  serial += 1;
  const body = { email: `m${serial}@example.org`, username: `m_${serial}`, password };
  const client = app.client();
  const { id } = await client.call(accounts.register, { body });
  return { id, email: body.email, client };
}

async function signInAgain({ id, email }: Member): Promise<Member> {
  const client = app.client();
  await client.call(accounts.login, { body: { email, password } });
  return { id, email, client };
}

const isSignedIn = async ({ client }: Member) => (await client.raw('GET', '/api/user')).status === 200;

/**
 * Locks the account's row and starts the calls in order until each of them waits for the lock. Then runs `meanwhile` and releases
 * the lock.
 */
async function whileHeld<T>(
  { id }: Member,
  calls: (() => Promise<T>)[],
  meanwhile: (tx: Tx) => PromiseLike<unknown> = async () => undefined,
): Promise<PromiseSettledResult<T>[]> {
  let started: Promise<PromiseSettledResult<T>>[] = [];
  await app.context.db.tx(async (tx) => {
    started = [];
    await tx`select 1 from users where id = ${id} for update`;
    for (const call of calls) {
      started.push(Promise.allSettled([call()]).then(([result]) => result as PromiseSettledResult<T>));
      await lockWaits(tx, started.length);
    }
    await meanwhile(tx);
  });
  return Promise.all(started);
}

const refusal = (expected: object) => ({ status: 'rejected', reason: expect.objectContaining(expected) });

describe('a session that ends during its call', () => {
  const change = ({ client }: Member) =>
    client.call(settings.changePassword, { body: { currentPassword: password, newPassword } });
  const move = ({ client }: Member) =>
    client.call(settings.changeEmail, { body: { email: `moved_${serial}@example.org`, password } });
  const leave = ({ client }: Member) => client.call(settings.deleteAccount, { body: { password } });
  const endOthers = ({ client }: Member) => client.call(settings.endOtherSessions);

  test.each<[string, (who: Member) => Promise<unknown>]>([
    ['cannot change the password', change],
    ['cannot start an email change', move],
    ['cannot delete the account', leave],
    ['cannot end other sessions', endOthers],
  ])('%s', async (_name, call) => {
    const here = await register();
    const there = await signInAgain(here);
    const [{ id: ended } = { id: '' }] = (await there.client.call(settings.listSessions)).filter((one) => one.current);
    const [result] = await whileHeld(there, [() => call(there)], (tx) => tx`delete from sessions where id = ${ended}`);
    expect(result).toMatchObject(refusal({ status: 401, code: 'not_signed_in' }));
    expect(await isSignedIn(there)).toBe(false);
    expect(await here.client.call(settings.listSessions)).toHaveLength(1);
    expect(await here.client.call(settings.getSettings)).toMatchObject({ pendingEmail: null });
    await signInAgain(here);
  });

  test('stays ended when it changes the password while another session ends it', async () => {
    const here = await register();
    const there = await signInAgain(here);
    const [{ id: other } = { id: '' }] = (await here.client.call(settings.listSessions)).filter((one) => !one.current);
    const [ended, changed] = await whileHeld<unknown>(here, [
      () => here.client.call(settings.endSession, { params: { id: other } }),
      () => change(there),
    ]);
    expect(ended).toMatchObject({ status: 'fulfilled', value: { ended: 1 } });
    expect(changed).toMatchObject(refusal({ status: 401 }));
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
  });
});

test('gives no new account a username that its owner is just leaving', async () => {
  const { db } = app.context;
  const ada = await register();
  const [from, to] = [`m_${serial}`, `was_${serial}`];
  const account = { email: 'late@example.org', username: from.toUpperCase(), passwordHash: null };
  const { promise: renamed, resolve } = Promise.withResolvers<void>();
  const inserted = renamed.then(() => db.tx((tx) => insertUser(tx, account)));
  await db.tx(async (tx) => {
    await recordFormerUsername(tx, ada.id, { from, to });
    await saveProfile(tx, ada.id, { username: to });
    resolve();
    await Promise.race([inserted, lockWaits(tx)]);
  });
  expect(await inserted).toBeNull();
});

describe('an account deletion', () => {
  test('is refused if the proven password has just been replaced', async () => {
    const ada = await register();
    const [left] = await whileHeld(
      ada,
      [() => ada.client.call(settings.deleteAccount, { body: { password } })],
      (tx) => tx`update users set password_hash = 'replaced' where id = ${ada.id}`,
    );
    expect(left).toMatchObject(refusal({ status: 409, code: 'conflict' }));
  });

  test('is refused if the person has just been suspended', async () => {
    const ada = await register();
    const [left] = await whileHeld(
      ada,
      [() => ada.client.call(settings.deleteAccount, { body: { password } })],
      (tx) => tx`update users set suspended_at = clock_timestamp() where id = ${ada.id}`,
    );
    expect(left).toMatchObject(refusal({ status: 403, code: 'suspended' }));
    const [row] = await app.context.db.sql`select deleted_at from users where id = ${ada.id}`;
    expect(row?.deletedAt).toBe(null);
  });
});

describe('an email-change link', () => {
  const ask = ({ client }: Member, email: string) => client.call(settings.changeEmail, { body: { email, password } });
  const open = ({ client }: Member, token: string) => client.call(accounts.verifyEmail, { body: { token } });

  test('works only if it is the newest of two concurrent requests', async () => {
    const ada = await register();
    const [first, second] = [`one_${serial}@example.org`, `two_${serial}@example.org`];
    const answers = await whileHeld(ada, [() => ask(ada, first), () => ask(ada, second)]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const older = await mailedToken(app, first, '/verify-email');
    await expect(open(ada, older)).rejects.toMatchObject({ code: 'link_invalid' });
    await open(ada, await mailedToken(app, second, '/verify-email'));
    expect(await ada.client.call(accounts.getCurrentUser)).toMatchObject({ email: second });
  });

  test('is not mailed if the proven password has just been replaced', async () => {
    const ada = await register();
    const email = `late_${serial}@example.org`;
    const [answer] = await whileHeld(
      ada,
      [() => ask(ada, email)],
      (tx) => tx`update users set password_hash = 'replaced' where id = ${ada.id}`,
    );
    expect(answer).toMatchObject(refusal({ status: 409, code: 'conflict' }));
    await expect(mailedToken(app, email, '/verify-email')).rejects.toThrow('no link');
  });

  test('is refused with email_taken if another account takes the email concurrently', async () => {
    const [ada, ben] = [await register(), await register()];
    const email = `wanted_${serial}@example.org`;
    await ask(ada, email);
    const token = await mailedToken(app, email, '/verify-email');
    let opened: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    await app.context.db.tx(async (tx) => {
      await tx`update users set email = ${email} where id = ${ben.id}`;
      opened = Promise.allSettled([open(ada, token)]);
      await lockWaits(tx);
    });
    expect((await opened)[0]).toMatchObject(refusal({ code: 'email_taken' }));
    expect(await ada.client.call(accounts.getCurrentUser)).toMatchObject({ email: ada.email });
  });
});

test.each<[string, (who: Member) => Promise<unknown>]>([
  ['confirm the address', ({ client }) => client.call(accounts.resendVerification)],
  [
    'choose a new password',
    async ({ client, email }) => {
      await client.call(accounts.forgotPassword, { body: { email } });
      await app.settle();
    },
  ],
])('a concurrent deletion leaves no link to %s behind', async (_name, ask) => {
  const ada = await register();
  await whileHeld(ada, [() => ada.client.call(settings.deleteAccount, { body: { password } }), () => ask(ada)]);
  await app.settle();
  const { sql } = app.context.db;
  expect(await sql`select 1 from users where id = ${ada.id} and deleted_at is not null`).toHaveLength(1);
  expect(await sql`select 1 from email_tokens where user_id = ${ada.id}`).toHaveLength(0);
});

test('a sign-in opens no session with a password that is replaced during the call', async () => {
  const ada = await register();
  const client = app.client();
  const passwordHash = await hashPassword(app.context, newPassword);
  const [result] = await whileHeld(
    ada,
    [() => client.call(accounts.login, { body: { email: ada.email, password } })],
    (tx) => tx`update users set password_hash = ${passwordHash} where id = ${ada.id}`,
  );
  expect(result).toMatchObject(refusal({ status: 401, code: 'bad_credentials' }));
  expect(client.cookies.has('sid')).toBe(false);
});

test('ending the current session signs out even if its id is written in upper case', async () => {
  const { client } = await register();
  const [{ id } = { id: '' }] = await client.call(settings.listSessions);
  await client.call(settings.endSession, { params: { id: id.toUpperCase() } });
  expect(client.cookies.has('sid')).toBe(false);
});
