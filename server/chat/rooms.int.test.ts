import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  deleteMessage,
  listCategoryMessages,
  listConversations,
  listMessageReplies,
  listPoolMessages,
  type messageQuery,
  openPoolConversation,
} from '#contract/chat/chat.ts';
import { toggleReaction } from '#contract/chat/reactions.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { listCategories } from '#contract/creators/creators.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { type ChatClient, chatClient, closeChatClients, quiet } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let mia: Person;
let sam: Person;
let miaWindow: ChatClient;
let samWindow: ChatClient;
let pool: Pool;

beforeAll(async () => {
  app = await startTestApp();
  [mia, sam] = [await insertPerson(app), await insertPerson(app)];
  await app.context.db.sql`update users set display_name = 'Mia Chen' where id = ${mia.id}`;
  [miaWindow, samWindow] = [await chatClient(app, mia), await chatClient(app, sam)];
  pool = await makePool(mia);
});

/** Stores messages of one person of which each answers the one before. Returns their ids, oldest first. */
async function writeChain(who: Person, category: string, length: number): Promise<string[]> {
  const rows = await app.context.db.sql<{ id: string }[]>`
    with room as (
      update chat_rooms set last_seq = last_seq + ${length}
      where category_id = (select id from categories where name = ${category}) returning id, last_seq - ${length} as seq),
    line as materialized (select n, gen_random_uuid() as id from generate_series(1, ${length}::int) n)
    insert into messages (id, room_id, seq, sender_id, parent_id, depth, content, reply_count)
    select l.id, room.id, room.seq + l.n, ${who.id}, above.id, l.n, 'Line ' || l.n, case when l.n < ${length} then 1 else 0 end
    from room cross join line l left join line above on above.n = l.n - 1 order by l.n
    returning id`;
  return rows.map((row) => row.id);
}

afterAll(async () => {
  closeChatClients();
  await app.close();
});

describe('the room of a category', () => {
  it('broadcasts a stored message to everyone in the room', async () => {
    await miaWindow.join('Comedy');
    const joined = await samWindow.join('Comedy');
    expect(joined).toMatchObject({ ok: true, roomId: 'Comedy', conversationId: null, canSend: true, muted: null });
    const sent = await miaWindow.say('Comedy', '  Who laughs last?  ');
    expect(sent).toMatchObject({
      content: 'Who laughs last?',
      roomId: 'Comedy',
      conversationId: null,
      senderId: mia.id,
      senderName: 'Mia Chen',
      parentMessageId: null,
      replyCount: 0,
      seq: joined.lastSeq + 1,
    });
    expect(await samWindow.waitForEvent('room_message_received', ({ id }) => id === sent.id)).toEqual(sent);
    expect(await miaWindow.waitForEvent('room_message_received', ({ id }) => id === sent.id)).toEqual(sent);
    const categories = await sam.client.call(listCategories);
    const comedy = categories.find(({ name }) => name === 'Comedy');
    for (const id of [String(comedy?.id), 'comedy']) {
      const page = await app.client().call(listCategoryMessages, { params: { id } });
      expect(page.messages.at(-1)).toEqual(sent);
      expect(page).toMatchObject({ hasMore: false, roomId: 'Comedy', deleted: [] });
    }
  });

  it('gives a message an id of UUID version 7, which begins with its time', async () => {
    await miaWindow.join('Comedy');
    const before = Date.now();
    const { id } = await miaWindow.say('Comedy', 'What time is it?');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('keeps a person who asks for its state again while it cannot be read', async () => {
    const window = await chatClient(app, sam);
    await window.join('Gaming');
    const { sql } = app.context.db;
    await sql`alter table chat_mutes rename to chat_mutes_away`;
    const answer = await window.ask('join_room', { roomId: 'Gaming' });
    await sql`alter table chat_mutes_away rename to chat_mutes`;
    expect(answer.error?.code).toBe('internal');
    await miaWindow.say('Gaming', 'Still here?');
    await window.waitForEvent('room_message_received', ({ content }) => content === 'Still here?');
  });

  it('sends nothing to a person who left', async () => {
    await samWindow.join('Music');
    await miaWindow.say('Music', 'One');
    await samWindow.waitForEvent('room_message_received', ({ content }) => content === 'One');
    expect(await samWindow.ask('leave_room', { roomId: 'Music' })).toEqual({ ok: true });
    await miaWindow.say('Music', 'Two');
    await quiet(samWindow);
    expect(samWindow.received('room_message_received').some(({ content }) => content === 'Two')).toBe(false);
  });

  it('can be named by its number, and left without a name', async () => {
    const dance = (await sam.client.call(listCategories)).find(({ name }) => name === 'Dance');
    expect(await samWindow.ask('join_room', dance?.id)).toMatchObject({ ok: true, roomId: 'Dance' });
    expect(await samWindow.ask('join_room', { roomId: dance?.id })).toMatchObject({ ok: true, roomId: 'Dance' });
    const sent = await miaWindow.ask('send_room_message', {
      roomId: dance?.id,
      content: 'By its number',
      type: 'category',
      parentMessageId: '',
      nonce: 7,
    });
    expect(sent).toMatchObject({ roomId: 'Dance', parentMessageId: null });
    await samWindow.waitForEvent('room_message_received', ({ content }) => content === 'By its number');
    expect(await miaWindow.say('Dance', 'Sent again', { nonce: 7 })).toEqual(sent);
    await miaWindow.ask('send_room_message', { roomId: dance?.id, content: '', nonce: 8 });
    await miaWindow.waitForEvent('error', ({ nonce }) => nonce === 8);
    for (const nonce of [null, '', null, ''])
      expect((await miaWindow.say('Dance', 'Each', { nonce })).id).toBeDefined();
    await expect
      .poll(() => samWindow.received('room_message_received').filter(({ content }) => content === 'Each').length)
      .toBe(4);
    expect((await miaWindow.ask('leave_room', null)).error?.code).toBe('validation_failed');
    expect(await samWindow.ask('leave_room')).toEqual({ ok: true });
    await miaWindow.say('Dance', 'No one is here');
    await quiet(samWindow);
    expect(samWindow.received('room_message_received').some(({ content }) => content === 'No one is here')).toBe(false);
    expect(samWindow.received('error')).toEqual([]);
  });

  it('exists for everyone as Global', async () => {
    await samWindow.join('Global');
    const sent = await miaWindow.say('Global', 'Good morning');
    await samWindow.waitForEvent('room_message_received', ({ id, roomId }) => id === sent.id && roomId === 'Global');
    const page = await app.client().call(listCategoryMessages, { params: { id: 'global' } });
    expect(page.messages.map(({ id }) => id)).toContain(sent.id);
  });

  it('requires the age gate for an adult category', async () => {
    expect((await miaWindow.join('NSFW')).error?.code).toBe('age_gate');
    expect((await miaWindow.say('NSFW', 'Hello')).error?.code).toBe('age_gate');
    const passed = await chatClient(app, mia, { cookies: { age_verified: '1' } });
    expect(await passed.join('NSFW')).toMatchObject({ ok: true, roomId: 'NSFW' });
    expect((await passed.say('NSFW', 'Hello')).id).toBeDefined();
    await expect(app.client().call(listCategoryMessages, { params: { id: 'NSFW' } })).rejects.toMatchObject({
      status: 403,
      code: 'age_gate',
    });
  });

  it('pages backward by fifty, and forward without gaps or duplicates', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 120; index += 1) ids.push((await miaWindow.say('Film', `Line ${index}`)).id);
    const read = (query: z.input<typeof messageQuery>) =>
      app.client().call(listCategoryMessages, { params: { id: 'Film' }, query });
    const pages = [await read({ page: 1, limit: 50 }), await read({ page: 2 }), await read({ page: 3 })];
    expect(pages.map(({ messages, hasMore }) => [messages.length, hasMore])).toEqual([
      [50, true],
      [50, true],
      [20, false],
    ]);
    expect(pages.reverse().flatMap(({ messages }) => messages.map(({ id }) => id))).toEqual(ids);
    const newest = await read({});
    const older = await read({ before: newest.messages[0]?.seq });
    expect(older.messages.map(({ id }) => id)).toEqual(ids.slice(20, 70));
    // One message before the catch-up position and one after it.
    const gone = [ids[3] ?? '', ids[50] ?? ''];
    for (const id of gone) await mia.client.call(deleteMessage, { params: { id } });
    let after = pages[0]?.messages[4]?.seq ?? 0;
    const caught: string[] = [];
    const deleted: string[] = [];
    for (;;) {
      const page = await read({ after });
      caught.push(...page.messages.map(({ id }) => id));
      deleted.push(...page.deleted);
      after = page.lastSeq;
      if (!page.hasMore) break;
    }
    expect(caught).toEqual(ids.slice(5).filter((id) => !gone.includes(id)));
    expect(deleted).toEqual(gone);
    expect(await read({ after })).toMatchObject({ messages: [], hasMore: false, deleted: [], lastSeq: after });
  });
});

describe("a pool's chat", () => {
  it('is the same conversation under both names and open to read', async () => {
    const { conversationId } = await sam.client.call(openPoolConversation, { body: { poolId: pool.id } });
    const list = await app.client().call(listPoolMessages, { params: { id: pool.id } });
    expect(list.conversationId).toBe(conversationId);
    expect(await samWindow.joinConversation(conversationId)).toMatchObject({ ok: true, conversationId });
    expect(await miaWindow.join(conversationId)).toMatchObject({ ok: true, roomId: conversationId, conversationId });
    const toRoom = await miaWindow.say(conversationId, 'Shall we?', { type: 'tippool' });
    await samWindow.waitForEvent('message_received', ({ id }) => id === toRoom.id);
    await samWindow.waitForEvent('conversation_updated', ({ lastMessage }) => lastMessage?.id === toRoom.id);
    const toConversation = await samWindow.sendDirect(conversationId, 'We shall');
    await miaWindow.waitForEvent('room_message_received', ({ id }) => id === toConversation.id);
    const page = await app.client().call(listPoolMessages, { params: { id: pool.id } });
    expect(page.messages.map(({ content }) => content)).toEqual(['Shall we?', 'We shall']);
    const [listed] = await sam.client.call(listConversations);
    expect(listed).toMatchObject({
      id: conversationId,
      type: 'pool',
      poolId: pool.id,
      poolTitle: pool.title,
      unreadCount: 0,
    });
    expect((await miaWindow.sendDirect(conversationId, 'Once more')).id).toBeDefined();
    expect((await sam.client.call(listConversations))[0]).toMatchObject({
      unreadCount: 1,
      lastMessage: { content: 'Once more' },
    });
  });

  it('lets authors post a message to the comments, and shows system messages about the pool', async () => {
    const { conversationId } = await app.client().call(listPoolMessages, { params: { id: pool.id } });
    const mine = await miaWindow.sendDirect(conversationId ?? '', 'Worth a comment');
    const post = (who: Person, messageId: string, poolId = pool.id) =>
      who.client.call(addComment, { params: { id: poolId }, body: { content: mine.content, messageId } });
    await post(mia, mine.id);
    const answer = await miaWindow.sendDirect(conversationId ?? '', 'Not this', { parentMessageId: mine.id });
    const elsewhere = await miaWindow.say('Comedy', 'Nor this');
    await expect(post(mia, answer.id)).rejects.toMatchObject({ status: 400 });
    await expect(post(mia, elsewhere.id)).rejects.toMatchObject({ status: 404 });
    await expect(post(sam, mine.id)).rejects.toMatchObject({ status: 403, code: 'own_message_only' });
    await mia.client.call(deleteMessage, { params: { id: answer.id }, body: {} });
    await expect(post(mia, answer.id)).rejects.toMatchObject({ status: 404 });
    const { comments } = await app.client().call(listComments, { params: { id: pool.id } });
    expect(comments[0]).toMatchObject({ content: 'Worth a comment', author: { id: mia.id } });
    await miaWindow.join(conversationId ?? '');
    await app.context.db.tx((tx) =>
      app.context.facts.publish(tx, 'pool.transitioned', {
        poolId: pool.id,
        from: 'open',
        to: 'goal_met',
        event: 'goal_met',
        reason: null,
        actorId: null,
        moveId: 99_001,
      }),
    );
    await app.settle();
    const line = await miaWindow.waitForEvent('room_message_received', ({ kind }) => kind === 'system');
    expect(line).toMatchObject({ event: 'goal_met', senderId: null, sender: null, senderName: 'Fanfare' });
    const page = await app.client().call(listPoolMessages, { params: { id: pool.id } });
    expect(page.messages.filter(({ kind }) => kind === 'system')).toEqual([line]);
    const onLine = { params: { id: line.id } };
    await expect(mia.client.call(toggleReaction, { ...onLine, body: { emoji: '👍' } })).rejects.toMatchObject({
      status: 404,
    });
    expect((await samWindow.sendDirect(conversationId ?? '', 'Hurray', { parentMessageId: line.id })).error?.code).toBe(
      'message_deleted',
    );
  });
});

describe('threads', () => {
  it('nest, have reply counts, and are deleted with their parent', async () => {
    await samWindow.join('Art');
    await miaWindow.join('Art');
    const top = await miaWindow.say('Art', 'What shall I draw?');
    const answer = await samWindow.say('Art', 'A fox', { parentMessageId: top.id });
    expect(answer).toMatchObject({ parentMessageId: top.id, depth: 2, parentSender: { id: mia.id } });
    const heard = await miaWindow.waitForEvent('reply_received', ({ id }) => id === answer.id);
    expect(heard).toEqual({ ...answer, parentReplyCount: 1 });
    await miaWindow.waitForEvent('room_message_received', ({ id }) => id === answer.id);
    const deeper = await miaWindow.say('Art', 'In snow?', { parentMessageId: answer.id });
    const deepest = await samWindow.say('Art', 'In snow', { parentMessageId: deeper.id });
    expect(deepest.depth).toBe(4);
    const { replies, hasMore } = await app.client().call(listMessageReplies, { params: { id: top.id } });
    expect(replies.map(({ id, replyCount }) => [id, replyCount])).toEqual([[answer.id, 1]]);
    expect(hasMore).toBe(false);
    const tops = await app.client().call(listCategoryMessages, { params: { id: 'Art' }, query: { threads: 'true' } });
    expect(tops.messages.map(({ id, replyCount }) => [id, replyCount])).toEqual([[top.id, 1]]);

    await expect(mia.client.call(deleteMessage, { params: { id: answer.id } })).rejects.toMatchObject({
      status: 403,
      code: 'own_message_only',
    });
    await expect(app.client().call(deleteMessage, { params: { id: answer.id } })).rejects.toMatchObject({
      status: 401,
    });
    const gone = await sam.client.call(deleteMessage, { params: { id: answer.id } });
    expect(gone).toEqual({
      ok: true,
      messageId: answer.id,
      deletedReplies: [deeper.id, deepest.id],
      parentMessageId: top.id,
    });
    expect(await miaWindow.waitForEvent('message_deleted', ({ messageId }) => messageId === answer.id)).toEqual({
      messageId: answer.id,
      deletedReplies: [deeper.id, deepest.id],
      parentMessageId: top.id,
      roomId: 'Art',
      conversationId: null,
      parentReplyCount: 0,
    });
    const left = await app.client().call(listCategoryMessages, { params: { id: 'Art' } });
    expect(left.messages.map(({ id, replyCount }) => [id, replyCount])).toEqual([[top.id, 0]]);
    await expect(sam.client.call(deleteMessage, { params: { id: answer.id } })).rejects.toMatchObject({ status: 404 });
    await expect(mia.client.call(deleteMessage, { params: { id: randomUUID() } })).rejects.toMatchObject({
      status: 404,
    });
    const late = await samWindow.say('Art', 'Too late', { parentMessageId: answer.id });
    expect(late.error?.code).toBe('message_deleted');
    const elsewhere = await samWindow.say('Music', 'Elsewhere', { parentMessageId: top.id });
    expect(elsewhere.error?.code).toBe('message_deleted');
  });
});

describe('deleting an account', () => {
  it('is quick even if the person replied to their own messages thousands of times in a row', async () => {
    const [ada, bo] = [await insertPerson(app), await insertPerson(app)];
    const ids = await writeChain(ada, 'Cooking', 5000);
    const bosWindow = await chatClient(app, bo);
    const { lastSeq: after } = await bosWindow.join('Cooking');
    const answer = await bosWindow.say('Cooking', 'Are you done?', { parentMessageId: ids[2] });
    await app.context.db.tx(async (tx) => {
      await tx`set local statement_timeout = '3s'`;
      await app.context.facts.publish(tx, 'user.left', { userId: ada.id });
    });
    const read = (query: z.input<typeof messageQuery>) =>
      bo.client.call(listCategoryMessages, { params: { id: 'Cooking' }, query });
    const { messages } = await read({});
    expect(messages.map(({ id: messageId, content }) => [messageId, content])).toEqual([
      ...ids.slice(0, 3).map((kept) => [kept, 'Message deleted']),
      [answer.id, 'Are you done?'],
    ]);
    expect(messages.map(({ replyCount }) => replyCount)).toEqual([1, 1, 1, 0]);
    // A broadcast lists at most 500 replies, a catch-up at most 1,000 deletions.
    const gone = await bosWindow.waitForEvent('message_deleted');
    expect(gone).toMatchObject({ messageId: ids[3], parentMessageId: ids[2], parentReplyCount: 1 });
    expect(gone.deletedReplies).toHaveLength(500);
    const missed = await read({ after });
    expect([missed.deleted.length, missed.needsReload]).toEqual([1000, true]);
    expect(missed.changed?.map((changed) => changed.id)).toEqual(ids.slice(0, 3));
  });
});
