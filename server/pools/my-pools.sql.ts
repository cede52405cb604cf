import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export async function countPoolsByStatus(
  sql: Connection,
  ownerId: string,
): Promise<{ status: PoolStatus; n: number }[]> {
  return sql<{ status: PoolStatus; n: number }[]>`
    select p.status, count(*) as n from pools p where p.owner_id = ${ownerId} group by p.status`;
}

/** Newest first. */
export async function listPoolIdsOf(
  sql: Connection,
  {
    ownerId,
    statuses,
    limit,
    offset,
  }: { ownerId: string; statuses: readonly PoolStatus[]; limit: number; offset: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id from pools p
    where p.owner_id = ${ownerId} and p.status = any(${[...statuses]})
    order by p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`;
  return rows.map(({ id }) => id);
}
