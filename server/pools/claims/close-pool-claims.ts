import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import { settlePoolClaims } from './pool-claims.sql.ts';

/** Rejects the open claims to a pool that can no longer be assigned, and notifies the claimants. */
export async function closePoolClaims(
  context: InTransaction<Platform>,
  tx: Tx,
  { poolId, reason, adminId }: { poolId: string; reason: string; adminId: string | null },
): Promise<void> {
  const closed = await settlePoolClaims(tx, { poolId }, { status: 'rejected', reason, adminId });
  for (const { id, userId } of closed) {
    await context.facts.publish(tx, 'pool.claim_decided', { claimId: id, poolId, userId, status: 'rejected' });
  }
}
