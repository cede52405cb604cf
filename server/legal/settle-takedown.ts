import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { nameWinnerOnConflict } from '#server/audit/admin-conflict.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import { lockComment, restoreComment } from '#server/comments/withhold-comment.ts';
import { restoreDelivery } from '#server/delivery/withhold-delivery.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { restorePool } from '#server/pools/lifecycle/withhold-pool.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { mailSettled } from './complainant-mails.ts';
import {
  findMaterial,
  hasUpheldReport,
  lockMaterial,
  type MaterialRow,
  markSettled,
  type Outcome,
} from './materials.sql.ts';
import { notifySettled } from './notify-takedown.ts';
import { settlePool } from './settle-pool.ts';
import { auditTargetOf } from './takedown-view.ts';
import { findNotice, type NoticeRow } from './takedowns.sql.ts';
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
  const materialBefore = await findMaterial(context.db.sql, id);
  if (!materialBefore) throw appError('not_found');
  const settle = async (tx: Tx) => {
    const material = await lockMaterial(tx, id);
    if (!material) throw appError('not_found');
    const isLive = material.status === 'disabled' || material.status === 'countered';
    if (!isLive && !(action === 'restore' && material.status === 'kept_down')) {
      throw appError('conflict', { message: () => t`This case is already closed.` });
    }
    if (action === 'action_filed' && material.status !== 'countered') {
      throw appError('conflict', {
        message: () => t`There is no counter-notice yet, so there can be no court action against one.`,
      });
    }
    // After a counter-notice, only a court action keeps the material down.
    if (action === 'keep_down' && material.status !== 'disabled') {
      throw appError('conflict', {
        message: () => t`There is a counter-notice now. If there is a court action, record it instead.`,
      });
    }
    await settleMaterial(context, tx, material, { ...settlements[action], reason, adminId: actor.userId, ip });
    return material.noticeId;
  };
  return nameWinnerOnConflict(context.db.sql, { ...auditTargetOf(materialBefore), actorId: actor.userId }, () =>
    context.db.tx(settle),
  );
}

/**
 * Settles a case in the caller's transaction. Restored material returns, and its pool is unfrozen. Material that stays disabled ends the wait for money that
 * waits for it: a pool is removed and a delivered pool is refunded, by the pool's own rules. The caller has locked the case.
 */
export async function settleMaterial(
  context: InTransaction<Platform>,
  tx: Tx,
  material: MaterialRow,
  { status, outcome, reason, adminId, ip }: Settlement,
): Promise<void> {
  const { kind } = material;
  const ofPool = kind === 'comment' ? null : material.poolId;
  // Two cases of one pool are settled one after another. Otherwise each would leave the pool frozen for the other.
  if (ofPool) await lockPool(tx, ofPool);
  await markSettled(tx, material.id, { status, outcome, reason });
  const isVisible = status === 'restored' && (await putBack(tx, material));
  if (ofPool) await settlePool(context, tx, { kind, poolId: ofPool, status, adminId });
  const notice = await findNotice(tx, material.noticeId);
  if (notice) await mailSettled(context, tx, notice, { material, outcome, status, isVisible, reason });
  await notifySettled(context, tx, material, { status, isVisible, reason });
  await writeAudit(tx, {
    actorId: adminId,
    action: `takedown.${status}`,
    ...auditTargetOf(material),
    before: { status: material.status },
    after: { status, outcome, notice: material.noticeId },
    reason,
    ip,
    concerned: peopleOfCase(material, notice),
  });
}

/** The person who posted the material, and the complainant if they have an account. */
const peopleOfCase = (material: MaterialRow, notice: NoticeRow | undefined) => [material.subjectId, notice?.userId];

/** Returns whether the material is visible again, as far as takedown cases and reports decide it. */
async function putBack(tx: Tx, { kind, kept, poolId, targetId }: MaterialRow): Promise<boolean> {
  if (kind === 'comment') return putBackComment(tx, { kept, poolId, targetId });
  if (kind === 'delivery') await restoreDelivery(tx, targetId);
  if ('pool' in kept && poolId) await restorePool(tx, poolId, kept.pool);
  return 'picture' in kept ? restorePicture(tx, targetId, kept.picture) : true;
}

/** A comment stays removed if a report of it was upheld, or if its text is gone because the author deleted the account. */
async function putBackComment(
  tx: Tx,
  { kept, poolId, targetId }: Pick<MaterialRow, 'kept' | 'poolId' | 'targetId'>,
): Promise<boolean> {
  await lockComment(tx, targetId);
  if (!('comment' in kept) || (await hasUpheldReport(tx, { poolId, targetId }))) return false;
  await restoreComment(tx, { id: targetId, content: kept.comment });
  return true;
}
