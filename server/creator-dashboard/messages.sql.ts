import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';

export interface MessageRow {
  id: string;
  poolId: string;
  body: string;
  recipientCount: number;
  createdAt: Date;
}

const columns = (sql: Connection) => sql`m.id, m.pool_id, m.body, m.recipient_count, m.created_at`;

export async function findMessageByKey(tx: Tx, creatorId: string, requestKey: string): Promise<MessageRow | undefined> {
  const [row] = await tx<MessageRow[]>`
    select ${columns(tx)} from creator_messages m where m.creator_id = ${creatorId} and m.request_key = ${requestKey}`;
  return row;
}

/** The number of messages to a pool's fans within the last 24 hours. */
export async function countMessagesToday(tx: Tx, poolId: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from creator_messages
    where pool_id = ${poolId} and created_at > clock_timestamp() - interval '24 hours'`;
  return row?.n ?? 0;
}

/** Undefined if the creator has used the request key for another message. */
export async function insertMessage(
  tx: Tx,
  message: { poolId: string; creatorId: string; body: string; requestKey: string; recipientCount: number },
): Promise<MessageRow | undefined> {
  const [row] = await tx<MessageRow[]>`
    insert into creator_messages ${tx(message)} on conflict (creator_id, request_key) do nothing
    returning id, pool_id, body, recipient_count, created_at`;
  return row;
}

export async function listMessagesOf(sql: Connection, poolId: string, creatorId: string): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    select ${columns(sql)} from creator_messages m
    where m.pool_id = ${poolId} and m.creator_id = ${creatorId} order by m.created_at desc, m.id limit 50`;
}

export interface ReadableMessage {
  id: string;
  body: string;
  createdAt: Date;
  poolId: string;
  creatorId: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  adult: boolean;
  isRecipient: boolean;
}

export async function findMessageFor(
  sql: Connection,
  id: string,
  readerId: string,
): Promise<ReadableMessage | undefined> {
  const [row] = await sql<ReadableMessage[]>`
    select m.id, m.body, m.created_at, m.pool_id, m.creator_id, u.username, u.display_name, u.avatar_url, u.adult,
      exists (select from creator_message_recipients r where r.message_id = m.id and r.user_id = ${readerId})
        and m.creator_id <> all(array(select a from writers_hidden_from(${readerId}::uuid) a)) as is_recipient
    from creator_messages m
    cross join lateral ${personInPool(sql, { userId: sql`m.creator_id`, poolId: sql`m.pool_id` })} u
    where m.id = ${id}`;
  return row;
}

/** Deletes a deleted account's messages, and removes the account from the recipients of others. */
export async function deleteMessagesOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from creator_messages where creator_id = ${userId}`;
  await tx`delete from creator_message_recipients where user_id = ${userId}`;
}
