import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deleteMessage,
  getConversation,
  getUnreadTotals,
  listCategoryMessages,
  listConversationMessages,
  listConversations,
  listMentionable,
  listMessageReplies,
  openDirectConversation,
  openPoolConversation,
  readConversation,
} from '#contract/chat/chat.ts';
import {
  listPrivateReactions,
  listReactions,
  togglePrivateReaction,
  toggleReaction,
} from '#contract/chat/reactions.ts';
import { blockUser, unblockUser } from '#contract/people.ts';
import { makeReport } from '#contract/reports.ts';
import { deleteAccount } from '#contract/settings.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { type ChatClient, chatClient, closeChatClients, quiet } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { storeDrafts } from './store-messages.sql.ts';

let app: TestApp;
let mia: Person;
let sam: Person;
let eve: Person;
let miaWindow: ChatClient;
let samWindow: ChatClient;
let evesWindow: ChatClient;
let id: string;

const direct = (who: Person, other: Person) =>
  who.client.call(openDirectConversation, { body: { otherUserId: other.id } });
const listed = async (who: Person) => (await who.client.call(listConversations)).find((one) => one.id === id);

beforeAll(async () => {
  app = await startTestApp();
  [mia, sam, eve] = [await insertPerson(app), await insertPerson(app), await insertPerson(app)];
  [miaWindow, samWindow, evesWindow] = [
    await chatClient(app, mia),
    await chatClient(app, sam),
    await chatClient(app, eve),
  ];
  ({ id } = await direct(mia, sam));
});

afterAll(async () => {
  closeChatClients();
  await app.close();
});

describe('a direct conversation', () => {
  it('is one per pair, and appears in the other person’s list after the first message', async () => {
    expect(await listed(mia)).toMatchObject({
      type: 'direct',
      poolId: null,
      otherUser: { id: sam.id },
      canSend: true,
      unreadCount: 0,
      lastMessage: null,
    });
    expect(await listed(sam)).toBeUndefined();
    expect((await direct(mia, sam)).id).toBe(id);
    const sent = await miaWindow.sendDirect(id, 'Hello Sam');
    // Sam has not joined the conversation and still receives the message.
    expect(await samWindow.waitForEvent('message_received', (message) => message.id === sent.id)).toEqual(sent);
    expect(await samWindow.waitForEvent('conversation_updated')).toMatchObject({
      id,
      conversationId: id,
      type: 'direct',
      lastMessage: { id: sent.id, content: 'Hello Sam', senderId: mia.id, sender: { username: sent.sender?.username } },
    });
    expect(await listed(sam)).toMatchObject({ unreadCount: 1, lastMessage: { id: sent.id, sender: { id: mia.id } } });
    expect((await direct(sam, mia)).id).toBe(id);
  });

  it('is created once when two people open it concurrently', async () => {
    const [ada, bo] = [await insertPerson(app), await insertPerson(app)];
    const all = await Promise.all([direct(ada, bo), direct(bo, ada), direct(ada, bo), direct(bo, ada)]);
    expect(new Set(all.map((one) => one.id)).size).toBe(1);
  });

  it('refuses oneself, unknown people and visitors', async () => {
    await expect(direct(mia, mia)).rejects.toMatchObject({ status: 400, code: 'own_conversation' });
    await expect(
      mia.client.call(openDirectConversation, { body: { otherUserId: randomUUID() } }),
    ).rejects.toMatchObject({ status: 404 });
    const visitor = app.client();
    await expect(visitor.call(listConversations)).rejects.toMatchObject({ status: 401 });
    await expect(visitor.call(listConversationMessages, { params: { id } })).rejects.toMatchObject({ status: 401 });
    await expect(visitor.call(openPoolConversation, { body: { poolId: randomUUID() } })).rejects.toMatchObject({
      status: 401,
    });
    const nowhere = { params: { id: randomUUID() } };
    await expect(mia.client.call(listConversationMessages, nowhere)).rejects.toMatchObject({ status: 404 });
    await expect(mia.client.call(readConversation, { params: { id: 'x' } })).rejects.toMatchObject({ status: 404 });
  });

  it('shows typing to the other person', async () => {
    await samWindow.joinConversation(id);
    await miaWindow.ask('start_typing', { conversationId: id });
    expect(await samWindow.waitForEvent('user_typing')).toMatchObject({ conversationId: id, userId: mia.id });
    await miaWindow.ask('stop_typing', { conversationId: id });
    await samWindow.waitForEvent('user_stopped_typing', ({ userId }) => userId === mia.id);
  });

  it('counts unread messages, and is marked as read in every window', async () => {
    const secondWindow = await chatClient(app, sam);
    await sam.client.call(readConversation, { params: { id } });
    expect((await sam.client.call(getUnreadTotals)).conversations).toBe(0);
    await secondWindow.waitForEvent('conversation_updated', ({ unreadCount }) => unreadCount === 0);
    const [first] = [await miaWindow.sendDirect(id, 'One'), await miaWindow.sendDirect(id, 'Two')];
    expect(await listed(sam)).toMatchObject({ unreadCount: 2 });
    expect(await listed(mia)).toMatchObject({ unreadCount: 0 });
    expect((await sam.client.call(getUnreadTotals)).conversations).toBe(1);
    await mia.client.call(deleteMessage, { params: { id: first?.id ?? '' } });
    await samWindow.waitForEvent('message_deleted', ({ messageId }) => messageId === first?.id);
    expect(await listed(sam)).toMatchObject({ unreadCount: 1 });
    await sam.client.call(readConversation, { params: { id } });
    expect(await sam.client.call(getConversation, { params: { id } })).toMatchObject({ unreadCount: 0 });
  });

  it('never moves the read position backward when a read runs concurrently with a write', async () => {
    const { db } = app.context;
    const [cyd, dan] = [await insertPerson(app), await insertPerson(app)];
    const { id: roomId } = await direct(cyd, dan);
    const mine = { senderId: cyd.id, roomId, parentId: null, nonce: null, content: 'Mine', mentions: [] };
    const reading = await db.tx(async (tx) => {
      await storeDrafts(tx, [mine]);
      const read = cyd.client.call(readConversation, { params: { id: roomId } });
      await lockWaits(tx, 1, 'chat_members');
      return { read };
    });
    await reading.read;
    const places = await db.sql`select read_seq from chat_members where room_id = ${roomId} and user_id = ${cyd.id}`;
    expect(places).toEqual([{ readSeq: 1 }]);
  });

  it('broadcasts reactions under both event names', async () => {
    const sent = await miaWindow.sendDirect(id, 'Good news');
    const reaction = { params: { id: sent.id }, body: { emoji: '🙏' } };
    expect(await sam.client.call(togglePrivateReaction, reaction)).toMatchObject({ action: 'added' });
    const news = { messageId: sent.id, conversationId: id, emoji: '🙏', userId: sam.id, action: 'added', count: 1 };
    expect(await miaWindow.waitForEvent('private_message_reaction')).toMatchObject(news);
    expect(await miaWindow.waitForEvent('reaction_updated')).toMatchObject(news);
    expect(await mia.client.call(listPrivateReactions, { params: { id: sent.id } })).toEqual({
      reactions: [{ emoji: '🙏', count: 1, userIds: [sam.id] }],
    });
  });

  it('refuses everyone else: no reading, joining, writing, typing, reacting, deleting, reporting or counting', async () => {
    const sent = await miaWindow.sendDirect(id, 'Between us');
    const refused = { status: 403, code: 'not_in_conversation' };
    const calls = eve.client;
    await expect(calls.call(listConversationMessages, { params: { id } })).rejects.toMatchObject(refused);
    await expect(calls.call(getConversation, { params: { id } })).rejects.toMatchObject(refused);
    await expect(calls.call(readConversation, { params: { id } })).rejects.toMatchObject(refused);
    await expect(calls.call(listMessageReplies, { params: { id: sent.id } })).rejects.toMatchObject(refused);
    await expect(calls.call(deleteMessage, { params: { id: sent.id } })).rejects.toMatchObject(refused);
    await expect(calls.call(listMentionable, { query: { roomId: id } })).rejects.toMatchObject(refused);
    await expect(calls.call(listPrivateReactions, { params: { id: sent.id } })).rejects.toMatchObject(refused);
    for (const endpoint of [toggleReaction, togglePrivateReaction]) {
      const reaction = { params: { id: sent.id }, body: { emoji: '👍' } };
      await expect(calls.call(endpoint, reaction)).rejects.toMatchObject(refused);
    }
    await sam.client.call(togglePrivateReaction, { params: { id: sent.id }, body: { emoji: '👍' } });
    const batchOf = (who: Pick<Person, 'client'>) =>
      who.client.call(listReactions, { body: { messageIds: [sent.id] } });
    expect((await batchOf(mia)).reactions[sent.id]).toEqual([{ emoji: '👍', count: 1, userIds: [sam.id] }]);
    for (const other of [eve, { client: app.client() }]) {
      expect(await batchOf(other)).toEqual({ reactions: { [sent.id]: [] } });
    }
    const report = { body: { kind: 'message' as const, id: sent.id, reason: 'Nosy' } };
    await expect(calls.call(makeReport, report)).rejects.toMatchObject({ status: 404 });
    for (const event of ['join_conversation', 'start_typing', 'stop_typing']) {
      expect((await evesWindow.ask(event, id)).error?.code, event).toBe('not_in_conversation');
    }
    for (const event of ['join_room', 'room_typing_start']) {
      expect((await evesWindow.ask(event, id)).error, event).toBeDefined();
    }
    expect((await evesWindow.sendDirect(id, 'Me too')).error?.code).toBe('not_in_conversation');
    expect((await evesWindow.say(id, 'Me too')).error).toBeDefined();
    // Internal names of socket.io rooms cannot be joined.
    for (const name of [`conv:${id}`, `listed:${id}`, `user:${mia.id}`, `sid:${mia.id}`, `room:${id}`]) {
      expect((await evesWindow.join(name)).error?.code, name).toBe('not_found');
    }
    await miaWindow.sendDirect(id, 'Still between us');
    await quiet(evesWindow);
    for (const event of ['message_received', 'conversation_updated', 'reaction_updated'] as const) {
      expect(evesWindow.received(event)).toEqual([]);
    }
  });

  it('stores a message once per nonce', async () => {
    const nonce = randomUUID();
    const sends = await Promise.all([1, 2, 3, 4].map(() => miaWindow.sendDirect(id, 'Only once', { nonce })));
    expect(new Set(sends.map((message) => message.id)).size).toBe(1);
    const again = await chatClient(app, mia);
    expect(await again.sendDirect(id, 'Only once', { nonce })).toEqual(sends[0]);
    await quiet(samWindow);
    expect(samWindow.received('message_received').filter(({ content }) => content === 'Only once')).toHaveLength(1);
    const theirs = await samWindow.sendDirect(id, 'Mine', { nonce });
    expect(theirs.id).not.toBe(sends[0]?.id);
  });

  it('returns missed messages after a lost connection', async () => {
    const before = await samWindow.joinConversation(id);
    samWindow.socket.disconnect();
    const missed = [await miaWindow.sendDirect(id, 'You there?'), await miaWindow.sendDirect(id, 'Hello?')];
    samWindow = await chatClient(app, sam);
    const joined = await samWindow.joinConversation(id);
    expect(joined.lastSeq).toBe(before.lastSeq + 2);
    const page = await sam.client.call(listConversationMessages, { params: { id }, query: { after: before.lastSeq } });
    expect(page.messages).toEqual(missed);
    expect(page).toMatchObject({ hasMore: false, lastSeq: joined.lastSeq });
  });

  it('refuses messages while one person blocks the other', async () => {
    const block = { params: { id: mia.id } };
    await sam.client.call(blockUser, block);
    expect((await miaWindow.sendDirect(id, 'Why?')).error?.code).toBe('people_apart');
    expect((await samWindow.sendDirect(id, 'Because')).error?.code).toBe('people_apart');
    await expect(direct(mia, sam)).rejects.toMatchObject({ status: 403, code: 'people_apart' });
    await expect(direct(sam, mia)).rejects.toMatchObject({ status: 403, code: 'people_apart' });
    expect(await listed(mia)).toMatchObject({ canSend: false });
    const read = await sam.client.call(listConversationMessages, { params: { id } });
    expect(read.messages.every(({ senderId }) => senderId === sam.id)).toBe(true);
    await sam.client.call(unblockUser, block);
    expect((await miaWindow.sendDirect(id, 'Thank you')).id).toBeDefined();
  });
});

describe('a pool’s conversation', () => {
  it('starts as read for a reader who follows it later', async () => {
    const { id: poolId } = await makePool(mia);
    const { conversationId } = await sam.client.call(openPoolConversation, { body: { poolId } });
    expect(await samWindow.joinConversation(conversationId)).toMatchObject({ listed: true });
    expect(await evesWindow.joinConversation(conversationId)).toMatchObject({ listed: false });
    await eve.client.call(readConversation, { params: { id: conversationId } });
    await samWindow.sendDirect(conversationId, 'Eve only reads');
    await eve.client.call(openPoolConversation, { body: { poolId } });
    const list = await eve.client.call(listConversations);
    expect(list.find((one) => one.id === conversationId)).toMatchObject({ unreadCount: 0 });
    await samWindow.sendDirect(conversationId, 'Now she follows');
    expect(await evesWindow.joinConversation(conversationId)).toMatchObject({ listed: true });
    const later = await eve.client.call(listConversations);
    expect(later.find((one) => one.id === conversationId)).toMatchObject({ unreadCount: 1 });
  });

  it('is not found if the pool is missing or hidden', async () => {
    await expect(mia.client.call(openPoolConversation, { body: { poolId: randomUUID() } })).rejects.toMatchObject({
      status: 404,
    });
    const hidden = await makePool(mia, { categories: ['NSFW'] });
    await expect(sam.client.call(openPoolConversation, { body: { poolId: hidden.id } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('the list of conversations', () => {
  it('hides the message of a blocked person when a later message is deleted', async () => {
    const { id: poolId } = await makePool(mia);
    const people = [mia, sam, eve];
    const [conversation] = await Promise.all(
      people.map((who) => who.client.call(openPoolConversation, { body: { poolId } })),
    );
    const conversationId = conversation?.conversationId ?? '';
    await eve.client.call(blockUser, { params: { id: sam.id } });
    const hidden = await samWindow.sendDirect(conversationId, 'Not for Eve');
    const last = await miaWindow.sendDirect(conversationId, 'A last word');
    await evesWindow.waitForEvent('conversation_updated', ({ lastMessage }) => lastMessage?.id === last.id);
    const news = (window: ChatClient) =>
      window.received('conversation_updated').filter((one) => one.conversationId === conversationId);
    const before = news(evesWindow).length;
    await mia.client.call(deleteMessage, { params: { id: last.id } });
    await expect.poll(() => news(miaWindow).at(-1)?.lastMessage?.id).toBe(hidden.id);
    await quiet(evesWindow);
    const events = news(evesWindow).slice(before);
    // The packet says that the conversation changed, without the message.
    expect(events).toEqual([{ id: conversationId, conversationId, type: 'pool', updatedAt: expect.any(String) }]);
    const list = await eve.client.call(listConversations);
    expect(list.find((one) => one.id === conversationId)?.lastMessage).toBeNull();
    await eve.client.call(unblockUser, { params: { id: sam.id } });
  });
});

describe('deleting an account', () => {
  it('erases the person’s messages and keeps the replies of others', async () => {
    const [ada, bo] = [await insertPerson(app), await insertPerson(app)];
    const [adasWindow, bosWindow] = [await chatClient(app, ada), await chatClient(app, bo)];
    await bosWindow.join('Podcasts');
    const alone = await adasWindow.say('Podcasts', 'My secret');
    const answered = await adasWindow.say('Podcasts', 'My question');
    const answer = await bosWindow.say('Podcasts', 'My answer', { parentMessageId: answered.id });
    const below = await bosWindow.say('Podcasts', 'Listen');
    const mine = await adasWindow.say('Podcasts', 'I do', { parentMessageId: below.id });
    await ada.client.call(toggleReaction, { params: { id: below.id }, body: { emoji: '👍' } });
    const conversation = await direct(ada, bo);
    await adasWindow.sendDirect(conversation.id, 'Goodbye');
    // A person without a password needs a fresh session.
    await app.context.db.sql`
      insert into sessions (id, token_hash, user_id, expires_at)
      values (${ada.id}, ${randomBytes(32)}, ${ada.id}, now() + interval '1 day')`;
    await ada.client.call(deleteAccount, { body: {} });
    await bosWindow.waitForEvent('message_deleted', ({ messageId }) => messageId === alone.id);
    const stored = await app.context.db.sql<{ id: string; content: string; replyCount: number }[]>`
      select id, content, reply_count from messages where room_id = (select room_id from messages where id = ${below.id})
        and deleted_at is null order by seq`;
    expect(stored.map((row) => [row.id, row.content, row.replyCount])).toEqual([
      [answered.id, 'Message deleted', 1],
      [answer.id, 'My answer', 0],
      [below.id, 'Listen', 0],
    ]);
    expect(mine.parentMessageId).toBe(below.id);
    // A client that was away during the deletion, and has the messages before it.
    const params = { id: 'Podcasts' };
    const missed = await bo.client.call(listCategoryMessages, { params, query: { after: mine.seq } });
    expect(missed).toMatchObject({ messages: [], hasMore: false, deleted: [alone.id, mine.id], needsReload: false });
    const erased = { id: answered.id, seq: answered.seq, content: 'Message deleted', senderName: 'Deleted user' };
    expect(missed.changed).toEqual([expect.objectContaining(erased)]);
    expect(missed.parents).toEqual([{ id: below.id, replyCount: 0 }]);
    const later = await bo.client.call(listCategoryMessages, { params, query: { after: missed.lastSeq } });
    expect(later).toMatchObject({ messages: [], deleted: [], changed: [] });
    const left = (await bo.client.call(listConversations)).find((one) => one.id === conversation.id);
    expect(left).toMatchObject({ canSend: false, lastMessage: null, unreadCount: 0 });
    expect((await bosWindow.sendDirect(conversation.id, 'Are you there?')).error?.code).toBe('people_apart');
  });

  it('broadcasts deleted messages, new reply counts and messages that stay without text', async () => {
    const [cyd, bo] = [await insertPerson(app), await insertPerson(app)];
    const [cydWindow, bosWindow] = [await chatClient(app, cyd), await chatClient(app, bo)];
    await bosWindow.join('Dance');
    const answered = await cydWindow.say('Dance', 'My question');
    const theirs = await bosWindow.say('Dance', 'My answer', { parentMessageId: answered.id });
    const mine = await cydWindow.say('Dance', 'Thank you', { parentMessageId: theirs.id });
    const above = await cydWindow.say('Dance', 'To myself');
    const under = await cydWindow.say('Dance', 'Still to myself', { parentMessageId: above.id });
    const conversation = await direct(cyd, bo);
    await cydWindow.sendDirect(conversation.id, 'Goodbye');
    await app.context.db.tx(async (tx) => {
      await app.context.facts.publish(tx, 'user.left', { userId: cyd.id });
      await tx`
        update users set email = 'deleted-' || id || '@deleted.invalid', username = 'deleted_' || left(id::text, 8),
          display_name = 'Deleted user', backs_private = true, deleted_at = now()
        where id = ${cyd.id}`;
    });
    const gone = { deletedReplies: [], parentMessageId: null, parentReplyCount: null };
    const deletionOf = (deletedId: string) =>
      bosWindow
        .waitForEvent('message_deleted', ({ messageId }) => messageId === deletedId)
        .then((news) => expect(news));
    (await deletionOf(above.id)).toMatchObject({ ...gone, deletedReplies: [under.id] });
    (await deletionOf(mine.id)).toMatchObject({ ...gone, parentMessageId: theirs.id, parentReplyCount: 0 });
    expect(await bosWindow.waitForEvent('message_changed')).toMatchObject({
      id: answered.id,
      content: 'Message deleted',
      senderName: 'Deleted user',
      replyCount: 1,
    });
    await bosWindow.waitForEvent(
      'conversation_updated',
      (news) => news.conversationId === conversation.id && news.lastMessage === undefined,
    );
  });
});

describe('the chat of a removed pool', () => {
  it('closes immediately for everyone without access, including people in it', async () => {
    const pool = await makePool(mia);
    const { conversationId } = await sam.client.call(openPoolConversation, { body: { poolId: pool.id } });
    await samWindow.join(conversationId);
    await samWindow.joinConversation(conversationId);
    expect((await samWindow.sendDirect(conversationId, 'Nice')).id).toBeDefined();
    await app.context.db.tx((tx) => applyPoolEvent(app.context, tx, pool.id, { type: 'remove' }));
    const read = sam.client.call(listConversationMessages, { params: { id: conversationId } });
    await expect(read).rejects.toMatchObject({ status: 404 });
    expect((await samWindow.sendDirect(conversationId, 'Where is it?')).error?.code).toBe('not_found');
    const last = await miaWindow.sendDirect(conversationId, 'Only I am left');
    expect(last.id).toBeDefined();
    await quiet(samWindow);
    expect(samWindow.received('message_received').map(({ id: heard }) => heard)).not.toContain(last.id);
    expect(samWindow.received('room_message_received').map(({ id: heard }) => heard)).not.toContain(last.id);
    expect(samWindow.received('conversation_updated').map((news) => news.lastMessage?.id)).not.toContain(last.id);
    // Windows opened later receive nothing either, although the pool is in their person's list.
    const later = await chatClient(app, sam);
    await miaWindow.sendDirect(conversationId, 'Still only I');
    await quiet(later);
    expect(later.received('conversation_updated')).toEqual([]);
  });
});
