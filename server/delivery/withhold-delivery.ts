import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { freezeForNotice } from '#server/pools/lifecycle/withhold-pool.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { findClaim, isLatestWithheld, settleObjections, setWithheld } from './delivery.sql.ts';
import type {} from './facts.ts';

/**
 * Hides an approved delivery from contributors and freezes its pool, so that no money moves in the meantime. If it is the latest delivery,
 * unpaid late pledges end, also in a completed pool, which is not frozen. Returns whether it froze the pool. Throws not_found, and conflict unless the delivery is approved and readable.
 */
export async function withholdDelivery(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, adminId, reason }: { id: string; adminId: string; reason: string },
): Promise<{ froze: boolean; poolId: string; creatorId: string }> {
  const claim = await findClaim(tx, id);
  if (!claim) throw appError('not_found');
  const { poolId, creatorId } = claim;
  const { froze } = await freezeForNotice(context, tx, { poolId, adminId, reason });
  if (!(await setWithheld(tx, id, true))) {
    throw appError('conflict', { message: () => t`This delivery is not approved, or it is already withheld.` });
  }
  if (await isLatestWithheld(tx, poolId)) await context.facts.publish(tx, 'content.withheld', { poolId });
  return { froze, poolId, creatorId };
}

/** Lets contributors read a withheld delivery again. */
export async function restoreDelivery(tx: Tx, id: string): Promise<void> {
  await setWithheld(tx, id, false);
}

const answer = inEnglish(msg`The delivery was taken down after a copyright notice.`);

/**
 * Ends a pool whose latest delivery stays withheld: everyone who paid is refunded, and open objections are upheld. After the payout
 * there is no held money, so nothing changes. The caller has unfrozen the pool.
 */
export async function endTakenDownDelivery(
  context: InTransaction<Platform>,
  tx: Tx,
  { poolId, adminId }: { poolId: string; adminId: string | null },
): Promise<void> {
  const locked = await lockPool(tx, poolId);
  if (locked?.pool.status !== 'delivered' || locked.pool.frozen || !(await isLatestWithheld(tx, poolId))) return;
  const settled = await settleObjections(tx, { poolId }, { status: 'upheld', answer, adminId });
  await applyPoolEvent(context, tx, poolId, { type: 'delivery_taken_down' }, adminId ? { actorId: adminId } : {});
  for (const { id: objectionId, fanId: userId } of settled) {
    await context.facts.publish(tx, 'objection.decided', { poolId, objectionId, userId, status: 'upheld', answer });
  }
}
