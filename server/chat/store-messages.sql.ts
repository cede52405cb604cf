import type { Mention, Message } from '#contract/chat/chat.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** A message to store. */
export interface Draft {
  senderId: string;
  roomId: string;
  parentId: string | null;
  nonce: string | null;
  content: string;
  mentions: Mention[];
}

export type Outcome =
  | 'stored'
  | 'duplicate'
  | 'suspended'
  | 'gone'
  | 'not_member'
  | 'blocked'
  | 'muted'
  | 'slow'
  | 'parent_gone';

/** The outcome of a draft. */
export interface StoredRow {
  outcome: Outcome;
  storedId: string | null;
  storedSeq: number | null;
  storedAt: Date | null;
  storedDepth: number;
  waitMs: number | null;
  repliedToId: string | null;
  answerCount: number | null;
}

/** Stores a batch in one statement. Returns one row per draft, in order. */
export async function storeDrafts(sql: Connection, drafts: readonly Draft[]): Promise<StoredRow[]> {
  return sql<StoredRow[]>`
    select * from store_messages(
      sender_ids => ${drafts.map(({ senderId }) => senderId)}::uuid[],
      room_ids => ${drafts.map(({ roomId }) => roomId)}::uuid[],
      parent_ids => ${drafts.map(({ parentId }) => parentId)}::uuid[],
      nonces => ${drafts.map(({ nonce }) => nonce)}::text[],
      contents => ${drafts.map(({ content }) => content)}::text[],
      mention_lists => ${drafts.map(({ mentions }) => JSON.stringify(mentions))}::text[]::jsonb[])`;
}

/** Inserts a system message about a pool's transition. Returns undefined if this transition has one already. */
export async function insertSystemMessage(
  tx: Tx,
  {
    roomId,
    event,
    content,
    nonce,
  }: { roomId: string; event: NonNullable<Message['event']>; content: string; nonce: string },
): Promise<{ id: string; seq: number; createdAt: Date } | undefined> {
  // Locks the room's row first, as every writer does, and takes the sequence number under that lock.
  const [taken] = await tx<{ seq: number }[]>`
    update chat_rooms set last_seq = last_seq + 1, updated_at = clock_timestamp()
    where id = ${roomId} and not exists (
      select from messages where room_id = ${roomId} and sender_id is null and nonce = ${nonce})
    returning last_seq as seq`;
  if (!taken) return undefined;
  const [row] = await tx<{ id: string; seq: number; createdAt: Date }[]>`
    insert into messages (room_id, seq, event, content, nonce) values (${roomId}, ${taken.seq}, ${event}, ${content}, ${nonce})
    returning id, seq, created_at`;
  return row;
}
