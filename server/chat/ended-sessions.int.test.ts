import { afterAll, beforeAll, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { changeAdminUser } from '#contract/admin/users.ts';
import * as settings from '#contract/settings.ts';
import { createAdmin } from '#server/accounts/create-admin.ts';
import { nodesEnv as env, startTestApp, type TestApp } from '#testing/app.ts';
import { type ChatClient, chatClient, closeChatClients } from '#testing/chat-client.ts';
import type { TestClient } from '#testing/client.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { mailedToken } from '#testing/outbox.ts';
import { hasRedisServer, RedisServer } from '#testing/servers/redis-server.ts';

/** People with real accounts and sessions, with windows on two nodes that share PostgreSQL, and Redis if TEST_REDIS_URL is set. */
let app: TestApp;
let other: TestApp;
const password = 'a good password';

beforeAll(async () => {
  app = await startTestApp({ env });
  other = await startTestApp({ env, beside: app });
});

afterAll(async () => {
  closeChatClients();
  await other.close();
  await app.close();
});

let count = 0;
async function register(node = app) {
  count += 1;
  const body = { email: `ended${count}@example.org`, username: `ended_${count}`, password };
  const client = node.client();
  const { id } = await client.call(accounts.register, { body });
  return { ...body, id, client };
}

async function signInAgain(email: string): Promise<TestClient> {
  const client = app.client();
  await client.call(accounts.login, { body: { email, password } });
  return client;
}

const windowOf = ({ cookies }: TestClient, node = app): Promise<ChatClient> =>
  chatClient(node, null, { cookies: Object.fromEntries(cookies) });

/** Much shorter than the interval at which nodes check all sessions. */
const soonMs = 5000;

async function ends(...windows: ChatClient[]): Promise<void> {
  const late = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('a connection did not end')), soonMs).unref();
  });
  await Promise.race([Promise.all(windows.map(({ ended }) => ended)), late]);
}

async function stays(window: ChatClient): Promise<void> {
  expect(await window.join('Comedy')).toMatchObject({ ok: true });
  expect(window.socket.connected).toBe(true);
}

it('signing out disconnects the windows of that session on both nodes, and no others', async () => {
  const { client, email } = await register();
  const phone = await windowOf(await signInAgain(email));
  const windows = [await windowOf(client), await windowOf(client, other)];
  await client.call(accounts.logout);
  await ends(...windows);
  await stays(phone);
  await expect(windowOf(client)).rejects.toMatchObject({ data: { code: 'not_signed_in' } });
});

it('signing out during a handshake disconnects that window too', async () => {
  for (const node of [app, other]) {
    const { client } = await register();
    let opening: Promise<ChatClient | undefined> = Promise.resolve(undefined);
    await app.context.db.tx(async (tx) => {
      // The handshake has read the session and waits for the lock to read its rooms.
      await tx`lock table user_blocks in access exclusive mode`;
      opening = windowOf(client, node).catch(() => undefined);
      await lockWaits(tx);
      await client.call(accounts.logout);
    });
    const window = await opening;
    if (window) await ends(window);
  }
});

it('signing in again in the same browser disconnects the windows of the previous session', async () => {
  const { client, email } = await register();
  const before = await windowOf(client);
  await client.call(accounts.login, { body: { email, password } });
  await ends(before);
  await stays(await windowOf(client));
});

it('ending a session from another one disconnects its windows', async () => {
  const { client, email } = await register();
  const laptop = await windowOf(client);
  const [phone, tablet] = [await signInAgain(email), await signInAgain(email)];
  const [phones, tablets] = [await windowOf(phone), await windowOf(tablet, other)];
  const sessions = await client.call(settings.listSessions);
  const [newest] = sessions.filter(({ current }) => !current);
  await client.call(settings.endSession, { params: { id: newest?.id ?? '' } });
  await ends(tablets);
  await stays(phones);
  await client.call(settings.endOtherSessions);
  await ends(phones);
  await stays(laptop);
});

it('changing the password disconnects all windows of other sessions', async () => {
  const { client, email } = await register();
  const phone = await windowOf(await signInAgain(email), other);
  await client.call(settings.changePassword, { body: { currentPassword: password, newPassword: 'another password' } });
  await ends(phone);
  await stays(await windowOf(client));
});

it('resetting the password disconnects all windows', async () => {
  const { client, email } = await register();
  const window = await windowOf(client);
  const visitor = app.client();
  await visitor.call(accounts.forgotPassword, { body: { email } });
  const token = await mailedToken(app, email, '/reset-password');
  await visitor.call(accounts.resetPassword, { body: { token, password: 'another password' } });
  await ends(window);
});

it('deleting an account disconnects its windows', async () => {
  const { client } = await register();
  const windows = [await windowOf(client), await windowOf(client, other)];
  await client.call(settings.deleteAccount, { body: { password } });
  await ends(...windows);
});

it('suspending a person disconnects their windows on both nodes, even after a direct change in the database', async () => {
  const { client, id } = await register();
  const stranger = await windowOf((await register()).client, other);
  const windows = [await windowOf(client), await windowOf(client, other)];
  await app.context.db.sql`update users set suspended_at = now() where id = ${id}`;
  await ends(...windows);
  await stays(stranger);
  await expect(windowOf(client)).rejects.toMatchObject({ data: { code: 'suspended' } });
  await app.context.db.sql`update users set suspended_at = null where id = ${id}`;
  await stays(await windowOf(client));
});

/** An admin on one node suspends a person who is in a chat on both. */
async function expectSuspensionAcross(one: TestApp, two: TestApp): Promise<void> {
  const boss = { email: 'boss@example.org', password };
  await createAdmin(one.context, boss);
  const admin = one.client();
  await admin.call(accounts.login, { body: boss });
  const { id, client } = await register(one);
  const windows = [await windowOf(client, one), await windowOf(client, two)];
  for (const window of windows) await stays(window);
  const suspend = (suspended: boolean) =>
    admin.call(changeAdminUser, { params: { id }, body: { suspended, reason: 'Spam' } });
  await Promise.all([ends(...windows), suspend(true)]);

  const elsewhere = two.client();
  for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
  expect(await elsewhere.call(accounts.getCurrentUser)).toMatchObject({ suspension: { reason: 'Spam', until: null } });
  expect((await elsewhere.raw('GET', '/api/categories/global/messages')).status).toBe(200);
  expect((await elsewhere.raw('GET', '/api/user/export')).status).toBe(200);
  await expect(elsewhere.call(settings.removeAvatar)).rejects.toMatchObject({ code: 'suspended' });
  await expect(windowOf(client, two)).rejects.toMatchObject({ data: { code: 'suspended' } });

  await suspend(false);
  await stays(await windowOf(client, two));
}

it('an admin who suspends a person disconnects them on both nodes at once and leaves them reading', () =>
  expectSuspensionAcross(app, other));

it.skipIf(!hasRedisServer)('does the same when Redis relays between the nodes', async () => {
  const redis = await RedisServer.start();
  const env = { REDIS_URL: redis.url };
  const one = await startTestApp({ env });
  const two = await startTestApp({ env, beside: one });
  await expectSuspensionAcross(one, two);
  await two.close();
  await one.close();
  await redis.stop();
});
