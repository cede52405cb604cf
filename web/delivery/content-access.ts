import { getContent } from '#contract/delivery.ts';
import type { Pool, PoolStatus } from '#contract/pools.ts';
import { query } from '#web/data/query.ts';

export const contentOf = (poolId: string) => query(getContent, { params: { id: poolId } });

const handedIn: readonly PoolStatus[] = ['delivery_review', 'delivered', 'completed'];
/** States in which those who paid can see it. */
export const approvedIn: readonly PoolStatus[] = ['delivered', 'completed'];

/** Whether there is something this person may read: what was approved, or, for its maker and admins, what was handed in. */
export function mayReadContent(pool: Pool, isAdmin: boolean): boolean {
  if (!pool.hasAccess) return false;
  return (pool.isAssignedCreator || isAdmin ? handedIn : approvedIn).includes(pool.status);
}
