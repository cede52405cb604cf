import { AppError } from '#contract/app-error.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { isUnavailable, type Tx } from '#server/platform/postgres/db.ts';
import { broadcastMessage } from './broadcast-to-room.ts';
import type { ChatContext, NewMessage, StoreResult } from './chat-context.ts';
import type {} from './facts.ts';
import { type MessageRow, messageForAll, type NamedRow } from './message.ts';
import { findMessage } from './messages.sql.ts';
import type { PersonInRoom } from './people.sql.ts';
import { type AttachedImages, attachImages, lockImages } from './pictures/attach-images.ts';
import { otherOf, type RoomRow } from './room.ts';
import { type Draft, type StoredRow, storeDrafts } from './store-messages.sql.ts';

const maxBatch = 200;
/** Messages gathered for this long share one transaction, and one write per reader. */
const gatherMs = 1;
const maxInDoubt = 10_000;
/** Clients repeat a failed send at once. By the time of a later retry, readers have caught up, so no broadcast is needed. */
const rebroadcastWithinMs = 60_000;

/**
 * Creates the store, a flush loop: messages that arrive while a batch is being written go into the next batch. A message is broadcast
 * after it is stored, in the order of the room's sequence numbers. The SQL function `store_messages` (store-messages.sql) assigns the
 * sequence numbers under the room's lock.
 */
export function createStore(
  context: Platform,
  readPerson: ChatContext['readPerson'],
): (message: NewMessage) => Promise<StoreResult> {
  const inDoubt = new Set<string>();
  const store = createBatches((messages: NewMessage[]) => storeBatch(context, readPerson, messages), {
    max: maxBatch,
    gatherMs,
    // After a lost connection the commit is in doubt, so the messages are not stored one by one. Clients retry with their nonce.
    retryIndividually: (error) => !isLost(error),
  });
  return async (message) => {
    const { nonce, room, sender } = message;
    const name = `${sender.id} ${nonce}`;
    try {
      const stored = await store(message);
      const wasInDoubt = inDoubt.delete(name);
      if (stored.outcome === 'duplicate') await broadcastLate(context, room, stored.messageId, { again: !wasInDoubt });
      return stored;
    } catch (error) {
      if (nonce !== null && isLost(error) && inDoubt.size < maxInDoubt) inDoubt.add(name);
      throw error;
    }
  };
}

/** The batch is stored but its broadcast failed, so it must not be stored again. */
class StoredNotBroadcast extends Error {
  constructor(cause: unknown) {
    super('messages were stored but not broadcast', { cause });
    this.name = 'StoredNotBroadcast';
  }
}

const isLost = (error: unknown): boolean =>
  isUnavailable(error) ||
  error instanceof StoredNotBroadcast ||
  (error instanceof AppError && error.code === 'unavailable');

/**
 * Broadcasts a message that turned out to be stored already. With `again`, another node stored it and may have crashed before or after
 * its broadcast, so receivers must tolerate a duplicate.
 */
async function broadcastLate(
  context: Platform,
  room: RoomRow,
  messageId: string,
  { again }: { again: boolean },
): Promise<void> {
  const { sql } = context.db;
  const row = await findMessage(sql, messageId);
  if (row?.roomId !== room.id) return;
  if (again && Date.now() - row.createdAt.getTime() > rebroadcastWithinMs) return;
  const parent = row.parentId === null ? undefined : await findMessage(sql, row.parentId);
  const message = messageForAll(context, row, room);
  broadcastMessage(context, room, message, { parentReplyCount: parent?.replyCount ?? null, again });
}

async function storeBatch(
  context: Platform,
  readPerson: ChatContext['readPerson'],
  messages: NewMessage[],
): Promise<StoreResult[]> {
  const { db } = context;
  const drafts = messages.map(draftOf);
  const { rows, images } = messages.some((message) => notifiesSomeone(message) || message.imageIds.length > 0)
    ? await db.tx(async (tx) => {
        await lockImages(tx, messages);
        const stored = await storeDrafts(tx, drafts);
        const attached = await attachImages(tx, messages, stored);
        await publishFacts(context, tx, messages, stored);
        return { rows: stored, images: attached };
      })
    : { rows: await storeDrafts(db.sql, drafts), images: new Map() };
  const answered = rows.flatMap(({ outcome, repliedToId }, index) =>
    outcome === 'stored' && repliedToId ? [{ userId: repliedToId, poolId: messages[index]?.room.poolId ?? null }] : [],
  );
  const repliedTo = answered.length > 0 ? await readRepliedTo(context, readPerson, answered) : new Map<never, never>();
  try {
    return messages.map((message, index) => broadcastIfStored(context, message, rows[index], { repliedTo, images }));
  } catch (error) {
    throw new StoredNotBroadcast(error);
  }
}

/** By person and pool. */
type RepliedTo = ReadonlyMap<string, NamedRow>;

const inPool = (userId: string, poolId: string | null) => `${userId} ${poolId}`;

/** Reads the people who are replied to. A failed read is only logged: the reply is stored and is broadcast without the name. */
async function readRepliedTo(
  { log }: Platform,
  readPerson: ChatContext['readPerson'],
  people: readonly PersonInRoom[],
): Promise<RepliedTo> {
  const read = await Promise.allSettled(
    people.map(async ({ userId, poolId }) => [inPool(userId, poolId), await readPerson(userId, poolId)] as const),
  );
  for (const result of read) {
    if (result.status === 'rejected')
      log.warn(
        { err: result.reason },
        'could not read the person who was replied to; the reply is broadcast without their name',
      );
  }
  return new Map(read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
}

const draftOf = ({ room, sender, imageIds: _imageIds, ...draft }: NewMessage): Draft => ({
  ...draft,
  roomId: room.id,
  senderId: sender.id,
});

const notifiesSomeone = ({ room, mentions, parentId }: NewMessage): boolean =>
  room.kind === 'direct' || mentions.length > 0 || parentId !== null;

/** Broadcasts the message if its row says stored, and maps the row to the result. */
function broadcastIfStored(
  context: Platform,
  { room, sender, content, mentions, parentId }: NewMessage,
  row: StoredRow | undefined,
  { repliedTo, images }: { repliedTo: RepliedTo; images: AttachedImages },
): StoreResult {
  if (!row) throw new Error('store_messages returned no row for a message');
  const { outcome, storedId, storedSeq, storedAt } = row;
  if (outcome === 'duplicate' && storedId) return { outcome, messageId: storedId };
  if (outcome === 'duplicate') throw new Error('a duplicate message has no id');
  if (outcome !== 'stored') return { outcome, waitMs: row.waitMs };
  if (!storedId || storedSeq === null || !storedAt) throw new Error('a stored message has no sequence number');
  const stored: MessageRow = {
    id: storedId,
    roomId: room.id,
    seq: storedSeq,
    event: null,
    content,
    createdAt: storedAt,
    editedAt: null,
    parentId,
    depth: row.storedDepth,
    replyCount: 0,
    mentions,
    images: images.get(storedId) ?? null,
    sender,
    parentSender: (row.repliedToId && repliedTo.get(inPool(row.repliedToId, room.poolId))) || null,
  };
  const message = messageForAll(context, stored, room);
  broadcastMessage(context, room, message, { parentReplyCount: row.answerCount });
  return { outcome: 'stored', message };
}

/** Publishes the facts about mentions, replies and direct messages in the same transaction. */
async function publishFacts(
  { facts }: InTransaction<Platform>,
  tx: Tx,
  messages: NewMessage[],
  rows: StoredRow[],
): Promise<void> {
  const stored = messages.flatMap((message, index) => {
    const row = rows[index];
    return row?.outcome === 'stored' && row.storedId
      ? [{ message, messageId: row.storedId, repliedToId: row.repliedToId }]
      : [];
  });
  const addressed = stored.flatMap(({ message, messageId, repliedToId }) => {
    const senderId = message.sender.id;
    const mentionedIds = [...new Set(message.mentions.map(({ userId }) => userId))].filter((id) => id !== senderId);
    const answeredId = repliedToId === senderId ? null : repliedToId;
    return mentionedIds.length > 0 || answeredId ? [{ messageId, senderId, mentionedIds, answeredId }] : [];
  });
  const direct = stored.flatMap(({ message: { room, sender }, messageId }) =>
    room.kind === 'direct'
      ? [{ messageId, conversationId: room.id, senderId: sender.id, recipientId: otherOf(room, sender.id) }]
      : [],
  );
  await facts.publishMany(tx, 'message.addressed', addressed);
  await facts.publishMany(tx, 'message.direct', direct);
}
