import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { openPoolConversation } from '#contract/chat/chat.ts';
import { toggleReaction } from '#contract/chat/reactions.ts';
import { limits } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { type ChatClient, chatClient, closeChatClients } from '#testing/chat-client.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { forgetRooms } from './find-room.ts';

/** The receiving windows of each broadcast, including when a person's windows differ in age gate and rooms. */
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  closeChatClients();
  await app.close();
});

const passed = { age_verified: '1' };

/** Packets arrive in order, so after this message the window has received everything sent before. */
async function receivesEverything(window: ChatClient): Promise<void> {
  await window.join('Comedy');
  const { id } = await window.say('Comedy', 'Is this on?');
  await window.waitForEvent('room_message_received', (message) => message.id === id);
}

it('a window before the age gate receives nothing of an adult pool that its person follows in another window', async () => {
  const [owner, sam] = [await insertPerson(app), await insertPerson(app)];
  for (const { client } of [owner, sam]) client.cookies.set('age_verified', '1');
  const pool = await makePool(owner);
  await app.context.db.sql`update pools set adult = true where id = ${pool.id}`;
  const [before, past] = [await chatClient(app, sam), await chatClient(app, sam, { cookies: passed })];
  const owners = await chatClient(app, owner, { cookies: passed });
  // Both ways to follow: opening the conversation, and writing in it.
  const { conversationId: id } = await sam.client.call(openPoolConversation, { body: { poolId: pool.id } });
  await past.joinConversation(id);
  const mine = await past.sendDirect(id, 'Something for adults');
  const sent = await owners.sendDirect(id, 'More of it', { parentMessageId: mine.id });
  await owner.client.call(toggleReaction, { params: { id: sent.id }, body: { emoji: '👍' } });
  for (const message of [mine, sent]) {
    await past.waitForEvent('conversation_updated', ({ lastMessage }) => lastMessage?.id === message.id);
  }
  await past.waitForEvent('reaction_updated', ({ messageId }) => messageId === sent.id);
  // Also check a window that was opened after following.
  const later = await chatClient(app, sam);
  const last = await owners.sendDirect(id, 'The last of it');
  await past.waitForEvent('conversation_updated', ({ lastMessage }) => lastMessage?.id === last.id);
  for (const window of [before, later]) {
    await receivesEverything(window);
    expect(window.received('conversation_updated')).toEqual([]);
    expect(window.received('message_received')).toEqual([]);
    expect(window.received('reaction_updated')).toEqual([]);
  }
});

it('a window before the age gate receives nothing more once its pool becomes adult', async () => {
  const [owner, sam] = [await insertPerson(app), await insertPerson(app)];
  const { id: poolId } = await makePool(owner);
  const { conversationId: id } = await sam.client.call(openPoolConversation, { body: { poolId } });
  const [before, past] = [await chatClient(app, sam), await chatClient(app, sam, { cookies: passed })];
  for (const window of [before, past]) await window.join(id);
  await app.context.db.sql`update pools set adult = true where id = ${poolId}`;
  forgetRooms(app.context);
  const sent = await past.say(id, 'Now for adults', { type: 'tippool' });
  await past.waitForEvent('room_message_received', (message) => message.id === sent.id);
  await receivesEverything(before);
  expect(await before.ask('leave_room', id)).toEqual({ ok: true });
  expect(before.received('room_message_received').map(({ roomId }) => roomId)).toEqual(['Comedy']);
});

it('a person without access can still leave a room, and closed rooms do not count toward the limit', async () => {
  const [owner, sam, admin] = [await insertPerson(app), await insertPerson(app), await insertPerson(app, 'admin')];
  const pools = await Promise.all(Array.from({ length: limits.chat.joinedMax / 2 + 1 }, () => makePool(owner)));
  const ids = await Promise.all(
    pools.map(
      async ({ id: poolId }) => (await sam.client.call(openPoolConversation, { body: { poolId } })).conversationId,
    ),
  );
  const [[removed = ''], [later = '']] = [ids, ids.slice(-1)];
  const window = await chatClient(app, sam);
  for (const id of ids.slice(0, -1)) {
    for (const joined of [await window.join(id), await window.joinConversation(id)]) expect(joined.ok).toBe(true);
  }
  expect((await window.join(later)).error?.code).toBe('too_many_rooms');
  const act = { action: 'remove', reason: 'Not allowed here' } as const;
  await admin.client.call(actOnPool, { params: { id: pools[0]?.id ?? '' }, body: act });
  expect((await window.join(later)).ok).toBe(true);
  expect((await window.joinConversation(later)).ok).toBe(true);
  expect((await window.join('Comedy')).error?.code).toBe('too_many_rooms');
  for (const event of ['leave_room', 'leave_conversation'])
    expect(await window.ask(event, removed)).toEqual({ ok: true });
  expect(window.received('error').map(({ code }) => code)).toEqual(['too_many_rooms', 'too_many_rooms']);
});

it('applies concurrent joins and leaves in the order they were sent', async () => {
  const [sam, mia] = [await insertPerson(app), await insertPerson(app)];
  const [window, other] = [await chatClient(app, sam), await chatClient(app, mia)];
  forgetRooms(app.context);
  await Promise.all([window.ask('join_room', 'Film'), window.ask('leave_room', 'Film')]);
  await other.say('Film', 'Anyone here?');
  await receivesEverything(window);
  expect(window.received('room_message_received').map(({ roomId }) => roomId)).toEqual(['Comedy']);

  await window.join('Film');
  forgetRooms(app.context);
  await Promise.all([window.ask('leave_room', 'Film'), window.ask('join_room', 'Film')]);
  const { id } = await other.say('Film', 'Are you back?');
  await window.waitForEvent('room_message_received', (message) => message.id === id);
});
