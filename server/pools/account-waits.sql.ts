import type { Connection } from '#server/platform/postgres/db.ts';

/** Pools that wait for their creator's payout account and can move on: an account is ready, or the wait stands still. In batches of `limit`. */
export async function listMovableWaits(
  sql: Connection,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id from pools p
    where p.account_due_at is not null and not p.frozen ${after ? sql`and p.id > ${after}` : sql``}
      and (p.account_paused_at is not null or exists (
        select from payout_accounts a where a.user_id = p.assigned_creator_id and a.status = 'ready'))
    order by p.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** The pools of a creator that wait for the payout account. */
export async function listWaitsOfCreator(sql: Connection, creatorId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from pools where assigned_creator_id = ${creatorId} and account_due_at is not null order by id`;
  return rows.map(({ id }) => id);
}

/** The creators of waiting pools whose account at the processor has not been looked up for a while, the oldest answer first. */
export async function listUnseenAccounts(
  sql: Connection,
  { processor, adult, olderThanMs, limit }: { processor: string; adult: boolean; olderThanMs: number; limit: number },
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select a.user_id from payout_accounts a
    where a.processor = ${processor} and a.status <> 'ready' and a.account_ref is not null
      and coalesce(a.checked_at, a.created_at) < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000}::float8)
      and exists (
        select from pools p where p.assigned_creator_id = a.user_id and p.account_due_at is not null and p.adult = ${adult} and not p.frozen)
    order by a.checked_at nulls first limit ${limit}`;
  return rows.map(({ userId }) => userId);
}

/** A pool whose wait for its creator's payout account is over. */
export async function findDueWait(
  sql: Connection,
  poolId: string,
): Promise<{ creatorId: string; adult: boolean; overdueMs: number } | undefined> {
  const [row] = await sql<{ creatorId: string; adult: boolean; overdueMs: number }[]>`
    select assigned_creator_id as creator_id, adult,
      extract(epoch from clock_timestamp() - account_due_at)::float8 * 1000 as overdue_ms
    from pools
    where id = ${poolId} and account_due_at <= clock_timestamp() and account_paused_at is null and not frozen
      and assigned_creator_id is not null`;
  return row;
}
