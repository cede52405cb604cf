import type { MessagePage, MessageQuery } from '#contract/chat.ts';
import { seesAdult } from '#server/creators/policy.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import type { ChatContext } from './chat-context.ts';
import { type MessageRow, messageOf } from './message.ts';
import { listAfter, listDeletions, listNewest } from './messages.sql.ts';
import type { ChatViewer } from './policy.ts';
import { conversationIdOf, type RoomRow, roomIdOf } from './room.ts';

interface Found {
  /** Oldest first. */
  rows: MessageRow[];
  hasMore: boolean;
  lastSeq: number;
  deleted: string[];
}

/** Lists one page of a room that the viewer may read: the newest messages, those before a message, or those after one (catch-up). */
export async function listMessages(
  context: ChatContext,
  viewer: ChatViewer,
  room: RoomRow,
  query: MessageQuery,
): Promise<MessagePage> {
  const viewerId = viewer.actor?.userId ?? null;
  const found = await read(context, { room, viewerId, query });
  const reader = { includeAdult: seesAdult(context, viewer), brandName: context.config.brandName };
  return {
    messages: found.rows.map((row) => messageOf(row, room, reader)),
    hasMore: found.hasMore,
    lastSeq: found.lastSeq,
    deleted: found.deleted,
    conversationId: conversationIdOf(room),
    roomId: roomIdOf(room),
  };
}

interface ReadParams {
  room: RoomRow;
  viewerId: string | null;
  query: MessageQuery;
}

function read(context: ChatContext, params: ReadParams): Promise<Found> {
  const { viewerId, room, query } = params;
  const find = () =>
    query.after === undefined ? listBackward(context, params) : listForward(context, params, query.after);
  // Single flight: all visitors see the same page, so concurrent reads share one query.
  return viewerId === null ? singleFlightOf(context)(`messages ${room.id} ${JSON.stringify(query)}`, find) : find();
}

async function listBackward({ db }: ChatContext, { room, viewerId, query }: ReadParams): Promise<Found> {
  const { limit, page, before, threads } = query;
  const offset = (page - 1) * limit;
  const window = { roomId: room.id, viewerId, limit: limit + 1, offset, before, threads };
  const { rows, lastSeq } = await listNewest(db.sql, window);
  return { rows: rows.slice(0, limit).reverse(), hasMore: rows.length > limit, lastSeq, deleted: [] };
}

/** Catch-up: lists messages after a sequence number, and the ids of messages deleted since. `lastSeq` is the last number covered. */
async function listForward({ db }: ChatContext, { room, viewerId, query }: ReadParams, after: number): Promise<Found> {
  const { limit, threads } = query;
  const { rows, lastSeq } = await listAfter(db.sql, { roomId: room.id, viewerId, limit: limit + 1, threads, after });
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const upTo = hasMore ? (shown.at(-1)?.seq ?? lastSeq) : Math.max(lastSeq, after);
  return { rows: shown, hasMore, lastSeq: upTo, deleted: await listDeletions(db.sql, room.id, after, upTo) };
}
