import type { MessagePage, MessageQuery } from '#contract/chat.ts';
import { seesAdult } from '#server/creators/policy.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import type { ChatContext } from './chat-context.ts';
import { type MessageRow, messageOf } from './message.ts';
import { listAfter, listDeletions, listNewest } from './messages.sql.ts';
import type { ChatViewer } from './policy.ts';
import { conversationIdOf, type RoomRow, roomIdOf } from './room.ts';

interface Found {
  /** The oldest first. */
  rows: MessageRow[];
  hasMore: boolean;
  lastSeq: number;
  deleted: string[];
}

/** One page of a room that the viewer may read: the newest, those before a message, or what came after one. */
export async function listMessages(
  context: ChatContext,
  viewer: ChatViewer,
  room: RoomRow,
  query: MessageQuery,
): Promise<MessagePage> {
  const viewerId = viewer.actor?.userId ?? null;
  const found = await read(context, { room, viewerId, query });
  const reader = { adultToo: seesAdult(context, viewer), brandName: context.config.brandName };
  return {
    messages: found.rows.map((row) => messageOf(row, room, reader)),
    hasMore: found.hasMore,
    lastSeq: found.lastSeq,
    deleted: found.deleted,
    conversationId: conversationIdOf(room),
    roomId: roomIdOf(room),
  };
}

interface Asked {
  room: RoomRow;
  viewerId: string | null;
  query: MessageQuery;
}

function read(context: ChatContext, asked: Asked): Promise<Found> {
  const { viewerId, room, query } = asked;
  const find = () => (query.after === undefined ? backwards(context, asked) : onwards(context, asked, query.after));
  // Visitors see the same, and those who look at the same moment share what is read.
  return viewerId === null ? singleFlightOf(context)(`messages ${room.id} ${JSON.stringify(query)}`, find) : find();
}

async function backwards({ db }: ChatContext, { room, viewerId, query }: Asked): Promise<Found> {
  const { limit, page, before, threads } = query;
  const offset = (page - 1) * limit;
  const window = { roomId: room.id, viewerId, limit: limit + 1, offset, before, threads };
  const { rows, lastSeq } = await listNewest(db.sql, window);
  return { rows: rows.slice(0, limit).reverse(), hasMore: rows.length > limit, lastSeq, deleted: [] };
}

/** A catch-up: `lastSeq` is how far it goes, and what was deleted on the way is told. */
async function onwards({ db }: ChatContext, { room, viewerId, query }: Asked, after: number): Promise<Found> {
  const { limit, threads } = query;
  const { rows, lastSeq } = await listAfter(db.sql, { roomId: room.id, viewerId, limit: limit + 1, threads, after });
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const upTo = hasMore ? (shown.at(-1)?.seq ?? lastSeq) : Math.max(lastSeq, after);
  return { rows: shown, hasMore, lastSeq: upTo, deleted: await listDeletions(db.sql, room.id, after, upTo) };
}
