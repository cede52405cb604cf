import type { TransferState } from '#server/money/card-processor.ts';
import { findOpenDispute } from '#server/money/disputes/disputes.sql.ts';
import { aboutDispute, freezeShare, holderOf } from '#server/money/disputes/freeze-share.ts';
import { type Entry, mergeByAccount, postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { addReturned, endAdminClaim, lockPayment } from '#server/money/payments.sql.ts';
import type { Payment } from '#server/money/payments.ts';
import { reversePayout } from '#server/money/payouts/reverse-payout.ts';
import { countMismatch } from '#server/money/problems/report-problem.ts';
import { resumeRefund } from '#server/money/retries/refund-attempts.sql.ts';
import { bookReturn } from '#server/money/retries/return-admin-refund.ts';
import { endRefundedAgain, isEnded } from '#server/money/retries/returned-refunds.sql.ts';
import { undoRelease } from '#server/money/undo-release.ts';
import { matchMovement } from '#server/money/unmatched/match-movement.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import {
  cancelAdminRefund,
  markRefunded,
  markRefundFailed,
  markReturned,
  type Refund,
  readRefund,
  storeRefundRef,
} from './refunds.sql.ts';

/** Applies a state of the processor to a refund. A completed refund changes only if the bank returns the money to us later. */
export async function settleRefund(context: MoneyContext, refundId: string, state: TransferState): Promise<void> {
  const refund = await readRefund(context.db.sql, refundId);
  if (!refund) throw new Error(`refund ${refundId} does not exist`);
  if (state.reference !== refund.idempotencyKey || state.amountCents !== refund.amountCents) {
    countMismatch(context);
    context.log.error(
      { refundId, reference: state.reference, amountCents: state.amountCents },
      "ignored a state of the card processor: reference or amount are not this refund's",
    );
    return;
  }
  if (state.status === 'under_way') return waitForRefund(context, refund, state.ref);
  if (state.status === 'failed') {
    if (refund.status !== 'succeeded' && (await failRefund(context, refund, state.reason))) return;
    // Another node may have booked the success since the refund was read.
    const latest = refund.status === 'succeeded' ? refund : await readRefund(context.db.sql, refundId);
    if (latest?.status !== 'succeeded' || latest.idempotencyKey !== refund.idempotencyKey) return;
    return returnRefund(context, latest, state.reason);
  }
  await withSubjectLocks(context, refund.subject, async (tx) => {
    const payment = await lockPayment(tx, refund.paymentId);
    if (!(await markRefunded(tx, refund, state.ref))) return;
    await matchMovement(tx, refund.idempotencyKey);
    await completeRefund(context, tx, refund, payment, state.costCents);
  });
}

/** Books a refund that reached the fan, and publishes it. The caller has locked the payment and marked the refund. */
export async function completeRefund(
  context: InTransaction<Platform>,
  tx: Tx,
  refund: Refund,
  payment: Payment,
  costCents = 0,
): Promise<void> {
  const owedCents = await bookRefund(context, tx, refund, payment);
  await bookRefundCost(tx, refund, costCents);
  await endRefundedAgain(tx, refund);
  if (refund.byAdmin) await endAdminRefund(context, tx, refund);
  await context.facts.publish(tx, 'refund.succeeded', { ...aboutRefund(refund), owedCents });
}

/**
 * Posts the refund. Of released money the creator returns their share. Returns that share in cents. What an admin paid outside the card
 * processor comes from our bank, and is a correction: the public totals count as refunded what went back through the processor.
 */
async function bookRefund(context: InTransaction<Platform>, tx: Tx, refund: Refund, payment: Payment): Promise<number> {
  const { id, paymentId, amountCents, idempotencyKey: cause, subject, heldAccount } = refund;
  const isOutside = refund.outsideReason !== null;
  const afterRelease = holderOf(payment) === 'creator';
  const bearers: Entry[] = afterRelease
    ? await undoRelease(tx, payment, amountCents)
    : [{ account: heldAccount, amountCents }];
  await addReturned(tx, paymentId, { refunded: amountCents, afterRelease });
  const payer = isOutside ? 'bank' : 'clearing';
  const entries: Entry[] = [...bearers, { account: payer, amountCents: -amountCents }];
  const kind = isOutside ? 'correction' : 'refund';
  await postJournal(tx, { kind, cause, subject, entries: mergeByAccount(entries) });
  const owedCents = bearers.find(({ account }) => account.startsWith('creator_debt:'))?.amountCents ?? 0;
  if (owedCents > 0) await reversePayout(context, tx, { paymentId, amountCents: owedCents, cause: `refund:${id}` });
  return owedCents;
}

/** Some processors charge for refunds. The platform bears it. */
async function bookRefundCost(tx: Tx, { idempotencyKey, subject }: Refund, costCents: number): Promise<void> {
  if (costCents === 0) return;
  await postJournal(tx, {
    kind: 'charge_cost',
    cause: `${idempotencyKey}:cost`,
    subject,
    entries: [
      { account: 'processor_costs', amountCents: costCents },
      { account: 'clearing', amountCents: -costCents },
    ],
  });
}

/** The processor has not decided. A refund that we took for failed counts as under way again. */
async function waitForRefund(context: Platform, refund: Refund, ref: string): Promise<void> {
  if (refund.status !== 'failed') return storeRefundRef(context.db.sql, refund, ref);
  await withSubjectLocks(context, refund.subject, async (tx) => {
    await lockPayment(tx, refund.paymentId);
    await resumeRefund(tx, refund, ref);
  });
}

/** Records that the processor refused the refund. The money stays held, and an admin must act. False if it was settled before. */
export async function failRefund(context: Platform, refund: Refund, reason: string): Promise<boolean> {
  return withSubjectLocks(context, refund.subject, async (tx) => {
    await lockPayment(tx, refund.paymentId);
    const mark = refund.byAdmin ? cancelAdminRefund : markRefundFailed;
    if (!(await mark(tx, refund, reason))) return false;
    if (refund.byAdmin) await endAdminRefund(context, tx, refund);
    const dispute = await findOpenDispute(tx, refund.paymentId);
    // The processor refuses refunds of disputed charges. The bank decides now, and a won dispute may lead to a new refund.
    if (dispute && !refund.byAdmin) {
      await freezeShare(context, tx, dispute);
      return true;
    }
    context.log.error(
      { refundId: refund.id, reason },
      'the card processor refused a refund; the money stays where it is and an admin must act',
    );
    await context.facts.publish(tx, 'refund.failed', { ...aboutRefund(refund), owedCents: 0, failureReason: reason });
    return true;
  });
}

/** Records that the bank returned a completed refund to us, such as from a closed account. The money is held again, and an admin must act. */
async function returnRefund(context: MoneyContext, refund: Refund, reason: string): Promise<void> {
  const { id: refundId, subject, byAdmin } = refund;
  await withSubjectLocks(context, subject, async (tx) => {
    if (!(await (byAdmin ? bookReturn : returnWhole)(context, tx, refund, reason))) return;
    context.log.error(
      { refundId, reason },
      'the bank returned a refund to us; the fan does not have it, and an admin must act',
    );
    const dispute = byAdmin ? await findOpenDispute(tx, refund.paymentId) : undefined;
    if (dispute) await freezeShare(context, tx, dispute);
    const payment = await lockPayment(tx, refund.paymentId);
    const isReleased = holderOf(payment) === 'creator';
    const isEnding = await isEnded(tx, refund.paymentId);
    // A refund of the rest keeps its claim, and then the dispute does not concern the pledge.
    const isDisputed = dispute !== undefined && holderOf(payment) !== 'refund';
    const about = { ...aboutRefund(refund), owedCents: 0, isReleased, isEnding, isDisputed };
    await context.facts.publish(tx, 'refund.returned', about);
    // The fan does not have the money, so the dispute concerns the pledge again.
    if (isDisputed) await context.facts.publish(tx, 'dispute.opened', aboutDispute(dispute.id, payment));
  });
}

async function returnWhole(
  _context: InTransaction<MoneyContext>,
  tx: Tx,
  refund: Refund,
  reason: string,
): Promise<boolean> {
  const { paymentId, subject, heldAccount, amountCents, idempotencyKey } = refund;
  await lockPayment(tx, paymentId);
  if (!(await markReturned(tx, refund, reason))) return false;
  await addReturned(tx, paymentId, { refunded: -amountCents, afterRelease: false });
  await postJournal(tx, {
    kind: 'correction',
    cause: `${idempotencyKey}:returned`,
    subject,
    entries: [
      { account: 'clearing', amountCents },
      { account: heldAccount, amountCents: -amountCents },
    ],
  });
  return true;
}

/** Returns the rest of the payment to its pool, or to a dispute that has opened since. */
async function endAdminRefund(context: InTransaction<Platform>, tx: Tx, { id, paymentId }: Refund): Promise<void> {
  await endAdminClaim(tx, paymentId, id);
  const dispute = await findOpenDispute(tx, paymentId);
  if (dispute) await freezeShare(context, tx, dispute);
}

function aboutRefund({ id, paymentId, subject, userId, amountCents, reason, byAdmin, outsideReason }: Refund) {
  return { refundId: id, paymentId, subject, userId, amountCents, reason, byAdmin, outsideReason };
}
