import { liftDueSuspensions } from '#server/accounts/administration/lift-suspension.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Platform } from '#server/platform/platform.ts';

/** The job at the end of a suspension. Lifts every suspension that has ended, so that a missed job does no harm. */
export async function liftSuspensions(context: Platform): Promise<void> {
  await context.db.tx(async (tx) => {
    for (const userId of await liftDueSuspensions(context, tx)) {
      await writeAudit(tx, {
        actorId: null,
        action: 'user.suspension_ended',
        targetKind: 'user',
        targetId: userId,
        before: { suspended: true },
        after: { suspended: false, until: null },
        reason: null,
        ip: '',
        concerned: [userId],
      });
    }
  });
}
