import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as admins from '#contract/admin/users.ts';
import { performerExportPath } from '#contract/performers.ts';
import { getProofWays, proveIdentity, removeAuthenticatorApp } from '#contract/second-factor.ts';
import * as settings from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { addApp } from '#testing/authenticator-app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken } from '#testing/outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const sql = () => app.context.db.sql;
const password = 'a good password';
let count = 0;

async function register(role: accounts.Role = 'user') {
  count += 1;
  const username = `person${count}`;
  const client = app.client();
  const email = `${username}@example.org`;
  const { id } = await client.call(accounts.register, { body: { email, username, password } });
  await sql()`update users set role = ${role} where id = ${id}`;
  return { id, client, email };
}

async function signInAgain(email: string): Promise<TestClient> {
  const client = app.client();
  await client.call(accounts.login, { body: { email, password } });
  return client;
}

/** Ten minutes pass for the person's proofs. */
const age = (userId: string, by = '601 seconds') =>
  sql()`update sessions set proven_at = proven_at - ${by}::interval where user_id = ${userId}`;
const required = { status: 403, code: 'proof_required' };
const reason = 'A good reason';

/** Acts on a new person that need a fresh proof. */
const dangerousActs: Record<string, (admin: TestClient, id: string) => Promise<unknown>> = {
  'a new role': (admin, id) =>
    admin.call(admins.changeAdminUser, { params: { id }, body: { role: 'creator', reason } }),
  'the end of sessions': (admin, id) => admin.call(admins.endUserSessions, { params: { id }, body: { reason } }),
  'the deletion of an account': (admin, id) => admin.call(admins.deleteAdminUser, { params: { id }, body: { reason } }),
  'the suspension of an admin': async (admin, id) => {
    await sql()`update users set role = 'admin' where id = ${id}`;
    return admin.call(admins.changeAdminUser, { params: { id }, body: { suspended: true, reason } });
  },
  "the end of an admin's suspension": async (admin, id) => {
    await sql()`update users set role = 'admin', suspended_at = now() where id = ${id}`;
    return admin.call(admins.changeAdminUser, { params: { id }, body: { suspended: false, reason } });
  },
};

describe('a dangerous act', () => {
  it.each(Object.entries(dangerousActs))('%s needs a proof that is at most ten minutes old', async (_name, act) => {
    const admin = await register('admin');
    const person = await register();
    await age(admin.id);
    await expect(act(admin.client, person.id)).rejects.toMatchObject(required);
    await admin.client.call(proveIdentity, { body: { password } });
    await age(admin.id, '590 seconds');
    await act(admin.client, person.id);
  });

  it('is not opened by the proof of another session of the same person', async () => {
    const admin = await register('admin');
    const person = await register();
    const other = await signInAgain(admin.email);
    await age(admin.id);
    await other.call(proveIdentity, { body: { password } });
    await expect(dangerousActs['a new role']?.(admin.client, person.id)).rejects.toMatchObject(required);
    await dangerousActs['a new role']?.(other, person.id);
  });

  it('leaves harmless acts of admins alone', async () => {
    const admin = await register('admin');
    const { id } = await register();
    await age(admin.id);
    await admin.client.call(admins.changeAdminUser, { params: { id }, body: { suspended: true, reason } });
    await admin.client.call(admins.changeAdminUser, { params: { id }, body: { suspended: false, reason } });
  });

  it.each([
    ['people', '/api/admin/users.csv'],
    ['copyright notices', '/api/admin/takedowns.csv'],
    ['performer records', `${performerExportPath}?reason=inspection`],
  ])('exports all %s only with a proof', async (_what, path) => {
    const admin = await register('admin');
    // Without a key, the records cannot be read.
    const allowed = (await admin.client.raw('GET', path)).status;
    expect(path.startsWith(performerExportPath) ? [200, 409] : [200]).toContain(allowed);
    await age(admin.id);
    const refused = await admin.client.raw('GET', path);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'proof_required' });
  });
});

/** Calls about money, people and payouts that give no one money or rights. */
const harmless = [
  'POST /api/admin/money/check',
  'POST /api/admin/money/disputes/:id/evidence',
  'POST /api/admin/money/reconcile',
  // Decides by the change (a role, or the suspension of an admin).
  'PATCH /api/admin/users/:id',
  'POST /api/admin/users/:id/password-reset',
  'POST /api/creator/payout-account/refresh',
];

it('is needed by every call that moves money or ends accounts and sessions, unless it is listed here', () => {
  const calls = app.modules.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint));
  const grave = calls.filter(
    ({ method, path }) => method !== 'GET' && /^\/api\/(?:admin\/(?:money|users)|creator\/payout-account)\b/.test(path),
  );
  const without = grave.filter(({ freshProof }) => !freshProof).map(({ method, path }) => `${method} ${path}`);
  expect(without.toSorted()).toEqual(harmless.toSorted());
});

describe('a proof in the session', () => {
  it('takes the right password only, and counts wrong ones as failed sign-ins', async () => {
    const { client } = await register();
    await expect(client.call(proveIdentity, { body: { password: 'a wrong password' } })).rejects.toMatchObject({
      code: 'wrong_password',
      fields: { password: 'That isn’t your current password.' },
    });
    await expect(client.call(proveIdentity, { body: {} })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('does not take the password of a person who has a second factor, in no call', async () => {
    const { id, client } = await register();
    await sql()`
      insert into passkeys (user_id, credential_id, public_key, name, is_synced)
      values (${id}, ${Buffer.from(id)}, ${Buffer.from('key')}, 'A key', false)`;
    expect(await client.call(getProofWays)).toMatchObject({ password: false, passkey: true, fresh: true });
    await age(id);
    expect(await client.call(getProofWays)).toMatchObject({ fresh: false });
    await expect(client.call(proveIdentity, { body: { password } })).rejects.toMatchObject({ status: 400 });
    await expect(client.call(settings.deleteAccount, { body: { password } })).rejects.toMatchObject(required);
    await expect(
      client.call(settings.changeEmail, { body: { email: 'new@example.org', password } }),
    ).rejects.toMatchObject(required);
    await expect(
      client.call(settings.changePassword, { body: { currentPassword: password, newPassword: 'another password' } }),
    ).rejects.toMatchObject(required);
  });

  it('ends in the other sessions with the first factor, because passwords prove nothing from then on', async () => {
    const { client, email } = await register();
    const thief = await signInAgain(email);
    await addApp(client);
    expect(await client.call(getProofWays)).toMatchObject({ fresh: true, app: true });
    expect(await thief.call(getProofWays)).toMatchObject({ fresh: false, app: true });
    await expect(thief.call(removeAuthenticatorApp)).rejects.toMatchObject(required);
  });

  it('cannot be had by a stranger who registered the address and added a factor before its owner', async () => {
    const { id, client: stranger, email } = await register();
    await addApp(stranger);
    const owner = app.client();
    await owner.call(accounts.forgotPassword, { body: { email } });
    const token = await mailedToken(app, email, '/reset-password');
    await owner.call(accounts.resetPassword, { body: { token, password: 'the owner’s password' } });
    await expect(stranger.call(accounts.getCurrentUser)).rejects.toMatchObject({ code: 'not_signed_in' });
    // No link removes a factor, so the address stays unconfirmed, and the stranger has nothing from it.
    expect(await sql()`select email_verified_at, has_second_factor from users where id = ${id}`).toEqual([
      { emailVerifiedAt: null, hasSecondFactor: true },
    ]);
  });

  it('does not come with a session that a reset link opened, if there is a second factor', async () => {
    const { id, client, email } = await register();
    await sql()`
      insert into passkeys (user_id, credential_id, public_key, name, is_synced)
      values (${id}, ${Buffer.from(id)}, ${Buffer.from('key')}, 'A key', false)`;
    await client.call(accounts.forgotPassword, { body: { email } });
    const token = await mailedToken(app, email, '/reset-password');
    await client.call(accounts.resetPassword, { body: { token, password: 'another password' } });
    expect(await client.call(getProofWays)).toMatchObject({ fresh: false, passkey: true });
  });
});
