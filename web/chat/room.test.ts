import { afterEach, expect, it, vi } from 'vitest';
import { listSavedCards } from '#contract/calls/pledges.ts';
import type { Message, MessagePage } from '#contract/chat/chat.ts';
import type { ReactionGroup } from '#contract/chat/reactions.ts';
import type { JoinedRoom } from '#contract/chat/socket-events.ts';
import { chatMessage } from '#testing/chat-message.ts';
import { keepFresh, reportChange } from '#web/data/freshness.ts';
import { makeQueryClient, query } from '#web/data/query.ts';
import { loadOlder } from './load-older.ts';
import { markRoomSeen } from './mark-room-seen.ts';
import { Room } from './room.ts';

const message = (seq: number) => chatMessage(seq);

const page = (seqs: number[], more: Partial<MessagePage> = {}): MessagePage => ({
  messages: seqs.map(message),
  hasMore: false,
  lastSeq: Math.max(...seqs),
  deleted: [],
  conversationId: null,
  roomId: 'Comedy',
  ...more,
});

const joined: JoinedRoom = {
  ok: true,
  roomId: 'Comedy',
  conversationId: null,
  lastSeq: 9,
  slowModeSeconds: 0,
  muted: null,
  canSend: true,
  otherReadSeq: null,
  listed: true,
};

/** The server's reactions. */
let stored: Record<string, ReactionGroup[]> = {};

/** Answers reads of messages with these pages, by their `after`; without one, with "newest". */
function serve(pages: Record<string, MessagePage>, onReactionsRead: () => void = () => undefined): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === '/api/categories/Comedy/messages')
      return Response.json(pages[searchParams.get('after') ?? 'newest']);
    const answer = Response.json({ reactions: stored });
    onReactionsRead();
    return answer;
  });
}

const openRoom = () => new Room({ kind: 'category', name: 'Comedy' }, null, { page: page([1, 2]), reactions: {} });
const contents = (room: Room) => [...room.tree.messages.values()].map(({ content }) => content);
const rootsOf = (room: Room) => room.tree.chunks.flatMap(({ roots }) => roots);

afterEach(() => {
  stored = {};
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('removes, adds and changes messages in a catch-up, and ignores changes of messages that it has not loaded', async () => {
  const room = openRoom();
  const [erased, unknown] = [message(2), message(0)].map((one) => ({ ...one, content: 'Message deleted' }));
  serve({ 2: page([3], { lastSeq: 5, deleted: ['m1'], changed: [erased, unknown] as Message[] }) });
  await room.catchUp();
  expect(contents(room)).toEqual(['Message deleted', 'number 3']);
  expect(room.settledSeq).toBe(5);
});

it('counts live and missed edits of messages that mention or answer the person, but not their own', async () => {
  const room = new Room({ kind: 'category', name: 'Comedy' }, 'u2', { page: page([1, 2]), reactions: {} });
  const mentions = [{ userId: 'u2', username: 'theo', start: 0, length: 5 }];
  room.change([{ ...message(1), mentions }]);
  room.change([message(1)]);
  room.change([{ ...message(2), senderId: 'u2', mentions }]);
  expect(room.editsForMe.count).toBe(1);
  const answer = { ...message(2), parentSender: { id: 'u2', username: 'theo', displayName: null } };
  serve({ 2: page([], { lastSeq: 4, changed: [{ ...message(1), mentions }, answer] }) });
  await room.catchUp();
  expect(room.editsForMe.count).toBe(3);
});

it('catches up on every missed message while later live messages arrive', async () => {
  const room = openRoom();
  room.joined = joined;
  const pages = { 2: page([3], { hasMore: true }), 3: page([4, 9]), 9: page([], { lastSeq: 9 }) };
  serve(pages);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string) => {
    room.receive(message(9));
    return fetch(url);
  });
  await room.catchUp();
  expect([rootsOf(room), room.settledSeq]).toEqual([['m1', 'm2', 'm3', 'm4', 'm9'], 9]);
});

it('catches up after a failed catch-up on the messages before a live one', async () => {
  const room = openRoom();
  serve({});
  room.receive(message(9));
  await expect(room.catchUp()).rejects.toThrow();
  serve({ 2: page([3, 9]) });
  await room.catchUp();
  expect([rootsOf(room), room.settledSeq]).toEqual([['m1', 'm2', 'm3', 'm9'], 9]);
});

it('keeps a deletion that arrives while an older answer of a catch-up is on its way', async () => {
  const room = openRoom();
  serve({ 2: page([3, 4]) });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = await fetch(url);
    room.remove('m4');
    return answer;
  });
  await room.catchUp();
  expect(rootsOf(room)).toEqual(['m1', 'm2', 'm3']);
});

it('asks again for messages that a failed catch-up after a reload did not read', async () => {
  const room = openRoom();
  room.joined = joined;
  serve({ newest: page([8, 9]) });
  await room.load();
  room.receive(message(12));
  serve({ 9: page([10, 11, 12]) });
  await room.catchUp();
  expect([rootsOf(room), room.settledSeq]).toEqual([['m8', 'm9', 'm10', 'm11', 'm12'], 12]);
});

it('asks only for what follows the live messages of a joined room', async () => {
  const room = openRoom();
  room.joined = joined;
  room.receive(message(3));
  room.receive(message(4));
  serve({ 4: page([5]) });
  await room.catchUp();
  expect([rootsOf(room), room.settledSeq]).toEqual([['m1', 'm2', 'm3', 'm4', 'm5'], 5]);
});

it('catches up with a server of the previous version, which sends no changes', async () => {
  const room = openRoom();
  serve({ 2: page([3]) });
  await room.catchUp();
  expect(contents(room)).toEqual(['number 1', 'number 2', 'number 3']);
});

it('loads the newest page if it missed more deletions than the server lists', async () => {
  const room = openRoom();
  const pages = {
    2: page([3], { hasMore: true, lastSeq: 3, needsReload: true }),
    newest: page([8, 9]),
    9: page([10, 11], { deleted: ['m8'] }),
  };
  // While the reactions of the newest page load, a message arrives and another one is deleted.
  serve(pages, () => {
    if (room.tree.messages.has('m1')) room.receive(message(10));
  });
  await room.catchUp();
  expect(contents(room)).toEqual(['number 9', 'number 10', 'number 11']);
  expect([room.phase, room.settledSeq]).toEqual(['ready', 11]);
});

it('keeps an unsent message when a catch-up reads the same text again that it has shown before', async () => {
  const room = new Room({ kind: 'category', name: 'Comedy' }, 'u1', { page: page([1, 2]), reactions: {} });
  const sent = message(3);
  const said = { content: sent.content, images: [] };
  room.confirm(room.outbox.put(said, null), sent);
  const { nonce } = room.outbox.put(said, null);
  serve({ 2: page([3]) });
  await room.catchUp();
  expect(room.outbox.items.map((item) => item.nonce)).toEqual([nonce]);
  // A broadcast may arrive before its acknowledgement.
  room.receive({ ...message(4), content: sent.content });
  expect([room.outbox.items, room.tree.messages.has('m4')]).toEqual([[], true]);
});

it('lowers reply counts in a catch-up with deleted replies, and counts replies on later pages once', async () => {
  const room = openRoom();
  room.tree.update('m1', { replyCount: 1 });
  const later = { deleted: [], messages: [chatMessage(5, 2)], lastSeq: 5 };
  // When the first page is read, both replies are stored.
  const parents = [
    { id: 'm1', replyCount: 0 },
    { id: 'm2', replyCount: 2 },
  ];
  serve({
    2: page([], { messages: [chatMessage(4, 2)], lastSeq: 4, hasMore: true, deleted: ['m3'], parents }),
    4: page([], later),
  });
  await room.catchUp();
  expect(['m1', 'm2'].map((id) => room.tree.messages.get(id)?.replyCount)).toEqual([0, 2]);
});

const heartOf = (...userIds: string[]): ReactionGroup[] => [{ emoji: '❤️', count: userIds.length, userIds }];
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('loads the reactions of messages that a catch-up has read', async () => {
  const room = openRoom();
  stored = { m3: heartOf('u5') };
  serve({ 2: page([3]) });
  await room.catchUp();
  await settled();
  expect(room.reactions.of('m3')).toEqual(heartOf('u5'));
});

it('loads the reactions of the newest messages again after 30 seconds, and earlier once it has missed some', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const room = openRoom();
  const [known] = room.tree.chunks;
  stored = { m1: heartOf('u5') };
  serve({});
  room.refreshReactions();
  await settled();
  expect(room.reactions.of('m1')).toEqual([]);
  vi.setSystemTime(Date.now() + 31_000);
  room.refreshReactions();
  await settled();
  expect(room.reactions.of('m1')).toEqual(heartOf('u5'));
  expect(room.tree.chunks[0]).not.toBe(known);
  stored = {};
  room.reactionsReadAt = 0;
  room.refreshReactions();
  await settled();
  expect(room.reactions.of('m1')).toEqual([]);
});

it('keeps a reaction that arrives while an older answer is on its way', async () => {
  const room = openRoom();
  serve({}, () => room.reactions.apply({ messageId: 'm1', emoji: '❤️', userId: 'u7', action: 'added' }));
  await room.reactions.load(['m1'], () => undefined);
  expect(room.reactions.of('m1')).toEqual(heartOf('u7'));
});

it('keeps a loaded page if the catch-up after it fails', async () => {
  const room = openRoom();
  serve({ newest: page([8, 9]) });
  await room.load();
  expect([room.phase, contents(room), room.settledSeq]).toEqual(['ready', ['number 8', 'number 9'], 9]);
});

it('keeps the person’s own reaction if a load that began after the click answers with older reactions', async () => {
  const room = openRoom();
  const { promise: older, resolve: answerOlder } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/batch') ? older : Response.json({ reactions: heartOf('u2'), action: 'added' }),
  );
  const toggled = room.reactions.toggle('m1', '❤️', 'u2', false, () => undefined);
  const loaded = room.reactions.load(['m1'], () => undefined);
  await toggled;
  answerOlder(Response.json({ reactions: {} }));
  await loaded;
  expect(room.reactions.of('m1')).toEqual(heartOf('u2'));
});

it('makes no cached data stale when it loads reactions and marks its notices as read', async () => {
  const queries = makeQueryClient();
  keepFresh(queries);
  const { queryKey } = query(listSavedCards);
  queries.setQueryData(queryKey, []);
  const isStale = () => queries.getQueryState(queryKey)?.isInvalidated;
  const answered: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    answered.push(path);
    return Response.json({ ok: true, reactions: {} });
  });
  const room = new Room({ kind: 'category', name: 'Comedy' }, 'u2', { page: page([1, 2]), reactions: {} });
  markRoomSeen(room);
  await room.reactions.load(['m1'], () => undefined);
  await new Promise((resolve) => setTimeout(resolve));
  expect(answered).toEqual(['/api/rooms/Comedy/read', '/api/messages/reactions/batch']);
  expect(isStale()).toBe(false);
  reportChange();
  expect(isStale()).toBe(true);
  queries.clear();
});

it('keeps deletions and changes that arrive while older messages or replies load', async () => {
  const first = page([5, 6], { hasMore: true });
  const room = new Room({ kind: 'category', name: 'Comedy' }, null, { page: first, reactions: {} });
  serve({ newest: page([3, 4]) }, () => {
    room.remove('m3');
    room.change([{ ...message(4), content: 'Message deleted' }]);
  });
  await loadOlder(room);
  expect(rootsOf(room)).toEqual(['m4', 'm5', 'm6']);
  expect(room.tree.messages.get('m4')?.content).toBe('Message deleted');

  room.countReplies('m6', 2);
  vi.stubGlobal('fetch', async () => {
    room.remove('m7');
    return Response.json({ replies: [chatMessage(7, 6), chatMessage(8, 6)], hasMore: false, reactions: {} });
  });
  await room.toggleThread('m6', true);
  expect(room.tree.childrenOf('m6')).toEqual(['m8']);
});
