import type { Tx } from '#server/platform/postgres/db.ts';

/** Marks the pledge that met the goal. The caller has locked the pool. */
export async function markGoalMet(tx: Tx, pledgeId: string): Promise<void> {
  await tx`update pledges set met_goal_at = clock_timestamp() where id = ${pledgeId}`;
}

/**
 * Of the pledges that count, in the order in which they began to count, finds the one with which the sum reached the goal. The caller
 * has locked the pool.
 */
export async function findGoalMeetingPledge(tx: Tx, poolId: string, goalCents: number): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from (
      select id, sum(amount_cents) over (order by pledged_at, id) as pledged_cents from pledges
      where pool_id = ${poolId} and status in ('pledged', 'charging', 'notified', 'paid')) counted
    where pledged_cents >= ${goalCents} order by pledged_cents limit 1`;
  return row?.id;
}
