import { inEnglish, msg } from '#contract/language/text.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import type { Platform } from '#server/platform/platform.ts';
import { lockPledge } from './apply-pledge-event.ts';
import { subjectOf } from './pledge-jobs.ts';

/** Requests the refund of a pledge that its pool's end moved to `refund_pending`. */
export async function refundPledge(context: Platform, pledgeId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const { pledge } = await lockPledge(tx, pledgeId);
    if (pledge.status !== 'refund_pending') return;
    await requestRefund(context, tx, {
      subject: subjectOf(pledgeId),
      reason: inEnglish(msg`The pool ended without what was promised.`),
    });
  });
}
