import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { findOpenDispute } from '#server/money/disputes/disputes.sql.ts';
import { refundJob } from '#server/money/job-kinds.ts';
import { claimForAdminRefund, lockPayment } from '#server/money/payments.sql.ts';
import type { Payment } from '#server/money/payments.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { insertAdminRefund, readRefund } from './refunds.sql.ts';

export interface AdminRefund {
  /** Also the id of the refund: the same key refunds once. */
  requestKey: string;
  paymentId: string;
  amountCents: number;
  reason: string;
  /** Refuses an amount that leaves something. */
  isWhole?: boolean;
}

/**
 * Requests the refund of an amount of a paid payment, in cents, before or after its release, in the caller's transaction, which holds the
 * subject's locks. A job calls the processor, and `refund.succeeded` or `refund.failed` reports the outcome. Returns false for a
 * repeated key. Amounts that the bank had returned wait for an admin until this refund has reached the fan. Throws `conflict` while a
 * dispute or another refund of the payment is open, and for more than is left.
 */
export async function requestAdminRefund(
  context: InTransaction<Platform>,
  tx: Tx,
  refund: AdminRefund,
): Promise<boolean> {
  const { requestKey: id, paymentId, amountCents } = refund;
  const payment = await lockPayment(tx, paymentId);
  const existing = await readRefund(tx, id);
  if (existing) {
    if (existing.paymentId === paymentId && existing.amountCents === amountCents) return false;
    throw appError('conflict', { message: () => t`This request was already used for another refund.` });
  }
  await openAdminRefund(tx, payment, refund);
  await context.jobs.enqueue(tx, refundJob, { refundId: id });
  return true;
}

/** Stores an admin's refund of a locked payment and claims the payment, if it is held. Throws `conflict` as `requestAdminRefund` does. */
export async function openAdminRefund(tx: Tx, payment: Payment, refund: AdminRefund): Promise<void> {
  const { requestKey: id, paymentId, amountCents, reason, isWhole } = refund;
  const isFrozen =
    payment.claimedBy?.startsWith('dispute:') && payment.refundedCents + payment.lostCents < payment.amountCents;
  if (isFrozen || (await findOpenDispute(tx, paymentId))) {
    throw appError('conflict', { message: () => t`The fan disputed this payment, so their bank decides who gets it.` });
  }
  const left = payment.amountCents - payment.refundedCents - payment.lostCents;
  if (payment.status !== 'succeeded' || left === 0) {
    throw appError('conflict', { message: () => t`This payment has nothing left to refund.` });
  }
  if (amountCents > left) {
    throw appError('conflict', {
      message: () => t`Only ${{ amount: formatMoneyExact(left) }} of this payment is left to refund.`,
    });
  }
  if (!(await insertAdminRefund(tx, { id, paymentId, amountCents, reason }))) {
    throw appError('conflict', {
      message: () => t`Another refund of this payment is under way. Try again when it is done.`,
    });
  }
  if (isWhole && amountCents < left) {
    throw appError('conflict', {
      message: () =>
        t`This pledge has ended, so refund all that is left of its payment: ${{ amount: formatMoneyExact(left) }}.`,
    });
  }
  await claimForAdminRefund(tx, paymentId, id);
}
