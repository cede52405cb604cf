import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { liftSuspension } from '#server/accounts/administration/lift-suspension.ts';
import type { LockedAccount } from '#server/accounts/administration/lock-account.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import { notifyDismissedAppeal } from '#server/notifications/notify-appeal.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

interface AppealAnswer {
  account: LockedAccount;
  reportId: string;
  admin: { actor: Actor; ip: string };
  verdict: 'upheld' | 'dismissed';
  answer: string;
}

/**
 * Lifts the suspension of an upheld appeal, or tells the person why the appeal was dismissed. Throws forbidden for an admin's appeal,
 * because their suspension ends with a proof of identity and a second admin.
 */
export async function answerAppeal(
  context: InTransaction<Platform>,
  tx: Tx,
  { account, reportId, admin: { actor, ip }, verdict, answer }: AppealAnswer,
): Promise<void> {
  // The suspension has already ended, so there is nothing to lift or to explain.
  if (!account.suspendedAt) return;
  if (verdict === 'dismissed') {
    await notifyDismissedAppeal(context, tx, { recipient: account, reportId, answer });
    return;
  }
  if (account.role === 'admin') {
    throw appError('forbidden', {
      message: () => t`This is an admin. Lift the suspension in Users instead, which also closes this appeal.`,
    });
  }
  await liftSuspension(context, tx, account.id, { adminId: actor.userId, reason: answer });
  await writeAudit(tx, {
    actorId: actor.userId,
    action: 'user.suspension_lifted',
    targetKind: 'user',
    targetId: account.id,
    before: { suspended: true, until: account.suspendedUntil?.toISOString() ?? null },
    after: { suspended: false, until: null },
    reason: answer,
    ip,
    concerned: [account.id],
  });
}
