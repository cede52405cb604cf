import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { listUnassignedPools } from './pools.sql.ts';

/** Assigns the live pools of a profile to its new owner. */
export async function assignLivePools(
  context: InTransaction<Platform>,
  tx: Tx,
  { profileId, userId }: { profileId: string; userId: string },
): Promise<void> {
  for (const poolId of await listUnassignedPools(tx, profileId)) {
    await applyPoolEvent(context, tx, poolId, { type: 'creator_assigned', creatorId: userId });
  }
}
