import { appError } from '#contract/errors.ts';
import { nameWinnerOnConflict } from '#server/audit/admin-conflict.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import { restoreComment } from '#server/comments/withhold-comment.ts';
import { endTakenDownDelivery, restoreDelivery } from '#server/delivery/withhold-delivery.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { removeTakenDownPool, restorePool, unfreezeAfterNotice } from '#server/pools/lifecycle/withhold-pool.ts';
import { mailSettled } from './complainant-mails.ts';
import {
  findMaterial,
  lockMaterial,
  type MaterialRow,
  markSettled,
  type Outcome,
  readFreeze,
} from './materials.sql.ts';
import { notifySettled } from './notify-takedown.ts';
import { auditTargetOf } from './takedown-view.ts';
import { findNotice } from './takedowns.sql.ts';
import { restorePicture } from './withhold-picture.ts';

export interface Settlement {
  status: 'restored' | 'kept_down';
  outcome: Outcome;
  reason: string | null;
  /** Null for the clock. */
  adminId: string | null;
  ip: string;
}

const settlements = {
  restore: { status: 'restored', outcome: 'admin' },
  keep_down: { status: 'kept_down', outcome: 'admin' },
  action_filed: { status: 'kept_down', outcome: 'action_filed' },
} as const;

/**
 * An admin restores disabled material early, keeps it down while it is unanswered, or records the complainant's court action after a
 * counter-notice. Material that stays disabled can be restored at any later time; money that was refunded does not come back. Returns the
 * notice's id. Throws not_found, and conflict if the case is settled or in another state.
 */
export async function settleTakedown(
  context: Platform,
  actor: Actor,
  ip: string,
  { id, action, reason }: { id: string; action: keyof typeof settlements; reason: string },
): Promise<string> {
  const found = await findMaterial(context.db.sql, id);
  if (!found) throw appError('not_found');
  const settle = async (tx: Tx) => {
    const material = await lockMaterial(tx, id);
    if (!material) throw appError('not_found');
    const isLive = material.status === 'disabled' || material.status === 'countered';
    if (!isLive && !(action === 'restore' && material.status === 'kept_down')) {
      throw appError('conflict', { message: 'This case is already closed.' });
    }
    if (action === 'action_filed' && material.status !== 'countered') {
      throw appError('conflict', {
        message: 'There is no counter-notice yet, so there can be no court action against one.',
      });
    }
    // After a counter-notice, only a court action keeps the material down.
    if (action === 'keep_down' && material.status !== 'disabled') {
      throw appError('conflict', {
        message: 'There is a counter-notice now. If there is a court action, record it instead.',
      });
    }
    await settleMaterial(context, tx, material, { ...settlements[action], reason, adminId: actor.userId, ip });
    return material.noticeId;
  };
  return nameWinnerOnConflict(context.db.sql, { ...auditTargetOf(found), actorId: actor.userId }, () =>
    context.db.tx(settle),
  );
}

/**
 * Settles a case in the caller's transaction. Restored material returns, and its pool is unfrozen. Material that stays disabled ends the wait for money that
 * waits for it: a pool is removed and a delivered pool is refunded, by the pool's own rules. The caller has locked the case.
 */
export async function settleMaterial(
  context: Platform,
  tx: Tx,
  material: MaterialRow,
  { status, outcome, reason, adminId, ip }: Settlement,
): Promise<void> {
  await markSettled(tx, material.id, { status, outcome, reason });
  if (status === 'restored') await putBack(tx, material);
  const { kind, poolId } = material;
  if (poolId && kind !== 'comment') await release(context, tx, { kind, poolId }, { status, adminId });
  if (poolId && status === 'kept_down') await endMoney(context, tx, { kind, poolId }, adminId);
  const notice = await findNotice(tx, material.noticeId);
  if (notice) await mailSettled(context, tx, notice, { material, outcome, status, reason });
  await notifySettled(context, tx, material, { status, reason });
  await writeAudit(tx, {
    actorId: adminId,
    action: `takedown.${status}`,
    ...auditTargetOf(material),
    before: { status: material.status },
    after: { status, outcome, notice: material.noticeId },
    reason,
    ip,
  });
}

async function putBack(tx: Tx, { kind, kept, poolId, targetId }: MaterialRow): Promise<void> {
  if (kind === 'delivery') await restoreDelivery(tx, targetId);
  if ('pool' in kept && poolId) await restorePool(tx, poolId, kept.pool);
  if ('picture' in kept) await restorePicture(tx, targetId, kept.picture);
  // The text is gone if its author has since deleted the account.
  if ('comment' in kept) await restoreComment(tx, { id: targetId, content: kept.comment });
}

interface PoolMaterial {
  kind: MaterialRow['kind'];
  poolId: string;
}

/**
 * Unfreezes the pool unless an admin froze it or another live case needs it frozen. A pool that is removed next needs no case to wait
 * for.
 */
async function release(
  context: Platform,
  tx: Tx,
  { kind, poolId }: PoolMaterial,
  { status, adminId }: Pick<Settlement, 'status' | 'adminId'>,
): Promise<void> {
  const { byNotice, needed } = await readFreeze(tx, poolId);
  const isRemovedNext = kind === 'pool' && status === 'kept_down';
  if (!byNotice || (needed && !isRemovedNext)) return;
  await unfreezeAfterNotice(context, tx, poolId, adminId);
}

const removalReason = 'The material of this pool stays disabled after a copyright notice.';

async function endMoney(
  context: Platform,
  tx: Tx,
  { kind, poolId }: PoolMaterial,
  adminId: string | null,
): Promise<void> {
  if (kind === 'delivery') await endTakenDownDelivery(context, tx, { poolId, adminId });
  if (kind === 'pool') await removeTakenDownPool(context, tx, { poolId, reason: removalReason, adminId });
}
