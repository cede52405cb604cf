import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import type { TakedownKind } from '#contract/legal.ts';
import { nameWinnerOnConflict } from '#server/audit/admin-conflict.ts';
import type { AuditedAction } from '#server/audit/audit-entry.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import { withholdComment } from '#server/comments/withhold-comment.ts';
import { withholdDelivery } from '#server/delivery/withhold-delivery.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { withholdPool } from '#server/pools/lifecycle/withhold-pool.ts';
import { mailDisabled, mailRejection } from './complainant-mails.ts';
import { findPlaces } from './find-places.ts';
import { flagRepeatInfringer } from './flag-repeat-infringer.ts';
import { findMaterial, insertMaterial, type MaterialRow, type NewMaterial } from './materials.sql.ts';
import { notifyDisabled } from './notify-takedown.ts';
import { auditTargetOf, labelOf, referenceOf } from './takedown-view.ts';
import { decideNotice, findNotice, lockNotice, type NoticeRow } from './takedowns.sql.ts';
import { findPoolOf, listPeopleAtPlaces, type PoolMaterialKind } from './targets.sql.ts';
import { materialGone, withholdPicture } from './withhold-picture.ts';

type Withheld = Pick<NewMaterial, 'subjectId' | 'kept' | 'frozePool' | 'poolId' | 'label'>;

interface Target {
  kind: TakedownKind;
  id: string;
}

export type TakedownDecision = { action: 'reject'; reason: string } | { action: 'disable'; materials: Target[] };

/**
 * Rejects an open notice, or disables the chosen material and tells the people who posted it. Everything commits together, or nothing.
 * Throws not_found, and conflict if another admin has decided or the material is disabled already.
 */
export async function decideTakedown(
  context: Platform,
  actor: Actor,
  ip: string,
  { id, ...decision }: TakedownDecision & { id: string },
): Promise<void> {
  const audited = { targetKind: 'takedown_notice', targetId: id, actorId: actor.userId } as const;
  const noticeBefore = await findNotice(context.db.sql, id);
  const places = await findPlaces(context, noticeBefore?.locations ?? []);
  const decide = async (tx: Tx) => {
    const notice = await lockNotice(tx, id);
    if (!notice) throw appError('not_found');
    if (notice.status !== 'open')
      throw appError('conflict', { message: () => t`This notice has already been decided.` });
    const concerned = [notice.userId, ...(await listPeopleAtPlaces(tx, places))];
    assertNotConcerned(actor.userId, concerned);
    const status = decision.action === 'reject' ? 'rejected' : 'acted';
    const reason = decision.action === 'reject' ? decision.reason : null;
    await decideNotice(tx, { id, status, reason, adminId: actor.userId });
    const entries =
      decision.action === 'reject'
        ? await reject(context, tx, notice, decision.reason)
        : await disable(context, tx, notice, { adminId: actor.userId, ip, targets: decision.materials });
    const own = {
      action: `takedown.${status}`,
      before: { status: notice.status },
      after: { status },
      reason,
      ip,
      concerned,
    } as const;
    // Last, because the audit trail is locked from here to the commit.
    for (const entry of [...entries, { ...audited, ...own }]) await writeAudit(tx, entry);
  };
  await nameWinnerOnConflict(context.db.sql, audited, () => context.db.tx(decide));
}

async function reject(
  context: InTransaction<Platform>,
  tx: Tx,
  notice: NoticeRow,
  reason: string,
): Promise<AuditedAction[]> {
  await mailRejection(context, tx, notice, reason);
  return [];
}

interface Disabling {
  adminId: string;
  ip: string;
  targets: Target[];
}

/** Returns the audit entries of the disabled material. */
async function disable(
  context: InTransaction<Platform>,
  tx: Tx,
  notice: NoticeRow,
  { adminId, ip, targets }: Disabling,
): Promise<AuditedAction[]> {
  // In one order for all admins, so that two of them never wait for each other's pools.
  const ordered = [...new Map(targets.map((target) => [`${target.id} ${target.kind}`, target]))].sort(
    ([one], [other]) => one.localeCompare(other),
  );
  const materials: MaterialRow[] = [];
  for (const [, target] of ordered) materials.push(await disableOne(context, tx, notice, { adminId, target }));
  await mailDisabled(
    context,
    tx,
    notice,
    materials.map(({ label }) => label),
  );
  const people = [...new Set(materials.map(({ subjectId }) => subjectId))];
  const flags = await Promise.all(people.map((userId) => flagRepeatInfringer(context, tx, userId, ip)));
  return [...materials.map((material) => disabledEntry(material, { adminId, ip })), ...flags.flat()];
}

const disabledEntry = (material: MaterialRow, { adminId, ip }: { adminId: string; ip: string }): AuditedAction => ({
  actorId: adminId,
  action: 'takedown.disabled',
  ...auditTargetOf(material),
  before: {},
  after: { notice: material.noticeId, person: material.subjectId, froze: material.frozePool },
  reason: reasonOf(material.noticeId),
  ip,
  concerned: [material.subjectId],
});

const reasonOf = (noticeId: string) => inEnglish(msg`Copyright notice ${{ reference: referenceOf(noticeId) }}`);

async function disableOne(
  context: InTransaction<Platform>,
  tx: Tx,
  notice: NoticeRow,
  { adminId, target }: { adminId: string; target: Target },
): Promise<MaterialRow> {
  const { kind, id: targetId } = target;
  const withheld =
    kind === 'picture'
      ? await withholdPicture(tx, targetId)
      : await withholdInPool(context, tx, { kind, id: targetId, adminId, reason: reasonOf(notice.id) });
  const { answerMs } = context.config.takedowns;
  const id = await insertMaterial(tx, { noticeId: notice.id, kind, targetId, ...withheld }, answerMs);
  const material = id && (await findMaterial(tx, id));
  if (!material) throw appError('conflict', { message: () => t`${{ material: withheld.label }} is already disabled.` });
  await notifyDisabled(context, tx, material);
  return material;
}

interface PoolTarget {
  kind: PoolMaterialKind;
  id: string;
  adminId: string;
  reason: string;
}

async function withholdInPool(context: InTransaction<Platform>, tx: Tx, target: PoolTarget): Promise<Withheld> {
  const pool = await findPoolOf(tx, target);
  if (!pool) throw materialGone();
  const { poolId } = pool;
  return { poolId, label: labelOf(target.kind, pool), ...(await withhold(context, tx, { ...target, poolId })) };
}

async function withhold(
  context: InTransaction<Platform>,
  tx: Tx,
  { kind, id, ...how }: PoolTarget & { poolId: string },
): Promise<Pick<Withheld, 'subjectId' | 'kept' | 'frozePool'>> {
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
