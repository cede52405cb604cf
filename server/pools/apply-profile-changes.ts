import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import { applyPoolEvent } from './lifecycle/apply-pool-event.ts';
import { clearTargetProfile, listUnassignedPools } from './pools.sql.ts';

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

/** Opens the pools of a removed profile to any creator and notifies their owners and the fans who pledged. */
export async function clearTargetCreator(context: InTransaction<Platform>, tx: Tx, profileId: string): Promise<void> {
  for (const { id, waits } of await clearTargetProfile(tx, profileId)) {
    if (waits) await context.facts.publish(tx, 'pool.asks_no_one', { poolId: id });
  }
}
