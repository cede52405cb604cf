import { lockPayment } from '#server/money/payments.sql.ts';
import type { Payment } from '#server/money/payments.ts';
import { cancelFailedRefund } from '#server/money/refunds/refunds.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { claimForDispute, type Dispute } from './disputes.sql.ts';

/**
 * Freezes the share of a disputed payment: while a dispute claims it, neither a release nor a refund can. A refund that the processor
 * refused gives way. Publishes `dispute.opened` once the share is frozen or was released before; a refund under way settles first.
 */
export async function freezeShare(
  context: InTransaction<Platform>,
  tx: Tx,
  { paymentId, id }: Pick<Dispute, 'paymentId' | 'id'>,
): Promise<Payment> {
  await cancelFailedRefund(tx, paymentId);
  const claimed = await claimForDispute(tx, paymentId, id);
  const payment = await lockPayment(tx, paymentId);
  if (claimed && payment.status === 'succeeded')
    await context.facts.publish(tx, 'dispute.opened', aboutDispute(id, payment));
  return payment;
}

export function aboutDispute(disputeId: string, { id: paymentId, subject, userId }: Payment) {
  return { disputeId, paymentId, subject, userId };
}

/** The holder of a payment's money, by its claim. */
export function holderOf({ claimedBy }: Pick<Payment, 'claimedBy'>): 'refund' | 'pool' | 'creator' {
  if (claimedBy?.startsWith('refund:')) return 'refund';
  if (claimedBy === null || claimedBy.startsWith('dispute:')) return 'pool';
  return 'creator';
}
