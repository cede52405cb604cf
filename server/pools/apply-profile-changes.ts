import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import { applyPoolEvent } from './lifecycle/apply-pool-event.ts';
import { endLatePledges } from './lifecycle/end-late-pledges.ts';
import { lockPool } from './lock-pool.ts';
import { clearTargetProfile, listAssignedPools, listUnassignedPools } from './pools.sql.ts';

/** Statuses in which the creator has not accepted the pool. */
const unanswered: readonly PoolStatus[] = ['in_review', 'open', 'goal_met'];

/**
 * Assigns the live pools of a profile to its owner after an admin has verified them. Their fans pledged before, so they hear who the owner is.
 */
export async function assignLivePools(
  context: InTransaction<Platform>,
  tx: Tx,
  { profileId, userId }: { profileId: string; userId: string },
): Promise<void> {
  for (const poolId of await listUnassignedPools(tx, profileId)) {
    await applyPoolEvent(context, tx, poolId, { type: 'creator_assigned', creatorId: userId });
    await context.facts.publish(tx, 'pool.profile_claimed', { poolId, creatorId: userId });
  }
}

/**
 * Takes the pools that a person has not answered from them, because the profile is no longer theirs. Their completed pools take no more late
 * pledges, because the money would go to them. Throws `pool_state` if a pool that they accepted has not ended: an admin ends it first.
 */
export async function unassignLivePools(
  context: InTransaction<Platform>,
  tx: Tx,
  { userId }: { userId: string },
): Promise<void> {
  for (const id of await listAssignedPools(tx, userId)) {
    const locked = await lockPool(tx, id);
    if (!locked) continue;
    const { pool } = locked;
    if (pool.status === 'completed') {
      await endLatePledges(context, tx, pool, 'taken_back');
    } else if (!unanswered.includes(pool.status)) {
      throw appError('pool_state', {
        message: () =>
          t`This person has accepted a pool that has not ended. Cancel or remove that pool before you reject the claim.`,
      });
    } else {
      await applyPoolEvent(context, tx, id, { type: 'creator_unassigned' });
    }
  }
}

/** Opens the pools of a removed profile to any creator and notifies their owners and the fans who pledged. */
export async function clearTargetCreator(context: InTransaction<Platform>, tx: Tx, profileId: string): Promise<void> {
  for (const { id, waits } of await clearTargetProfile(tx, profileId)) {
    if (waits) await context.facts.publish(tx, 'pool.asks_no_one', { poolId: id });
  }
}
