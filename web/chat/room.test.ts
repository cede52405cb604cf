import { afterEach, expect, it, vi } from 'vitest';
import type { Message, MessagePage } from '#contract/chat.ts';
import { listSavedCards } from '#contract/pledges.ts';
import { chatMessage } from '#testing/chat-message.ts';
import { keepFresh, reportChange } from '#web/data/freshness.ts';
import { makeQueryClient, query } from '#web/data/query.ts';
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

/** Answers reads of messages with these pages, by their `after`; without one, with "newest". */
function serve(pages: Record<string, MessagePage>): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const isRead = pathname === '/api/categories/Comedy/messages';
    return Response.json(isRead ? pages[searchParams.get('after') ?? 'newest'] : { reactions: {} });
  });
}

const openRoom = () => new Room({ kind: 'category', name: 'Comedy' }, null, { page: page([1, 2]), reactions: {} });
const contents = (room: Room) => [...room.tree.messages.values()].map(({ content }) => content);

afterEach(() => {
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

it('catches up with a server of the previous version, which sends no changes', async () => {
  const room = openRoom();
  serve({ 2: page([3]) });
  await room.catchUp();
  expect(contents(room)).toEqual(['number 1', 'number 2', 'number 3']);
});

it('loads the newest page if it missed more deletions than the server lists', async () => {
  const room = openRoom();
  serve({ 2: page([3], { hasMore: true, lastSeq: 3, needsReload: true }), newest: page([8, 9]) });
  await room.catchUp();
  expect(contents(room)).toEqual(['number 8', 'number 9']);
  expect([room.phase, room.settledSeq]).toEqual(['ready', 9]);
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
