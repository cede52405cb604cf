import type { Platform } from '#server/platform/platform.ts';
import type { TransferState } from './card-processor.ts';
import { findOpenDispute } from './disputes/disputes.sql.ts';
import { freezeShare } from './disputes/freeze-share.ts';
import { postJournal } from './ledger.ts';
import { matchMovement } from './match-movement.ts';
import { addRefunded, lockPayment } from './payments.sql.ts';
import { markRefunded, markRefundFailed, type Refund, readRefund, storeRefundRef } from './refunds.sql.ts';
import { withSubjectLocks } from './with-subject-locks.ts';

/** Applies a state of the processor to a refund; a completed refund does not change anymore. */
export async function settleRefund(context: Platform, refundId: string, state: TransferState): Promise<void> {
  const refund = await readRefund(context.db.sql, refundId);
  if (!refund) throw new Error(`refund ${refundId} does not exist`);
  if (state.reference !== refund.idempotencyKey || state.amountCents !== refund.amountCents) {
    context.metrics
      .counter('fanfare_money_mismatches_total', 'Things the card processor and our books disagree about')
      .inc();
    context.log.error(
      { refundId, reference: state.reference, amountCents: state.amountCents },
      "ignored a state of the card processor: reference or amount are not this refund's",
    );
    return;
  }
  if (state.status === 'under_way') return storeRefundRef(context.db.sql, refundId, state.ref);
  if (state.status === 'failed') return failRefund(context, refund, state.reason);
  await withSubjectLocks(context, refund.subject, async (tx) => {
    await lockPayment(tx, refund.paymentId);
    if (!(await markRefunded(tx, refundId, state.ref))) return;
    await matchMovement(tx, refund.idempotencyKey);
    await addRefunded(tx, refund.paymentId, refund.amountCents);
    await postJournal(tx, {
      kind: 'refund',
      cause: refund.idempotencyKey,
      subject: refund.subject,
      entries: [
        { account: refund.heldAccount, amountCents: refund.amountCents },
        { account: 'clearing', amountCents: -refund.amountCents },
      ],
    });
    await context.facts.publish(tx, 'refund.succeeded', aboutRefund(refund));
  });
}

/** Records that the processor refused the refund. The money stays held, and an admin must act. */
export async function failRefund(context: Platform, refund: Refund, reason: string): Promise<void> {
  await withSubjectLocks(context, refund.subject, async (tx) => {
    await lockPayment(tx, refund.paymentId);
    if (!(await markRefundFailed(tx, refund.id, reason))) return;
    const dispute = await findOpenDispute(tx, refund.paymentId);
    // The processor refuses refunds of disputed charges. The bank decides now, and a won dispute may lead to a new refund.
    if (dispute) return void (await freezeShare(context, tx, dispute));
    context.log.error(
      { refundId: refund.id, reason },
      'the card processor refused a refund; the money stays held and an admin must act',
    );
    await context.facts.publish(tx, 'refund.failed', { ...aboutRefund(refund), reason });
  });
}

function aboutRefund({ id, paymentId, subject, userId, amountCents }: Refund) {
  return { refundId: id, paymentId, subject, userId, amountCents };
}
