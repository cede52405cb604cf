import { randomUUID } from 'node:crypto';
import type { MoneyContext } from '#server/money/money-context.ts';
import { lockPayment } from '#server/money/payments.sql.ts';
import { type Refund, readRefund } from '#server/money/refunds/refunds.sql.ts';
import { openAdminRefund } from '#server/money/refunds/request-admin-refund.ts';
import { completeRefund } from '#server/money/refunds/settle-refund.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { markSettledOutside } from './refund-attempts.sql.ts';
import { settleEarlierAttempt, settleFailedAttempt } from './retry-refund.ts';
import { endOneReturned, markAdminSettledOutside } from './returned-refunds.sql.ts';

/**
 * Books that an admin paid a failed refund of everything that was left outside the card processor, for example by bank transfer. Asks the
 * processor about the failed attempt and the one before first, outside any transaction, as a retry does: if one of them moved money after
 * all, that is booked instead. `within` runs in the transaction that books it. Returns false if nothing was settled outside, also when
 * another caller retried or settled this attempt. Throws ProcessorFault `unknown` when the processor does not answer; then nothing has changed.
 */
export async function settleWholeOutside(
  context: MoneyContext,
  { refundId, attempt, reason }: { refundId: string; attempt: number; reason: string },
  within: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const refund = await readRefund(context.db.sql, refundId);
  if (refund?.status !== 'failed' || refund.attempt !== attempt) return false;
  if ((await settleFailedAttempt(context, refund)) || (await settleEarlierAttempt(context, refund))) return false;
  return withSubjectLocks(context, refund.subject, async (tx) => {
    const payment = await lockPayment(tx, refund.paymentId);
    if (!(await markSettledOutside(tx, refund, reason))) return false;
    await completeRefund(context, tx, await readMarked(tx, refundId), payment);
    await within(tx);
    return true;
  });
}

/**
 * Books that an admin paid a refund outside the card processor that the bank had returned to us. As a new refund of the same amount it
 * takes the money from where the return has put it. The caller's transaction holds the subject's locks. Returns false if an admin
 * has acted on the returned refund before. Throws `conflict` as `requestAdminRefund` does.
 */
export async function settleReturnedOutside(
  context: InTransaction<Platform>,
  tx: Tx,
  { refundId, paymentId, reason }: { refundId: string; paymentId: string; reason: string },
): Promise<boolean> {
  const payment = await lockPayment(tx, paymentId);
  const returned = await endOneReturned(tx, refundId);
  if (!returned) return false;
  const id = randomUUID();
  await openAdminRefund(tx, payment, { ...returned, requestKey: id, paymentId });
  await markAdminSettledOutside(tx, id, reason);
  await completeRefund(context, tx, await readMarked(tx, id), payment);
  return true;
}

async function readMarked(tx: Tx, id: string): Promise<Refund> {
  const refund = await readRefund(tx, id);
  if (!refund) throw new Error(`refund ${id} is gone`);
  return refund;
}
