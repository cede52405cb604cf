import { appError } from '#contract/errors.ts';
import { decideApplication } from '#server/creators/decide-application.ts';
import { readApplicationItem, type VerificationItem } from '#server/creators/list-applications.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http.ts';
import { insertAudit } from './audit.sql.ts';

export interface Decision {
  id: string;
  status: 'approved' | 'rejected';
  reason?: string | undefined;
}

/** An admin approves or rejects a creator application; a rejection needs a reason that helps the applicant. */
export async function reviewApplication(
  context: MoneyContext,
  actor: Actor,
  ip: string,
  decision: Decision,
): Promise<VerificationItem> {
  const reason = decision.reason ?? null;
  if (decision.status === 'rejected' && !reason) {
    throw appError('validation_failed', { message: 'Reason is required', fields: { reason: 'Reason is required' } });
  }
  await context.db.tx(async (tx) => {
    const { before } = await decideApplication(context, tx, { ...decision, reason, adminId: actor.userId });
    await insertAudit(tx, {
      actorId: actor.userId,
      action: `verification.${decision.status}`,
      targetKind: 'creator_application',
      targetId: decision.id,
      before: { status: before.status },
      after: { status: decision.status },
      reason,
      ip,
    });
  });
  return readApplicationItem(context, decision.id);
}
