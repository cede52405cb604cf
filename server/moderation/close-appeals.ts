import type {} from '#server/accounts/facts.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { settleReports } from './reports.sql.ts';

/** Closes the open appeal of a person whose suspension ended: upheld if an admin lifted it, dismissed if its end has come. */
export async function closeAppeals(tx: Tx, { userId, by }: FactMap['user.suspension_lifted']): Promise<void> {
  const decision = by
    ? ({ status: 'upheld', answer: by.reason || 'An admin lifted the suspension.', adminId: by.adminId } as const)
    : ({ status: 'dismissed', answer: 'The suspension ended before a decision.', adminId: null } as const);
  await settleReports(tx, { kind: 'appeal', targetId: userId }, decision);
}
