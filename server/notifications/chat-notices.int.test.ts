import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  deleteMessage,
  getConversation,
  listPoolMessages,
  openPoolConversation,
  readConversation,
  readRoom,
} from '#contract/chat/chat.ts';
import { chooseNotifications, listNotifications } from '#contract/notifications.ts';
import { blockUser } from '#contract/people.ts';
import { fullDate } from '#contract/values/time.ts';
import { runWaiting, startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { type ChatClient, chatClient, closeChatClients } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';
import { unlinkRemovedPool } from './notifications.sql.ts';

let app: TestApp;
let sam: Person;
let samWindow: ChatClient;

beforeAll(async () => {
  app = await startTestApp();
  sam = await insertPerson(app);
  samWindow = await chatClient(app, sam);
});
afterAll(async () => {
  closeChatClients();
  await app.close();
});

async function named(): Promise<[Person, string]> {
  const who = await insertPerson(app);
  const [row] = await app.context.db.sql<{ username: string }[]>`select username from users where id = ${who.id}`;
  return [who, row?.username ?? ''];
}

const noticesOf = async (who: Person) => {
  await runWaiting(app, 'notify.message');
  return who.client.call(listNotifications);
};

it('notifies a mentioned person after a delay, with a link to the chat', async () => {
  const [mia, name] = await named();
  const { id } = await samWindow.say('Music', `Listen, @${name}!`);
  await app.settle();
  expect((await mia.client.call(listNotifications)).notifications).toEqual([]);
  const { notifications, unreadCount } = await noticesOf(mia);
  expect(notifications).toMatchObject([
    { kind: 'chat_mention', read: false, href: `/browse-tip-pools?categories=Music#chat-${id}` },
  ]);
  expect(notifications[0]?.body).toContain(`“Listen, @${name}!”`);
  expect(unreadCount).toBe(1);
  // Reading the message in its room marks the notice as read.
  expect(await mia.client.call(readRoom, { params: { roomId: 'Gaming' } })).toEqual({ ok: true });
  expect((await noticesOf(mia)).unreadCount).toBe(1);
  await mia.client.call(readRoom, { params: { roomId: 'Music' } });
  expect(await noticesOf(mia)).toMatchObject({ unreadCount: 0, notifications: [{ read: true }] });
});

it('does not notify a person who has the room open', async () => {
  const [mia, name] = await named();
  await samWindow.say('Music', `Here, @${name}`);
  await app.settle();
  await mia.client.call(readRoom, { params: { roomId: 'Music' } });
  expect((await noticesOf(mia)).notifications).toEqual([]);
  // A later message, after they left, leads to a notice.
  await samWindow.say('Music', `@${name}? Are you gone?`);
  expect((await noticesOf(mia)).notifications).toHaveLength(1);
});

it('is marked as read with the pool’s conversation', async () => {
  const [mia, name] = await named();
  const pool = await makePool(sam);
  const { conversationId } = await mia.client.call(openPoolConversation, { body: { poolId: pool.id } });
  const first = await samWindow.sendDirect(conversationId, 'Hello, all');
  const second = await samWindow.sendDirect(conversationId, 'And', { parentMessageId: first.id });
  await samWindow.sendDirect(conversationId, `Welcome @${name}`, { parentMessageId: second.id });
  // The link of a reply points to its thread.
  const href = `${pool.canonicalPath}#chat-${first.id}`;
  expect((await noticesOf(mia)).notifications).toMatchObject([{ href, read: false }]);
  await mia.client.call(readConversation, { params: { id: conversationId } });
  expect((await noticesOf(mia)).unreadCount).toBe(0);
  // On the pool's page it is the same conversation.
  await samWindow.sendDirect(conversationId, 'More');
  const window = await chatClient(app, mia);
  await mia.client.call(readRoom, { params: { roomId: conversationId } });
  await window.waitForEvent('conversation_updated', ({ unreadCount }) => unreadCount === 0);
  const { unreadCount } = await mia.client.call(getConversation, { params: { id: conversationId } });
  expect(unreadCount).toBe(0);
});

it('loses its link to a removed pool for people who cannot open it, without a scan of all notices', async () => {
  const { sql, tx } = app.context.db;
  const [mia, leo] = [await insertPerson(app), await insertPerson(app)];
  const [pool, other] = [await makePool(sam), await makePool(sam)];
  await sql`
    insert into pledges (pool_id, fan_id, amount_cents, status, request_key, request_cents)
    values (${pool.id}, ${leo.id}, 1000, 'withdrawn', gen_random_uuid(), 1000)`;
  const hrefs = [`/pool/${pool.id}#chat-1`, `${pool.canonicalPath}?tab=comments#comments`, `/user/${pool.slug}`];
  const expectedHrefs = [...hrefs, other.canonicalPath, null];
  await sql`
    insert into notifications (user_id, kind, title, body, href, dedupe_key)
    select u, 'pool_commented', 'News', '', h, gen_random_uuid()
    from unnest(${[mia.id, leo.id, sam.id]}::uuid[]) u, unnest(${expectedHrefs}::text[]) h`;
  await sql`
    insert into notifications (user_id, kind, title, body, href, dedupe_key)
    select ${mia.id}, 'pool_commented', 'News', '', '/pool/' || gen_random_uuid(), gen_random_uuid() from generate_series(1, 5000)`;
  await sql`analyze notifications`;
  const scans = await tx(async (inner) => {
    await unlinkRemovedPool(inner, pool.id);
    const [row] = await inner<{ seqScan: number }[]>`
      select seq_scan from pg_stat_xact_user_tables where relid = 'notifications'::regclass`;
    return row?.seqScan;
  });
  expect(scans).toBe(0);
  const linksOf = async ({ id }: Person) => {
    const rows = await sql<{ href: string }[]>`
      select href from notifications where user_id = ${id} and href = any(${expectedHrefs.filter((href) => href !== null)}) order by href`;
    return rows.map(({ href }) => href);
  };
  expect(await linksOf(mia)).toEqual([`/user/${pool.slug}`, other.canonicalPath].sort());
  for (const who of [leo, sam]) expect(await linksOf(who)).toHaveLength(4);
});

it('skips people that a block keeps apart, in either direction, and deleted messages', async () => {
  const [mia, name] = await named();
  const [leo, leosName] = await named();
  const [eve, evesName] = await named();
  await mia.client.call(blockUser, { params: { id: sam.id } });
  await sam.client.call(blockUser, { params: { id: eve.id } });
  const { id } = await samWindow.say('Music', `Hey @${name}, @${evesName} and @${leosName}`);
  expect((await noticesOf(leo)).unreadCount).toBe(1);
  // The list would hide stored ones.
  expect(await app.context.db.sql`select kind from notifications where user_id in (${mia.id}, ${eve.id})`).toEqual([]);
  const other = await samWindow.say('Music', `Hey again, @${leosName}`);
  await sam.client.call(deleteMessage, { params: { id: other.id } });
  expect((await noticesOf(leo)).notifications).toHaveLength(1);
  await sam.client.call(deleteMessage, { params: { id } });
  expect(await noticesOf(leo)).toEqual({ notifications: [], unreadCount: 0 });
});

it('does not quote messages in the chat of an adult pool', async () => {
  const [mia, name] = await named();
  const pool = await makePool(sam, { title: 'Something naughty' });
  const { conversationId } = await sam.client.call(listPoolMessages, { params: { id: pool.id } });
  await app.context.db.sql`update pools set adult = true where id = ${pool.id}`;
  sam.client.cookies.set('age_verified', '1');
  const window = await chatClient(app, sam, { cookies: { age_verified: '1' } });
  const { id } = await window.sendDirect(conversationId ?? '', `Naughty words for @${name}`);
  const { notifications } = await noticesOf(mia);
  expect(notifications).toMatchObject([
    { body: `In the chat of “Adult pool from ${fullDate(pool.createdAt)}”.`, href: `/pool/${pool.id}#chat-${id}` },
  ]);
  expect(JSON.stringify(notifications)).not.toMatch(/naughty/i);
  await app.context.db.sql`update pools set adult = false where id = ${pool.id}`;
});

it('is mailed to people who chose email and are away, unless they turn it off or a block comes between meanwhile', async () => {
  const [mia, name] = await named();
  const [leo, leosName] = await named();
  const [ida, idaName] = await named();
  const [ben, bensName] = await named();
  const [eve, evesName] = await named();
  const [max, maxName] = await named();
  const [zoe, zoeName] = await named();
  for (const who of [mia, leo, eve, max, zoe])
    await who.client.call(chooseNotifications, { body: { topic: 'chat', mail: 'at_once' } });
  for (const who of [ida, ben])
    await who.client.call(chooseNotifications, { body: { topic: 'chat', mail: 'at_once', inApp: false } });
  await samWindow.say('Music', `A letter for @${name}, @${leosName}, @${idaName} and @${bensName}`);
  await samWindow.say('Music', `And one for @${evesName}, @${maxName} and @${zoeName}`);
  expect((await noticesOf(mia)).unreadCount).toBe(1);
  expect((await noticesOf(ida)).notifications).toEqual([]);
  for (const who of [leo, ben]) await who.client.call(readRoom, { params: { roomId: 'Music' } });
  await eve.client.call(chooseNotifications, { body: { topic: 'chat', mail: 'never' } });
  await max.client.call(blockUser, { params: { id: sam.id } });
  await sam.client.call(blockUser, { params: { id: zoe.id } });
  await runWaiting(app, 'notify.away');
  const mails = async (who: Person) => {
    const [row] = await app.context.db.sql<{ email: string }[]>`select email from users where id = ${who.id}`;
    return readOutbox(app, row?.email);
  };
  for (const who of [mia, ida]) {
    const [mail, ...more] = await mails(who);
    expect(mail?.subject).toContain('mentioned you');
    expect(mail?.text).toContain('because someone mentioned you or replied to you in a chat on');
    expect(mail?.text).not.toContain('part of a pool');
    expect(more).toEqual([]);
  }
  for (const who of [leo, ben, eve, max, zoe]) expect(await mails(who)).toEqual([]);
});
