import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCategoryMessages, openDirectConversation, openPoolConversation } from '#contract/chat/chat.ts';
import { blockUser, unblockUser } from '#contract/people.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { nodesEnv as env, startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { chatClient, closeChatClients, quiet } from '#testing/chat-client.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { eraseMessages, lockRoomsOf } from './account-deletion.sql.ts';
import { takeSequenceNumber } from './moderation/removal.sql.ts';

// cspell:ignore Grüße

/** Two nodes on one database; with TEST_REDIS_URL their sockets are joined by Redis, else by the database. */
let one: TestApp;
let two: TestApp;
/** Handshakes on the second node wait for it, after they began to read their rooms. */
let holding: Promise<void> | undefined;

beforeAll(async () => {
  one = await startTestApp({ env });
  const sockets = {
    events: [],
    readMissed: async () => [],
    roomsOf: () => (holding ?? Promise.resolve()).then(() => []),
  };
  two = await startTestApp({ env, beside: one, extra: () => ({ routes: [], sockets }) });
  // Enables cookie sign-in on the second node.
  await insertPerson(two);
});

afterAll(async () => {
  closeChatClients();
  await two.close();
  await one.close();
});

it('broadcasts a message of one node on the other, once and in full', async () => {
  const [mia, sam] = [await insertPerson(one), await insertPerson(one)];
  const [here, there] = [await chatClient(one, mia), await chatClient(two, sam)];
  await here.join('Comedy');
  await there.join('Comedy');
  // Longer than one PostgreSQL notification can be.
  const content = 'Grüße 🎭 '.repeat(222).trim();
  const sent = await here.say('Comedy', content);
  expect(await there.waitForEvent('room_message_received', ({ id }) => id === sent.id)).toEqual(sent);
  const answer = await there.say('Comedy', 'Hello over there');
  await here.waitForEvent('room_message_received', ({ id }) => id === answer.id);
  // The last message of the room is the last on both nodes.
  const last = await here.say('Comedy', 'That was all');
  for (const client of [here, there]) {
    await client.waitForEvent('room_message_received', ({ id }) => id === last.id);
    await quiet(client);
    expect(client.received('room_message_received').map(({ id }) => id)).toEqual([sent.id, answer.id, last.id]);
  }
});

it('shows a mention the same on both nodes and after a reload', async () => {
  const [mia, sam, lena] = [await insertPerson(one), await insertPerson(one), await insertPerson(two)];
  await one.context.db.sql`update users set display_name = 'Lena Two Nodes' where id = ${lena.id}`;
  const [here, there] = [await chatClient(one, mia), await chatClient(two, sam)];
  await there.join('Education');
  const sent = await here.say('Education', 'Hi @lena two nodes!');
  expect(sent.mentions).toEqual([{ userId: lena.id, username: expect.any(String), start: 3, length: 15 }]);
  expect(await there.waitForEvent('room_message_received', ({ id }) => id === sent.id)).toEqual(sent);
  const { messages } = await two.client().call(listCategoryMessages, { params: { id: 'Education' } });
  expect(messages.at(-1)).toEqual(sent);
});

it('delivers a conversation opened on one node to a person on the other', async () => {
  const [mia, sam] = [await insertPerson(one), await insertPerson(one)];
  const [here, there] = [await chatClient(one, mia), await chatClient(two, sam)];
  const { id } = await mia.client.call(openDirectConversation, { body: { otherUserId: sam.id } });
  const sent = await here.sendDirect(id, 'Are you there?');
  expect(await there.waitForEvent('message_received')).toEqual(sent);
  await sam.client.call(blockUser, { params: { id: mia.id } });
  expect((await here.sendDirect(id, 'Hello?')).error?.code).toBe('people_apart');
});

it('applies a block made on one node on the other', async () => {
  const [mia, sam, ada] = [await insertPerson(one), await insertPerson(one), await insertPerson(one)];
  const [here, there] = [await chatClient(one, mia), await chatClient(two, sam)];
  const beside = await chatClient(two, ada);
  for (const window of [there, beside]) await window.join('Art');
  await sam.client.call(blockUser, { params: { id: mia.id } });
  const unseen = await here.say('Art', 'Do you see this?');
  await beside.waitForEvent('room_message_received', ({ id }) => id === unseen.id);
  await sam.client.call(unblockUser, { params: { id: mia.id } });
  const seen = await here.say('Art', 'And this?');
  await there.waitForEvent('room_message_received', ({ id }) => id === seen.id);
  expect(there.received('room_message_received')).toEqual([seen]);
});

it.each(['the same node', 'the other node'])(
  'applies a block, a new conversation and a removed pool to a window that connects at that moment, from %s',
  async (origin) => {
    const acting = origin === 'the same node' ? two : one;
    const [mia, ada, sam] = [await insertPerson(acting), await insertPerson(acting), await insertPerson(acting)];
    const { id: poolId } = await makePool(mia);
    const { conversationId } = await sam.client.call(openPoolConversation, { body: { poolId } });
    const [miaWindow, adaWindow, beside] = [
      await chatClient(acting, mia),
      await chatClient(acting, ada),
      await chatClient(two, ada),
    ];
    const { promise, resolve: release } = Promise.withResolvers<void>();
    holding = promise;
    const opening = chatClient(two, sam);
    // The handshake reads the rooms of the chat.
    await sleep(150);
    await sam.client.call(blockUser, { params: { id: mia.id } });
    const { id: direct } = await ada.client.call(openDirectConversation, { body: { otherUserId: sam.id } });
    await acting.context.db.tx((tx) => applyPoolEvent(acting.context, tx, poolId, { type: 'remove' }));
    // Packets of one node arrive in order, so the second node has heard of all three.
    await adaWindow.sendDirect(direct, 'Are you there?');
    await beside.waitForEvent('message_received', ({ conversationId: id }) => id === direct);
    holding = undefined;
    release();
    const window = await opening;
    await window.join('Art');
    await miaWindow.say('Art', 'Do you see this?');
    await miaWindow.sendDirect(conversationId, 'Only for my eyes');
    const last = await adaWindow.sendDirect(direct, 'And now?');
    expect(await window.waitForEvent('message_received', ({ id }) => id === last.id)).toEqual(last);
    expect(window.received('room_message_received')).toEqual([]);
    expect(window.received('conversation_updated').map(({ id }) => id)).not.toContain(conversationId);
  },
);

it('refuses to join the chat of a pool removed on the other node, even if it is cached', async () => {
  const [mia, sam] = [await insertPerson(one), await insertPerson(one)];
  const [here, there] = [await chatClient(one, mia), await chatClient(two, sam)];
  const { id: poolId } = await makePool(mia);
  const { conversationId } = await mia.client.call(openPoolConversation, { body: { poolId } });
  expect(await there.join(conversationId)).toMatchObject({ ok: true });
  await there.ask('leave_room', conversationId);
  await one.context.db.tx((tx) => applyPoolEvent(one.context, tx, poolId, { type: 'remove' }));
  for (const name of ['join_room', 'join_conversation']) {
    expect(await there.ask(name, conversationId)).toMatchObject({ error: { code: 'not_found' } });
  }
  expect((await here.sendDirect(conversationId, 'Only I am left')).id).toBeDefined();
  // Packets of one node arrive in order, so nothing can follow this message.
  await there.join('Comedy');
  const last = await here.say('Comedy', 'Is anyone left?');
  await there.waitForEvent('room_message_received', ({ id }) => id === last.id);
  expect(there.received('message_received')).toEqual([]);
  expect(there.received('room_message_received').map(({ id }) => id)).toEqual([last.id]);
});

it('stops updates of a pool removed on the other node, even for people who write or follow at that moment', async () => {
  const [mia, sam, ada] = [await insertPerson(one), await insertPerson(one), await insertPerson(two)];
  const [here, writing, following] = [
    await chatClient(one, mia),
    await chatClient(two, sam),
    await chatClient(two, ada),
  ];
  const { id: poolId } = await makePool(mia);
  const follow = { body: { poolId } };
  const { conversationId } = await mia.client.call(openPoolConversation, follow);
  // The other node has cached the room under each of its keys.
  await writing.join(conversationId);
  await ada.client.call(openPoolConversation, follow);
  await one.context.db.tx((tx) => applyPoolEvent(one.context, tx, poolId, { type: 'remove' }));
  await writing.sendDirect(conversationId, 'Am I too late?');
  await expect(ada.client.call(openPoolConversation, follow)).rejects.toMatchObject({ code: 'not_found' });
  const last = await here.sendDirect(conversationId, 'Only for my eyes');
  // Packets of one node arrive in order, so nothing can follow this message.
  for (const window of [writing, following]) await window.join('Comedy');
  const fence = await here.say('Comedy', 'Is anyone left?');
  for (const window of [writing, following]) {
    await window.waitForEvent('room_message_received', ({ id }) => id === fence.id);
    expect(window.received('conversation_updated').map(({ lastMessage }) => lastMessage?.id)).not.toContain(last.id);
  }
});

it('gives concurrent writers on both nodes one order, each message once', async () => {
  const writers = await Promise.all(
    Array.from({ length: 8 }, async (_each, index) => chatClient(index % 2 ? one : two, await insertPerson(one))),
  );
  for (const writer of writers) await writer.join('Film');
  const sent = await Promise.all(
    writers.flatMap((writer, index) =>
      Array.from({ length: 25 }, (_each, line) =>
        writer.say('Film', `${index} says ${line}`, { nonce: `${index}-${line}` }),
      ),
    ),
  );
  const { messages } = await one.client().call(listCategoryMessages, { params: { id: 'Film' }, query: { limit: 100 } });
  const older = await two.client().call(listCategoryMessages, {
    params: { id: 'Film' },
    query: { limit: 100, before: messages[0]?.seq },
  });
  const stored = [...older.messages, ...messages].map(({ id }) => id);
  expect(stored).toEqual([...sent].sort((a, b) => a.seq - b.seq).map(({ id }) => id));
  for (const writer of writers) {
    await expect.poll(() => writer.received('room_message_received').length).toBe(sent.length);
    const heard = writer.received('room_message_received');
    expect(heard.map(({ id }) => id)).toEqual(stored);
  }
  // The messages of one person keep their order.
  for (const [index] of writers.entries()) {
    const lines = [...older.messages, ...messages].filter(({ content }) => content.startsWith(`${index} says`));
    expect(lines.map(({ content }) => content)).toEqual(lines.map((_each, line) => `${index} says ${line}`));
  }
});

it('broadcasts messages that a crashed node stored but did not broadcast, in their order', async () => {
  const [mia, sam] = [await insertPerson(one), await insertPerson(one)];
  const [here, there] = [await chatClient(one, mia), await chatClient(two, sam)];
  await here.join('Music');
  await there.join('Music');
  const first = await here.say('Music', 'First');
  await there.waitForEvent('room_message_received', ({ id }) => id === first.id);
  const { sql } = one.context.db;
  const [lost] = await sql<{ storedId: string; storedSeq: number }[]>`
    select s.* from store_messages(
      array[${mia.id}]::uuid[], array(select room_id from messages where id = ${first.id}), array[${first.id}]::uuid[],
      array['lost'], array['Not broadcast'], array['[]'::jsonb]) s`;
  const last = await there.say('Music', 'Last');
  for (const window of [here, there]) {
    await window.waitForEvent('room_message_received', ({ id }) => id === last.id);
    const heard = window.received('room_message_received');
    expect(heard.map(({ content }) => content)).toEqual(['First', 'Not broadcast', 'Last']);
    expect(heard[1]).toMatchObject({ id: lost?.storedId, seq: lost?.storedSeq, parentMessageId: first.id });
    expect(window.received('reply_received')[0]).toMatchObject({ id: lost?.storedId, parentReplyCount: 1 });
  }
  // The sender got no acknowledgment and repeats the send: no duplicate is stored or broadcast.
  expect((await here.say('Music', 'Not broadcast', { nonce: 'lost' })).id).toBe(lost?.storedId);
  await quiet(here, there);
  expect(there.received('room_message_received')).toHaveLength(3);
});

it('broadcasts messages that a crashed node erased, but did not broadcast', async () => {
  const [ada, sam] = [await insertPerson(one), await insertPerson(one)];
  const [here, there] = [await chatClient(one, ada), await chatClient(two, sam)];
  await there.join('Gaming');
  const question = await here.say('Gaming', 'My question');
  await there.say('Gaming', 'An answer', { parentMessageId: question.id });
  await one.context.db.tx(async (tx) => {
    const [roomId = ''] = await lockRoomsOf(tx, ada.id);
    await eraseMessages(tx, { roomId, userId: ada.id, seq: await takeSequenceNumber(tx, roomId) });
  });
  await there.say('Gaming', 'Hello?');
  expect(await there.waitForEvent('message_changed')).toMatchObject({ id: question.id, content: 'Message deleted' });
});

it('delivers messages of several nodes in the order of their sequence numbers', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => insertPerson(one)));
  const windows = await Promise.all(people.map((each, index) => chatClient(index % 2 ? one : two, each)));
  for (const window of windows) await window.join('Tech');
  // A node's first packet of a room sets its starting number.
  const first = await windows[0]?.say('Tech', 'Hello');
  for (const window of windows) await window.waitForEvent('room_message_received', ({ id }) => id === first?.id);
  const count = 30;
  await Promise.all(
    windows.flatMap((window, index) =>
      Array.from({ length: count }, (_each, line) => window.say('Tech', `${index} ${line}`)),
    ),
  );
  for (const window of windows) {
    await expect.poll(() => window.received('room_message_received').length).toBe(windows.length * count + 1);
    const seqs = window.received('room_message_received').map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  }
});
