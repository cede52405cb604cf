import type { Platform } from '#server/platform/platform.ts';
import type { TransferState } from './card-port.ts';
import { postJournal } from './ledger.ts';
import { settling } from './money-subject.ts';
import { addRefunded, lockPayment } from './payments.sql.ts';
import { markRefunded, markRefundFailed, type Refund, readRefund, storeRefundRef } from './refunds.sql.ts';

/** Where every word of the processor about a refund ends up; once done it stays done. */
export async function settleRefund(context: Platform, refundId: string, state: TransferState): Promise<void> {
  const refund = await readRefund(context.db.sql, refundId);
  if (!refund) throw new Error(`there is no refund ${refundId}`);
  if (state.reference !== refund.idempotencyKey || state.amountCents !== refund.amountCents) {
    context.metrics
      .counter('fanfare_money_mismatches_total', 'Things the card processor and our books disagree about')
      .inc();
    context.log.error({ refundId, reference: state.reference, amountCents: state.amountCents }, 'not this refund');
    return;
  }
  if (state.status === 'under_way') return storeRefundRef(context.db.sql, refundId, state.ref);
  if (state.status === 'failed') return failRefund(context, refund, state.reason);
  await settling(context, refund.subject, async (tx) => {
    await lockPayment(tx, refund.paymentId);
    if (!(await markRefunded(tx, refundId, state.ref))) return;
    await addRefunded(tx, refund.paymentId, refund.amountCents);
    await postJournal(tx, {
      kind: 'refund',
      cause: refund.idempotencyKey,
      entries: [
        { account: refund.heldAccount, amountCents: refund.amountCents },
        { account: 'clearing', amountCents: -refund.amountCents },
      ],
    });
    await context.facts.tell(tx, 'refund.succeeded', aboutRefund(refund));
  });
}

/** The processor will not send it back: the money stays held, and somebody has to look. */
export async function failRefund(context: Platform, refund: Refund, reason: string): Promise<void> {
  await settling(context, refund.subject, async (tx) => {
    if (!(await markRefundFailed(tx, refund.id, reason))) return;
    context.log.error({ refundId: refund.id, reason }, 'the card processor refused a refund');
    await context.facts.tell(tx, 'refund.failed', { ...aboutRefund(refund), reason });
  });
}

function aboutRefund({ id, paymentId, subject, userId, amountCents }: Refund) {
  return { refundId: id, paymentId, subject, userId, amountCents };
}
