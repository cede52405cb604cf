import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { isListed, type PoolRow } from '#server/pools/pool.ts';
import { keepDelivery, savePoolPatch } from '#server/pools/pools.sql.ts';
import { applyPoolEvent } from './apply-pool-event.ts';
import type { PoolEvent } from './pool-events.ts';

export interface PoolAction {
  poolId: string;
  action: 'open' | 'highlight' | 'unhighlight' | 'freeze' | 'unfreeze' | 'remove';
  reason: string | null;
  adminId: string;
  /** With `remove`: fans who paid can still open the delivery of a completed pool. */
  keepsDelivery?: boolean | undefined;
}

const eventOf = {
  open: { type: 'opened_by_admin' },
  freeze: { type: 'freeze' },
  unfreeze: { type: 'unfreeze' },
  remove: { type: 'remove' },
} satisfies Record<string, PoolEvent>;

/** Applies an admin's action to a pool. Runs in the caller's transaction, so that the action and its audit row commit together. */
export async function actOnPool(
  context: InTransaction<Platform>,
  tx: Tx,
  { poolId, action, reason, adminId, keepsDelivery = false }: PoolAction,
): Promise<{ before: PoolRow; after: PoolRow }> {
  const locked = await lockPool(tx, poolId);
  if (!locked) throw appError('not_found');
  const before = locked.pool;
  if (action === 'highlight' || action === 'unhighlight') return { before, after: await highlight(tx, before, action) };
  if (keepsDelivery && (action !== 'remove' || before.status !== 'completed'))
    throw appError('pool_state', { message: () => t`Only a completed pool has a delivery that fans can keep.` });
  const after = await applyPoolEvent(context, tx, poolId, eventOf[action], {
    actorId: adminId,
    ...(reason ? { reason } : {}),
  });
  return { before, after: keepsDelivery ? await keepDelivery(tx, poolId) : after };
}

async function highlight(tx: Tx, pool: PoolRow, action: 'highlight' | 'unhighlight'): Promise<PoolRow> {
  const isHighlighted = action === 'highlight';
  // Only a listed pool can be highlighted.
  if (isHighlighted && !isListed(pool.status)) throw appError('pool_state');
  const saved = await savePoolPatch(tx, pool, { isHighlighted });
  if (!saved) throw appError('conflict');
  return saved;
}
