import { inEnglish, msg } from '#contract/language/text.ts';
import type {} from '#server/accounts/facts.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { settleReports } from './reports.sql.ts';

/**
 * Closes the open appeal of a person whose suspension ended: upheld if an admin lifted it, dismissed if its end has come. The audit row
 * of the admin's action covers the first case; the second one gets its own.
 */
export async function closeAppeals(tx: Tx, { userId, by }: FactMap['user.suspension_lifted']): Promise<void> {
  const which = { kind: 'appeal', targetId: userId } as const;
  if (by) {
    const answer = by.reason || inEnglish(msg`An admin lifted the suspension.`);
    await settleReports(tx, which, { status: 'upheld', answer, adminId: by.adminId });
    return;
  }
  const reason = inEnglish(msg`The suspension ended before a decision.`);
  for (const { id } of await settleReports(tx, which, { status: 'dismissed', answer: reason, adminId: null })) {
    await writeAudit(tx, {
      actorId: null,
      action: 'report.dismissed',
      targetKind: 'report',
      targetId: id,
      before: { status: 'open' },
      after: { status: 'dismissed', kind: 'appeal', reported: userId, removed: false },
      reason,
      ip: '',
      concerned: [userId],
    });
  }
}
