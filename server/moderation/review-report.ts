import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { lockAccount } from '#server/accounts/administration/lock-account.ts';
import { nameWinnerOnConflict } from '#server/audit/admin-conflict.ts';
import type { AuditEntry } from '#server/audit/audit-entry.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import { removeMessage } from '#server/chat/moderation/remove-message.ts';
import { removeComment } from '#server/comments/remove-comment.ts';
import { removeThanks } from '#server/creator-dashboard/thanks.ts';
import { decideObjection } from '#server/delivery/decide-objection.ts';
import { imageUrl } from '#server/media/image-url.ts';
import { removeImage } from '#server/media/remove-image.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { removeUpdate } from '#server/updates/remove-update.ts';
import { answerAppeal } from './answer-appeal.ts';
import { findObjectionPeople, findReportPeople } from './people-concerned.sql.ts';
import { takeImagesOfReports } from './report-images.sql.ts';
import { findReport, type ReportRow, settleReports } from './reports.sql.ts';

/** Takes the pictures from decided or erased reports, and deletes those that nothing else uses. */
export async function dropReportImages(
  context: InTransaction<Platform>,
  tx: Tx,
  reportIds: readonly string[],
): Promise<void> {
  for (const key of await takeImagesOfReports(tx, reportIds)) await removeImage(context, tx, imageUrl(key));
}

export interface ReportDecision {
  id: string;
  status: 'upheld' | 'dismissed' | 'approved' | 'rejected';
  outcome: 'refund' | 'redo';
  reason: string;
}

interface Verdict {
  verdict: 'upheld' | 'dismissed';
  answer: string;
  adminId: string;
}

/** The audited decision and the ids that it settled: upholding a report settles all open reports about the same thing. */
type Audited = Pick<AuditEntry, 'action' | 'targetKind' | 'before' | 'after'> & { settledIds: string[] };

/**
 * Applies an admin's decision on an objection or a report. An upheld objection refunds everyone or requires a new delivery. An upheld
 * report of an update, comment, message or thank-you removes it; the admin removes other content separately. An upheld appeal lifts the
 * suspension.
 * `approved` and `rejected` are other names for `upheld` and `dismissed`.
 */
export async function reviewReport(
  context: Platform,
  actor: Actor,
  ip: string,
  { id, status, outcome, reason }: ReportDecision,
): Promise<void> {
  const verdict = status === 'upheld' || status === 'approved' ? 'upheld' : 'dismissed';
  const decision = { verdict, answer: reason, adminId: actor.userId } as const;
  const review = async (tx: Tx) => {
    const report = await findReport(tx, id);
    const concerned = await (report ? findReportPeople : findObjectionPeople)(tx, id);
    assertNotConcerned(actor.userId, concerned);
    const { settledIds, ...audited } = report
      ? await decideReport(context, tx, report, { ...decision, admin: { actor, ip } })
      : await decideThisObjection(context, tx, { id, outcome, ...decision });
    for (const targetId of settledIds) {
      await writeAudit(tx, { ...audited, actorId: actor.userId, targetId, reason: decision.answer, ip, concerned });
    }
  };
  const targetKind = (await findReport(context.db.sql, id)) ? 'report' : 'objection';
  await nameWinnerOnConflict(context.db.sql, { targetKind, targetId: id, actorId: actor.userId }, () =>
    context.db.tx(review),
  );
}

async function decideThisObjection(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, outcome, verdict, answer, adminId }: Verdict & Pick<ReportDecision, 'id' | 'outcome'>,
): Promise<Audited> {
  const { before, settledIds } = await decideObjection(context, tx, { id, status: verdict, outcome, answer, adminId });
  return {
    action: `objection.${verdict}`,
    targetKind: 'objection',
    before: { status: before.status },
    after: { status: verdict, outcome: verdict === 'upheld' ? outcome : null },
    settledIds,
  };
}

async function decideReport(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, kind, targetId, status }: ReportRow,
  { verdict, answer, adminId, admin }: Verdict & { admin: { actor: Actor; ip: string } },
): Promise<Audited> {
  // Lifting a suspension locks the account before it closes the appeal, so this uses the same order.
  const appellant = kind === 'appeal' ? await lockAccount(tx, admin.actor, targetId) : undefined;
  const which = verdict === 'upheld' && status === 'open' ? { kind, targetId } : { id };
  const settled = await settleReports(tx, which, { status: verdict, answer, adminId });
  if (!settled.some((row) => row.id === id)) {
    throw appError('conflict', { message: () => t`This report has already been decided.` });
  }
  await dropReportImages(
    context,
    tx,
    settled.map((row) => row.id),
  );
  if (appellant) await answerAppeal(context, tx, { account: appellant, reportId: id, admin, verdict, answer });
  const removed = verdict === 'upheld' && (await removeReported(context, tx, { kind, targetId, adminId, answer }));
  return {
    action: `report.${verdict}`,
    targetKind: 'report',
    before: { status },
    after: { status: verdict, kind, reported: targetId, removed },
    settledIds: settled.map((row) => row.id),
  };
}

async function removeReported(
  context: InTransaction<Platform>,
  tx: Tx,
  {
    kind,
    targetId: id,
    adminId: byId,
    answer,
  }: Pick<ReportRow, 'kind' | 'targetId'> & Pick<Verdict, 'adminId' | 'answer'>,
): Promise<boolean> {
  if (kind === 'update') return removeUpdate(context, tx, { id, byId, through: 'report' });
  if (kind === 'comment') return removeComment(context, tx, { id, byId, through: 'report' });
  if (kind === 'thanks') return removeThanks(tx, id);
  if (kind !== 'message') return false;
  return (await removeMessage(context, tx, { id, byId, through: 'report', reason: answer, ip: '' })) !== undefined;
}
