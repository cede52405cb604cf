import type { MessagePage, MessageQuery } from '#contract/chat/chat.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import type { ChatContext } from './chat-context.ts';
import { type MessageRow, messageOf } from './message.ts';
import { listAfter, listChanges, listDeletions, listNewest, listReplyCountsOfParents } from './messages.sql.ts';
import type { ChatViewer } from './policy.ts';
import { conversationIdOf, type RoomRow, roomIdOf } from './room.ts';

/** A client that missed more deletions or more changes than this reloads the room. */
const maxMissed = 1000;

interface Found {
  /** Oldest first. */
  rows: MessageRow[];
  hasMore: boolean;
  lastSeq: number;
  deleted: string[];
  /** Only for a catch-up with deletions. */
  parents?: { id: string; replyCount: number }[];
  /** Only for a catch-up. */
  changed?: MessageRow[];
  needsReload?: boolean;
}

/** Lists one page of a room that the viewer may read: the newest messages, those before a message, or those after one (catch-up). */
export async function listMessages(
  context: ChatContext,
  viewer: ChatViewer,
  room: RoomRow,
  query: MessageQuery,
): Promise<MessagePage> {
  const viewerId = viewer.actor?.userId ?? null;
  const page = await read(context, { room, viewerId, query });
  const reader = { seesAdult: viewer.seesAdult, brandName: context.config.brandName };
  return {
    messages: page.rows.map((row) => messageOf(row, room, reader)),
    hasMore: page.hasMore,
    lastSeq: page.lastSeq,
    deleted: page.deleted,
    parents: page.parents,
    changed: page.changed?.map((row) => messageOf(row, room, reader)),
    needsReload: page.needsReload,
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

/**
 * Catch-up: lists messages after a sequence number, and those that were deleted or changed since. `lastSeq` is the last number
 * covered.
 */
async function listForward({ db }: ChatContext, { room, viewerId, query }: ReadParams, after: number): Promise<Found> {
  const { limit, threads } = query;
  const { rows, lastSeq } = await listAfter(db.sql, { roomId: room.id, viewerId, limit: limit + 1, threads, after });
  const hasMore = rows.length > limit;
  const pageRows = rows.slice(0, limit);
  const upTo = hasMore ? (pageRows.at(-1)?.seq ?? lastSeq) : Math.max(lastSeq, after);
  const span = { roomId: room.id, after, upTo, limit: maxMissed + 1 };
  const [deletions, changed] = await Promise.all([
    listDeletions(db.sql, span),
    listChanges(db.sql, { ...span, viewerId }),
  ]);
  const deleted = deletions.slice(0, maxMissed);
  return {
    rows: pageRows,
    hasMore,
    lastSeq: upTo,
    deleted,
    ...(deleted.length > 0 ? { parents: await listReplyCountsOfParents(db.sql, deleted) } : {}),
    changed: changed.slice(0, maxMissed),
    needsReload: deletions.length > maxMissed || changed.length > maxMissed,
  };
}
