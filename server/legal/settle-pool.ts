import { endTakenDownDelivery } from '#server/delivery/withhold-delivery.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { serverReasons } from '#server/pools/lifecycle/end-reasons.ts';
import { removeTakenDownPool, unfreezeAfterNotice } from '#server/pools/lifecycle/withhold-pool.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { clearFreeze, latestDeliveryStaysDisabled, type MaterialRow, readFreeze } from './materials.sql.ts';

interface SettledPool {
  kind: MaterialRow['kind'];
  poolId: string;
  status: 'restored' | 'kept_down';
  adminId: string | null;
}

/** Unfreezes and ends the pool of a case that was just settled, as far as its material and its other cases require. The caller has locked the pool. */
export async function settlePool(context: InTransaction<Platform>, tx: Tx, settled: SettledPool): Promise<void> {
  await release(context, tx, settled);
  if (settled.status === 'kept_down') await endMoney(context, tx, settled);
}

/**
 * Unfreezes the pool unless an admin froze it or another live case needs it frozen. A pool that is removed next needs no case to wait
 * for.
 */
async function release(
  context: InTransaction<Platform>,
  tx: Tx,
  { kind, poolId, status, adminId }: SettledPool,
): Promise<void> {
  const { byNotice, needed } = await readFreeze(tx, poolId);
  const isRemovedNext = kind === 'pool' && status === 'kept_down';
  if (!byNotice || (needed && !isRemovedNext)) return;
  await unfreezeAfterNotice(context, tx, poolId, adminId);
}

async function endMoney(
  context: InTransaction<Platform>,
  tx: Tx,
  { kind, poolId, adminId }: SettledPool,
): Promise<void> {
  if (kind === 'delivery') await endDisabledDelivery(context, tx, { poolId, adminId });
  if (kind === 'pool')
    await removeTakenDownPool(context, tx, { poolId, reason: serverReasons.materialDisabled, adminId });
}

/** Refunds everyone if the pool's latest delivery stays disabled. A frozen pool is refunded when it is unfrozen. */
async function endDisabledDelivery(
  context: InTransaction<Platform>,
  tx: Tx,
  pool: { poolId: string; adminId: string | null },
): Promise<void> {
  if (await latestDeliveryStaysDisabled(tx, pool.poolId)) await endTakenDownDelivery(context, tx, pool);
}

/**
 * An admin unfroze the pool, or a case did: from now on, no notice freezes it. Its delivery's case may have ended while another reason
 * kept the pool frozen, so the refund that this case demands is made now.
 */
export async function onUnfrozen(
  context: InTransaction<Platform>,
  tx: Tx,
  { poolId, actorId }: { poolId: string; actorId: string | null },
): Promise<void> {
  await clearFreeze(tx, poolId);
  await endDisabledDelivery(context, tx, { poolId, adminId: actorId });
}

/** Repairs a pool that an earlier version left waiting for a case that is closed. */
export async function settleUnsettledPool(context: Platform, poolId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    await lockPool(tx, poolId);
    await settlePool(context, tx, { kind: 'delivery', poolId, status: 'kept_down', adminId: null });
  });
}
