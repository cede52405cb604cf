import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import type { ChargeState } from './card-processor.ts';
import { insertDecline } from './card-testing/card-testing.sql.ts';
import { postJournal } from './ledger.ts';
import {
  hasOtherLive,
  lockPayment,
  markCharged,
  markFailed,
  markProcessing,
  readPayment,
  storeLateCost,
} from './payments.sql.ts';
import { type Change, chooseDecline, decidePayment, outcomeOf, type Payment, type PaymentOutcome } from './payments.ts';
import { countMismatch } from './problems/report-problem.ts';
import { refundStray } from './refunds/request-refund.ts';
import { matchMovement } from './unmatched/match-movement.ts';
import { findRecentRestore, takeChargedAmount } from './unmatched/unmatched.sql.ts';
import { withSubjectLocks } from './with-subject-locks.ts';

/**
 * Applies a state of the processor to a payment, from any source (answer, webhook, return of the fan, reconciler), any number of times
 * and in any order. Updates the payment, posts its journals and runs other modules' fact handlers in one transaction.
 */
export async function settlePayment(context: Platform, paymentId: string, state: ChargeState): Promise<PaymentOutcome> {
  const paymentBefore = await readPayment(context.db.sql, paymentId);
  if (!paymentBefore) throw new Error(`payment ${paymentId} does not exist`);
  if (!(await isAbout(context, paymentBefore, state))) return outcomeOf(paymentBefore);
  return withSubjectLocks(context, paymentBefore.subject, async (tx) => {
    const before = await lockPayment(tx, paymentId);
    if (isFailureOfAnother(before, state)) return outcomeOf(before);
    if (state.status === 'succeeded' && state.amountCents !== before.amountCents)
      await takeChargedAmount(tx, paymentId, state.amountCents);
    const payment = await lockPayment(tx, paymentId);
    const change = decidePayment(payment.status, state, await hasOtherLive(tx, payment));
    await applyChange(context, tx, payment, change);
    if (change.to === 'same' && state.status === 'succeeded') await bookLateCost(tx, payment, state.costCents);
    return outcomeOf(await lockPayment(tx, paymentId));
  });
}

/**
 * A failure ends the attempt only if it is about the stored page or charge. A failed look-up by our reference alone ends nothing,
 * because another call may be opening a page; the reconciler repeats that call under its idempotency key.
 */
function isFailureOfAnother({ sessionRef, processorRef }: Payment, state: ChargeState): boolean {
  if (state.status !== 'failed') return false;
  if (state.chargeRef !== null && processorRef !== null) return state.chargeRef !== processorRef;
  return (state.chargeRef ?? sessionRef ?? processorRef) === null;
}

/** Rejects a state whose reference or amount differ from the payment's, unless a restore explains another amount. */
async function isAbout({ log, metrics, db }: Platform, payment: Payment, state: ChargeState): Promise<boolean> {
  if (state.reference === payment.idempotencyKey) {
    if (state.amountCents === payment.amountCents || (await isLostCharge(db.sql, payment, state))) return true;
  }
  countMismatch({ metrics });
  log.error(
    { paymentId: payment.id, reference: state.reference, amountCents: state.amountCents },
    "ignored a state of the card processor: reference or amount are not this payment's",
  );
  return false;
}

/** A pledge can stay due this long: the processor reports its lost charge only when the next attempt asks. */
const lostWithinMs = 180 * 24 * 60 * 60_000;

/**
 * Whether a charge of another amount was made before a restore, when the pledge had that amount: it ended under our reference, and this
 * database knows neither a charge nor a page of the attempt.
 */
async function isLostCharge(sql: Connection, payment: Payment, { status }: ChargeState): Promise<boolean> {
  const isEnded = status === 'succeeded' || status === 'failed';
  if (!isEnded || payment.processorRef !== null || payment.sessionRef !== null) return false;
  return (await findRecentRestore(sql, lostWithinMs)) !== undefined;
}

/** Writes the payment, its journals and the fact for the subject's module. `tx` holds the subject's locks. */
export async function applyChange(
  context: InTransaction<Platform>,
  tx: Tx,
  payment: Payment,
  change: Change,
): Promise<void> {
  const { id: paymentId, subject, userId, amountCents, heldAccount, attempt, kind } = payment;
  const about = { paymentId, subject, userId, amountCents, heldAccount };
  switch (change.to) {
    case 'same':
      return;
    case 'processing':
      return markProcessing(tx, paymentId, change.chargeRef);
    case 'failed': {
      const decline = chooseDecline(payment, change.decline);
      await markFailed(tx, paymentId, change.chargeRef, decline);
      // The first charge of a saved card is the collection of the pool, not an attempt of the fan.
      if (decline.kind !== 'abandoned' && (kind === 'hosted' || attempt > 1)) {
        await insertDecline(tx, { key: payment.idempotencyKey, reference: payment.idempotencyKey, userId });
      }
      const { kind: declineKind, code: declineCode, reason: declineReason } = decline;
      await context.facts.publish(tx, 'payment.failed', {
        ...about,
        attempt,
        kind,
        declineKind,
        declineCode,
        declineReason,
      });
      return;
    }
    case 'succeeded':
      await bookCharge(tx, payment, change);
      return context.facts.publish(tx, 'payment.succeeded', about);
    case 'stray':
      await bookCharge(tx, payment, change);
      await refundStray(context, tx, paymentId);
      context.log.error({ paymentId }, 'a failed attempt was charged although another payment exists; refunding it');
      return;
  }
}

async function bookCharge(
  tx: Tx,
  { id, subject, idempotencyKey, amountCents, heldAccount }: Payment,
  change: { to: 'succeeded' | 'stray'; chargeRef: string; costCents: number },
): Promise<void> {
  await markCharged(tx, id, change);
  await matchMovement(tx, idempotencyKey);
  await postJournal(tx, {
    kind: 'charge',
    cause: idempotencyKey,
    subject,
    entries: [
      { account: 'clearing', amountCents },
      { account: heldAccount, amountCents: -amountCents },
    ],
  });
  await bookCost(tx, { subject, idempotencyKey }, change.costCents);
}

/** The processor may report the cost of a charge after the charge itself. Books it once. */
async function bookLateCost(tx: Tx, payment: Payment, costCents: number): Promise<void> {
  if (costCents === 0 || !(await storeLateCost(tx, payment.id, costCents))) return;
  await bookCost(tx, payment, costCents);
}

async function bookCost(
  tx: Tx,
  { subject, idempotencyKey }: Pick<Payment, 'subject' | 'idempotencyKey'>,
  costCents: number,
): Promise<void> {
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
