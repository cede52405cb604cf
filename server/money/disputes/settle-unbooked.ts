import type { DisputeState } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { lockPayment } from '#server/money/payments.sql.ts';
import type { Payment } from '#server/money/payments.ts';
import { countMismatch } from '#server/money/problems/report-problem.ts';
import { refundStray } from '#server/money/refunds/request-refund.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findOpenDispute, lockDisputeByRef, passClaim } from './disputes.sql.ts';
import { aboutDispute, freezeShare, holderOf } from './freeze-share.ts';
import { lockUnbooked, storeUnbooked, type UnbookedDispute } from './unbooked.sql.ts';

/** A decision comes last. The bank may reopen an inquiry only as a dispute. */
export const rank = { needs_response: 0, under_review: 1, won: 2, lost: 2, escalated: 3 } as const;

/**
 * Stores a dispute that the ledger does not contain, for admins to see. An inquiry has taken no money, so nothing else changes. A dispute
 * in another currency is never booked, because its amount is no amount of US cents. It freezes the payment, so that its money is neither
 * released nor refunded while the processor's balance lacks it. A lost one stays frozen until a person has settled it.
 */
export async function settleUnbooked(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  payment: Payment,
  state: DisputeState,
): Promise<void> {
  const { processor, id: paymentId } = payment;
  const { disputeRef, status, otherCurrency } = state;
  const booked = await lockDisputeByRef(tx, processor, disputeRef);
  if (booked) {
    // An inquiry that became a dispute: this state is older.
    if (!state.inquiry)
      reportUnbooked(context, { disputeRef, otherCurrency }, 'ignored a dispute whose currency changed');
    return;
  }
  const existing = await lockUnbooked(tx, processor, disputeRef);
  if (existing && isOlder(existing, state)) return;
  const id = await storeUnbooked(tx, { paymentId, processor, state });
  if (state.inquiry) {
    context.log.warn(
      { disputeRef, dueAt: state.dueAt, status },
      'a bank asks about a charge without taking money; see the inquiries in the admin area',
    );
    return;
  }
  // A refused refund gives way to the dispute, so the holder changes.
  let now = payment;
  if (existing?.kind !== 'other_currency') {
    const message = 'a dispute is in another currency: its payment is frozen and it is not in the books';
    reportUnbooked(context, { disputeRef, otherCurrency }, message);
    if (holderOf(payment) === 'creator') await context.facts.publish(tx, 'dispute.opened', aboutDispute(id, payment));
    else now = await freezeShare(context, tx, { paymentId, id });
  }
  if (status === 'won' || status === 'lost') await endFreeze(context, tx, { id, payment: now, status });
}

/** Whether a stored state is at least as late as this one. A dispute in another currency never becomes an inquiry again. */
function isOlder(existing: UnbookedDispute, { status, inquiry = false }: DisputeState): boolean {
  if ((existing.kind === 'inquiry') !== inquiry) return inquiry;
  return rank[existing.status] > rank[status] || rank[existing.status] === 2 || existing.status === status;
}

/** The pledge follows once the last open dispute of the payment is decided. A lost one keeps the payment. */
async function endFreeze(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  { id, payment, status }: { id: string; payment: Payment; status: 'won' | 'lost' },
): Promise<void> {
  await passClaim(tx, payment.id);
  const holder = holderOf(payment);
  if (holder === 'refund' || (await findOpenDispute(tx, payment.id))) return;
  if (payment.status === 'stray') return refundStray(context, tx, payment.id);
  const about = aboutDispute(id, payment);
  if (status === 'won' && payment.lostCents === 0)
    await context.facts.publish(tx, 'dispute.won', { ...about, isReleased: holder === 'creator' });
  else {
    // An earlier dispute took a part. The rest is the pool's again unless a lost dispute keeps the payment.
    const { claimedBy } = await lockPayment(tx, payment.id);
    await context.facts.publish(tx, 'dispute.lost', { ...about, isPartial: claimedBy === null });
  }
}

/** Counts and logs something that a person must settle with the processor. */
export function reportUnbooked(
  context: Pick<MoneyContext, 'log' | 'metrics'>,
  details: Record<string, unknown>,
  message: string,
): void {
  countMismatch(context);
  context.log.error(details, message);
}
