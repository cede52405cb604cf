import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { listAdminUsers } from '#contract/admin/users.ts';
import { listPools } from '#contract/pools/pools.ts';
import { getProofWays } from '#contract/second-factor.ts';
import { setLocale, updateProfile } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { chatClient, closeChatClients } from '#testing/chat-client.ts';
import type { TestClient } from '#testing/client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { REQUIRE_SECOND_FACTOR: 'admins' } });
});
afterAll(async () => {
  closeChatClients();
  await app.close();
});

const sql = () => app.context.db.sql;
let count = 0;

/** A person with a session. */
async function register(role: accounts.Role = 'user') {
  count += 1;
  const username = `person${count}`;
  const client = app.client();
  const body = { email: `${username}@example.org`, username, password: 'a good password' };
  const { id } = await client.call(accounts.register, { body });
  await sql()`update users set role = ${role} where id = ${id}`;
  return { id, client, email: body.email };
}

const addFactor = (userId: string) => sql()`
  insert into passkeys (user_id, credential_id, public_key, name, is_synced)
  values (${userId}, ${Buffer.from(userId)}, ${Buffer.from('key')}, 'A key', false)`;
const hears = (client: TestClient) => chatClient(app, null, { cookies: { sid: client.cookies.get('sid') ?? '' } });
const missing = { status: 403, code: 'second_factor_missing' };

describe('an admin without a second factor', () => {
  it('reaches no call but those of the set-up and of sign-in, also none that visitors may call', async () => {
    const { client } = await register('admin');
    await expect(client.call(listAdminUsers)).rejects.toMatchObject(missing);
    await expect(client.call(accounts.getCurrentUser)).rejects.toMatchObject(missing);
    await expect(client.call(updateProfile, { body: { bio: 'Hello' } })).rejects.toMatchObject(missing);
    // A thief of the password could otherwise make the owner's warnings unreadable.
    await expect(client.call(setLocale, { body: { locale: 'en' } })).rejects.toMatchObject(missing);
    await expect(client.call(listPools)).rejects.toMatchObject(missing);
    expect((await client.raw('GET', '/api/admin/users.csv')).status).toBe(403);
    expect((await client.raw('GET', '/api/user/export')).status).toBe(403);
    expect(await client.call(getProofWays)).toMatchObject({ passkey: false, app: false, password: true });
    await client.call(accounts.logout);
    await expect(client.call(getProofWays)).rejects.toMatchObject({ code: 'not_signed_in' });
  });

  it('cannot open a socket, and an open one ends once the person becomes an admin', async () => {
    const admin = await register('admin');
    await expect(hears(admin.client)).rejects.toThrow();
    const person = await register();
    const chat = await hears(person.client);
    await sql()`update users set role = 'admin' where id = ${person.id}`;
    await chat.ended;
  }, 30_000);

  it('does everything again with a factor, and nothing once the last one is gone', async () => {
    const { id, client } = await register('admin');
    await addFactor(id);
    expect((await client.call(listAdminUsers)).items.length).toBeGreaterThan(0);
    await sql()`delete from passkeys where user_id = ${id}`;
    await expect(client.call(listAdminUsers)).rejects.toMatchObject(missing);
  });

  it('may work during the grace after an upgrade, and learns when it ends', async () => {
    const { id, client } = await register('admin');
    const until = new Date(Date.now() + 60_000);
    await sql()`update users set second_factor_grace_until = ${until} where id = ${id}`;
    expect((await client.call(accounts.getCurrentUser)).secondFactorDue).toBe(until.toISOString());
    await sql()`update users set second_factor_grace_until = now() - interval '1 second' where id = ${id}`;
    await expect(client.call(accounts.getCurrentUser)).rejects.toMatchObject(missing);
  });

  it('leaves people in other roles as they are', async () => {
    for (const role of ['user', 'creator'] as const) {
      const { client } = await register(role);
      expect((await client.call(accounts.getCurrentUser)).secondFactorDue).toBeNull();
    }
  });
});

describe('a sign-in with a second factor', () => {
  it('opens no session after the password', async () => {
    const { id, email } = await register();
    await addFactor(id);
    const client = app.client();
    const body = { email, password: 'a good password' };
    await expect(client.call(accounts.login, { body })).rejects.toMatchObject({
      status: 401,
      code: 'second_step_required',
    });
    expect(client.cookies.get('sid')).toBeUndefined();
    expect(client.cookies.get('sign_in_step')).toMatch(/^[\w-]{43}$/);
    await expect(client.call(accounts.getCurrentUser)).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(
      client.call(accounts.login, { body: { ...body, password: 'a wrong password' } }),
    ).rejects.toMatchObject({ code: 'bad_credentials' });
  });
});
