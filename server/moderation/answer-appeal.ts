import { liftSuspension } from '#server/accounts/administration/lift-suspension.ts';
import { lockAccount } from '#server/accounts/administration/lock-account.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import { notifyDismissedAppeal } from '#server/notifications/notify-appeal.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

interface AppealAnswer {
  userId: string;
  reportId: string;
  admin: { actor: Actor; ip: string };
  verdict: 'upheld' | 'dismissed';
  answer: string;
}

/** Lifts the suspension of an upheld appeal, or tells the person why the appeal was dismissed. Throws own_account, forbidden. */
export async function answerAppeal(
  context: Platform,
  tx: Tx,
  { userId, reportId, admin: { actor, ip }, verdict, answer }: AppealAnswer,
): Promise<void> {
  const account = await lockAccount(tx, actor, userId);
  if (verdict === 'dismissed') {
    await notifyDismissedAppeal(context, tx, { userId, email: account.email, reportId, answer });
    return;
  }
  if (!account.suspendedAt) return;
  await liftSuspension(context, tx, userId);
  await writeAudit(tx, {
    actorId: actor.userId,
    action: 'user.suspension_lifted',
    targetKind: 'user',
    targetId: userId,
    before: { suspended: true, until: account.suspendedUntil?.toISOString() ?? null },
    after: { suspended: false, until: null },
    reason: answer,
    ip,
  });
}
