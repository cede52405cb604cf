import { appError } from '#contract/errors.ts';
import type { TakedownKind } from '#contract/legal.ts';
import { withholdComment } from '#server/comments/withhold-comment.ts';
import { withholdDelivery } from '#server/delivery/withhold-delivery.ts';
import { writeAudit } from '#server/moderation/write-audit.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { withholdPool } from '#server/pools/withhold-pool.ts';
import { mailDisabled, mailRejection } from './complainant-mails.ts';
import { flagRepeatInfringer } from './flag-repeat-infringer.ts';
import { findMaterial, insertMaterial, type NewMaterial } from './materials.sql.ts';
import { notifyDisabled } from './notify-takedown.ts';
import { labelOf, referenceOf } from './takedown-view.ts';
import { decideNotice, lockNotice, type NoticeRow } from './takedowns.sql.ts';
import { findPoolOf } from './targets.sql.ts';

interface Target {
  kind: TakedownKind;
  id: string;
}

export type TakedownDecision = { action: 'reject'; reason: string } | { action: 'disable'; materials: Target[] };

/**
 * Rejects an open notice, or disables the chosen material and tells the people who posted it. Everything commits together, or nothing.
 * Throws not_found, and conflict if another admin has decided or a live case has disabled the material.
 */
export async function decideTakedown(
  context: Platform,
  actor: Actor,
  ip: string,
  { id, ...decision }: TakedownDecision & { id: string },
): Promise<void> {
  await context.db.tx(async (tx) => {
    const notice = await lockNotice(tx, id);
    if (!notice) throw appError('not_found');
    if (notice.status !== 'open') throw appError('conflict', { message: 'This notice has already been decided.' });
    const by = { adminId: actor.userId, ip };
    if (decision.action === 'reject') await reject(context, tx, notice, by, decision.reason);
    else await disable(context, tx, notice, by, decision.materials);
  });
}

interface By {
  adminId: string;
  ip: string;
}

async function reject(
  context: Platform,
  tx: Tx,
  notice: NoticeRow,
  { adminId, ip }: By,
  reason: string,
): Promise<void> {
  await decideNotice(tx, { id: notice.id, status: 'rejected', reason, adminId });
  await mailRejection(context, tx, notice, reason);
  await writeAudit(tx, {
    actorId: adminId,
    action: 'takedown.rejected',
    targetKind: 'takedown_notice',
    targetId: notice.id,
    before: { status: notice.status },
    after: { status: 'rejected' },
    reason,
    ip,
  });
}

async function disable(context: Platform, tx: Tx, notice: NoticeRow, by: By, targets: Target[]): Promise<void> {
  await decideNotice(tx, { id: notice.id, status: 'acted', reason: null, adminId: by.adminId });
  const labels: string[] = [];
  // In one order for all admins, so that two of them never wait for each other's pools.
  const ordered = [...new Map(targets.map((target) => [`${target.id} ${target.kind}`, target])).entries()].sort(
    ([one], [other]) => one.localeCompare(other),
  );
  for (const [, target] of ordered) labels.push(await disableOne(context, tx, notice, by, target));
  await mailDisabled(context, tx, notice, labels);
}

async function disableOne(
  context: Platform,
  tx: Tx,
  notice: NoticeRow,
  { adminId, ip }: By,
  target: Target,
): Promise<string> {
  const found = await findPoolOf(tx, target);
  if (!found) throw appError('not_found', { message: 'Some of this is gone. Reload and choose again.' });
  const { poolId } = found;
  const reason = `Copyright notice ${referenceOf(notice.id)}`;
  const withheld = await withhold(context, tx, { ...target, poolId, adminId, reason });
  const label = labelOf(target.kind, found);
  const { kind, id: targetId } = target;
  const { answerMs } = context.config.takedowns;
  const id = await insertMaterial(tx, { noticeId: notice.id, kind, targetId, poolId, label, ...withheld }, answerMs);
  const material = id && (await findMaterial(tx, id));
  if (!material) throw appError('conflict', { message: `${label} is already disabled.` });
  await notifyDisabled(context, tx, material);
  await flagRepeatInfringer(context, tx, material, ip);
  await writeAudit(tx, {
    actorId: adminId,
    action: 'takedown.disabled',
    targetKind: kind,
    targetId,
    before: { frozen: false },
    after: { notice: notice.id, person: material.subjectId, frozen: material.frozePool },
    reason,
    ip,
  });
  return label;
}

type Withheld = Pick<NewMaterial, 'subjectId' | 'kept' | 'frozePool'>;

async function withhold(
  context: Platform,
  tx: Tx,
  { kind, id, ...how }: Target & { poolId: string; adminId: string; reason: string },
): Promise<Withheld> {
  switch (kind) {
    case 'pool': {
      const { froze, ownerId, kept } = await withholdPool(context, tx, how);
      return { subjectId: ownerId, kept: { pool: kept }, frozePool: froze };
    }
    case 'delivery': {
      const { froze, creatorId } = await withholdDelivery(context, tx, { id, ...how });
      return { subjectId: creatorId, kept: {}, frozePool: froze };
    }
    case 'comment': {
      const { authorId, content } = await withholdComment(context, tx, { id, byId: how.adminId });
      return { subjectId: authorId, kept: { comment: content }, frozePool: false };
    }
  }
}
