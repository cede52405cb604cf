import { getContent } from '#contract/calls/delivery.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { live, query } from '#web/data/query.ts';

export const contentOf = (poolId: string) => live(query(getContent, { params: { id: poolId } }));

const handedIn: readonly PoolStatus[] = ['delivery_review', 'delivered', 'completed'];
/** Pool statuses in which contributors can read the delivery. */
export const approvedIn: readonly PoolStatus[] = ['delivered', 'completed'];

/**
 * Whether the reader can open the delivery: contributors once it is approved, its creator and admins once it is submitted. After a removal
 * the server tells contributors whether they keep it.
 */
export function mayReadContent(pool: Pool, isAdmin: boolean): boolean {
  if (!pool.hasAccess) return false;
  if (pool.status === 'removed') return !pool.isAssignedCreator;
  return (pool.isAssignedCreator || isAdmin ? handedIn : approvedIn).includes(pool.status);
}
