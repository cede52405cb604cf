import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import { withholdImages } from '#server/media/withhold-images.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { isEnded, type PoolRow } from '#server/pools/pool.ts';
import { listOwnImages, listPoolImages, replacePoolImages, savePoolPatch } from '#server/pools/pools.sql.ts';
import { applyPoolEvent } from './apply-pool-event.ts';

/** The words and pictures of a withheld pool. */
export interface KeptPool {
  title: string;
  description: string;
  imageIds: string[];
}

const withheldText = {
  title: inEnglish(msg`Title withheld`),
  description: inEnglish(msg`The title, text and pictures of this pool are disabled after a copyright notice.`),
};

/**
 * Freezes a pool so that no money moves, unless it has ended or is frozen already. Returns whether it froze the pool, and the pool.
 * Throws not_found.
 */
export async function freezeForNotice(
  context: InTransaction<Platform>,
  tx: Tx,
  { poolId, adminId, reason }: { poolId: string; adminId: string; reason: string },
): Promise<{ froze: boolean; pool: PoolRow }> {
  const locked = await lockPool(tx, poolId);
  if (!locked) throw appError('not_found');
  const { pool } = locked;
  if (pool.frozen || isEnded(pool.status)) return { froze: false, pool };
  return {
    froze: true,
    pool: await applyPoolEvent(context, tx, poolId, { type: 'freeze' }, { actorId: adminId, reason }),
  };
}

/**
 * Replaces the title, the text and the pictures of a pool, and freezes it. Returns the data for `restorePool`. Throws not_found, and
 * pool_state for a removed pool.
 */
export async function withholdPool(
  context: InTransaction<Platform>,
  tx: Tx,
  input: { poolId: string; adminId: string; reason: string },
): Promise<{ froze: boolean; ownerId: string; kept: KeptPool }> {
  const { froze, pool } = await freezeForNotice(context, tx, input);
  if (pool.status === 'removed') throw appError('pool_state', { message: () => t`This pool is already removed.` });
  const { title, description, ownerId } = pool;
  const imageIds = await listPoolImages(tx, pool.id);
  await replacePoolImages(tx, pool.id, []);
  await withholdImages(tx, imageIds, true);
  if (!(await savePoolPatch(tx, pool, withheldText))) throw appError('conflict');
  return { froze, ownerId, kept: { title, description, imageIds } };
}

/** Puts the title, the text and those pictures back that still exist. */
export async function restorePool(tx: Tx, poolId: string, kept: KeptPool): Promise<void> {
  const locked = await lockPool(tx, poolId);
  if (!locked) return;
  const imageIds = (await listOwnImages(tx, { ownerId: locked.pool.ownerId, imageIds: kept.imageIds, lock: true })).map(
    ({ id }) => id,
  );
  await withholdImages(tx, imageIds, false);
  await replacePoolImages(
    tx,
    poolId,
    kept.imageIds.filter((id) => imageIds.includes(id)),
  );
  await savePoolPatch(tx, locked.pool, { title: kept.title, description: kept.description });
}

/** Unfreezes a pool that a takedown notice froze. Its deadlines move by the time it was frozen. */
export async function unfreezeAfterNotice(
  context: InTransaction<Platform>,
  tx: Tx,
  poolId: string,
  adminId: string | null,
): Promise<void> {
  const locked = await lockPool(tx, poolId);
  if (!locked?.pool.frozen) return;
  await applyPoolEvent(context, tx, poolId, { type: 'unfreeze' }, adminId ? { actorId: adminId } : {});
}

/**
 * Removes a pool whose material stays disabled. Everything held for it is refunded. A completed pool keeps the withheld text instead: its
 * delivery, which no notice is about, stays with the fans who paid. The caller has unfrozen the pool.
 */
export async function removeTakenDownPool(
  context: InTransaction<Platform>,
  tx: Tx,
  { poolId, reason, adminId }: { poolId: string; reason: string; adminId: string | null },
): Promise<void> {
  const locked = await lockPool(tx, poolId);
  // An admin has removed it, or froze it for another reason and decides about it.
  if (!locked || locked.pool.frozen || locked.pool.status === 'removed' || locked.pool.status === 'completed') return;
  await applyPoolEvent(context, tx, poolId, { type: 'remove' }, { reason, ...(adminId ? { actorId: adminId } : {}) });
}
