import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface ThanksRow {
  id: string;
  body: string;
  createdAt: Date;
  fanId: string;
  anonymous: boolean;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  adult: boolean;
}

/** Thank-yous whose text is not removed and whose fan still has access: a refund hides them. */
const visibleThanks = (sql: Connection, poolId: string) => sql`
  from thanks t join users u on u.id = t.fan_id
  join content_access a on a.pool_id = t.pool_id and a.user_id = t.fan_id
  join pledges g on g.id = a.pledge_id
  where t.pool_id = ${poolId} and t.removed_at is null`;

const columns = (sql: Connection) =>
  sql`t.id, t.body, t.created_at, t.fan_id, g.anonymous, u.username, u.display_name, u.avatar_url, u.adult`;

const isShownTo = (sql: Connection, readerId: string) =>
  sql`t.fan_id <> all(array(select a from writers_hidden_from(${readerId}::uuid) a))`;

/** The latest thank-yous, without those that a block hides from the reader. */
export async function listThanksRows(
  sql: Connection,
  { poolId, readerId, limit }: { poolId: string; readerId: string; limit: number },
): Promise<ThanksRow[]> {
  return sql<ThanksRow[]>`
    select ${columns(sql)} ${visibleThanks(sql, poolId)} and ${isShownTo(sql, readerId)}
    order by t.created_at desc, t.id limit ${limit}`;
}

export async function countThanks(
  sql: Connection,
  { poolId, readerId }: { poolId: string; readerId: string },
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n ${visibleThanks(sql, poolId)} and ${isShownTo(sql, readerId)}`;
  return row?.n ?? 0;
}

export async function findThanksOf(sql: Connection, poolId: string, fanId: string): Promise<ThanksRow | undefined> {
  const [row] = await sql<ThanksRow[]>`select ${columns(sql)} ${visibleThanks(sql, poolId)} and t.fan_id = ${fanId}`;
  return row;
}

/** Whether this fan has thanked, also if an admin removed the text. */
export async function hasThanked(sql: Connection, poolId: string, fanId: string): Promise<boolean> {
  return (await sql`select 1 from thanks where pool_id = ${poolId} and fan_id = ${fanId}`).length > 0;
}

/** Returns undefined if this fan has already thanked. */
export async function insertThanks(
  tx: Tx,
  thanks: { poolId: string; fanId: string; body: string },
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into thanks ${tx(thanks, 'poolId', 'fanId', 'body')}
    on conflict on constraint thanks_one_per_fan do nothing returning id`;
  return row?.id;
}

/** Deletes a fan's own thank-you. One that an admin removed stays as an empty row. */
export async function deleteOwnThanks(tx: Tx, id: string, fanId: string): Promise<boolean> {
  const rows = await tx`
    delete from thanks where id = ${id} and fan_id = ${fanId} and removed_at is null returning id`;
  return rows.length > 0;
}

/** Empties the text; false if it was removed before. */
export async function emptyThanks(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    update thanks set body = '', removed_at = clock_timestamp() where id = ${id} and removed_at is null returning id`;
  return rows.length > 0;
}

/** Deletes the thank-yous of a deleted account. */
export async function deleteThanksOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from thanks where fan_id = ${userId}`;
}
