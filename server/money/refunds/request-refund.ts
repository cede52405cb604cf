import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import { refundJob, retryRefundJob } from '#server/money/job-kinds.ts';
import { claimForRefund, hasReleased, isDisputed } from '#server/money/payments.sql.ts';
import { endReturned, reopenReturned, wasReturned } from '#server/money/retries/returned-refunds.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findRefundOf, findRefused, insertRefund } from './refunds.sql.ts';

/**
 * Requests a full refund of a subject's payment to the card that paid, in cents. Claims the payment in the caller's transaction; a job
 * calls the processor, and `refund.succeeded` or `refund.failed` reports the outcome. Repeating the call returns the same refund; for a
 * refused one, a job asks the processor again and then retries it. Returns null when nothing was paid, and when the bank returned an
 * admin's refund of released money, because an admin decides about the next one. Throws `conflict` if the money was already released, or while a dispute holds
 * it.
 */
export async function requestRefund(
  context: InTransaction<Platform>,
  tx: Tx,
  { subject, reason }: { subject: string; reason: string },
): Promise<{ refundId: string; amountCents: number } | null> {
  const started = await startRefund(context, tx, { subject }, reason);
  if (started) return started;
  if (await isDisputed(tx, subject)) {
    throw appError('conflict', { message: () => t`The fan disputed this payment, so their bank decides who gets it.` });
  }
  const refused = await findRefused(tx, subject);
  if (refused) {
    const { id: refundId, attempt } = refused;
    await context.jobs.enqueue(
      tx,
      retryRefundJob,
      { refundId, attempt },
      { singletonKey: `retry ${refundId} ${attempt}` },
    );
  }
  if (!refused) await reopenReturned(tx, subject);
  if (!refused && (await hasReleased(tx, subject))) {
    if (await wasReturned(tx, subject)) return null;
    throw appError('conflict', { message: () => t`This money was already released to the creator.` });
  }
  const refund = await findRefundOf(tx, subject);
  return refund ? { refundId: refund.id, amountCents: refund.amountCents } : null;
}

/**
 * Requests the refund of what is left of a second charge, and of no other payment of its subject. Does nothing if a refund or a dispute
 * has claimed it.
 */
export async function refundStray(context: InTransaction<Platform>, tx: Tx, paymentId: string): Promise<void> {
  await startRefund(context, tx, { paymentId }, inEnglish(msg`Charged twice: the pledge has another payment.`));
}

async function startRefund(
  context: InTransaction<Platform>,
  tx: Tx,
  of: Parameters<typeof claimForRefund>[1],
  reason: string,
): Promise<{ refundId: string; amountCents: number } | undefined> {
  const payment = await claimForRefund(tx, of);
  if (!payment) return undefined;
  const { id: paymentId, refundId, amountCents } = payment;
  // The amount includes what the bank returned to us of an admin's refunds.
  await endReturned(tx, paymentId);
  await insertRefund(tx, { id: refundId, paymentId, amountCents, reason });
  await context.jobs.enqueue(tx, refundJob, { refundId });
  return { refundId, amountCents };
}
