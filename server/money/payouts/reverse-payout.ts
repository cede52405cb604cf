import { ProcessorFault, type TransferState } from '#server/money/card-processor.ts';
import { derivedId } from '#server/money/derived-id.ts';
import { reversalJob } from '#server/money/job-kinds.ts';
import { postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { answerIn, reportProblem } from '#server/money/problems/report-problem.ts';
import { matchMovement } from '#server/money/unmatched/match-movement.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockDebt } from './debts.sql.ts';
import { findPartOfPayment } from './payout-parts.sql.ts';
import {
  insertReversal,
  markReversalRefused,
  markReversed,
  type Reversal,
  readReversal,
  readReversible,
} from './reversals.sql.ts';

/**
 * Takes a creator's share of a payment back after the payment was released and then went back to the fan, in cents, once per cause
 * ("dispute:ID"). The caller has already posted the journal that debits creator_debt with this amount in the same transaction. A job
 * reverses the transfer. What it cannot take back, the creator's next payouts deduct, and the reconciler tries again every day.
 */
export async function reversePayout(
  context: InTransaction<Platform>,
  tx: Tx,
  { paymentId, amountCents, cause }: { paymentId: string; amountCents: number; cause: string },
): Promise<void> {
  const part = await findPartOfPayment(tx, paymentId);
  if (!part) return;
  await lockDebt(tx, part.userId);
  const reversibleCents = Math.min(amountCents, await readReversible(tx, part.id));
  if (reversibleCents <= 0) return;
  const id = derivedId('reversal', cause);
  if (!(await insertReversal(tx, { id, partId: part.id, amountCents: reversibleCents, cause }))) return;
  await context.jobs.enqueue(tx, reversalJob, { reversalId: id });
}

/**
 * Run by the reversal's job and the reconciler: looks the reversal up first, then sends it under its own idempotency key. Waits for the
 * outcome of a transfer that is still open.
 */
export async function sendReversal(context: MoneyContext, reversalId: string): Promise<void> {
  const { db } = context;
  const reversal = await readReversal(db.sql, reversalId);
  if (reversal?.status !== 'created') return;
  const { transferRef, partStatus, processorRef, amountCents, idempotencyKey: reference, attempt } = reversal;
  if (partStatus === 'pending' || partStatus === 'in_transit') return;
  if (partStatus !== 'paid' || !transferRef) {
    // The transfer failed, so its amount is back in the creator's balance, and the next payout deducts the debt.
    return markReversalRefused(db.sql, reversal, 'The transfer did not reach the creator.');
  }
  const cards = context.processors.get(reversal.processor);
  const processorState = await cards.lookUpReversal({ transferRef, ref: processorRef, reference });
  try {
    const key = attempt === 1 ? reference : `${reference}:again:${attempt - 1}`;
    const state = processorState ?? (await cards.reverseTransfer({ transferRef, amountCents, reference, key }));
    await settleReversal(context, reversal, state);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    await refuseReversal(context, reversal, answerIn(error));
  }
}

/**
 * Until the creator's next payouts or a later attempt return the money, the operator has paid the fan from the operator's balance, and sees
 * that.
 */
async function refuseReversal(
  context: Platform,
  reversal: Reversal,
  answer: { code: string; text: string },
): Promise<void> {
  const { id, processor, amountCents } = reversal;
  const { code, text } = answer;
  await context.db.tx(async (tx) => {
    await markReversalRefused(tx, reversal, text);
    // The processor's advice is about our balance, and here it is the creator's that is empty.
    await reportProblem(context, tx, { processor, action: 'reversal', about: '' }, { code, text });
  });
  context.log.error(
    { reversalId: id, amountCents, reason: text },
    'the money of a payment that went back to a fan could not be taken back from the creator, who owes it now',
  );
}

/** Applies a state of the processor to a reversal. The money that came back pays the creator's debt. */
export async function settleReversal(context: Platform, reversal: Reversal, state: TransferState): Promise<void> {
  if (state.reference !== reversal.idempotencyKey || state.amountCents !== reversal.amountCents) {
    context.log.error(
      { reversalId: reversal.id, reference: state.reference, amountCents: state.amountCents },
      "ignored a state of the card processor: reference or amount are not this reversal's",
    );
    return;
  }
  if (state.status === 'under_way') return;
  if (state.status === 'failed') {
    await refuseReversal(context, reversal, { code: 'failed', text: state.reason });
    return;
  }
  await withSubjectLocks(context, reversal.subject, async (tx) => {
    await lockDebt(tx, reversal.userId);
    if (!(await markReversed(tx, reversal, state.ref))) return;
    await matchMovement(tx, reversal.idempotencyKey);
    await postJournal(tx, {
      kind: 'payout_reversed',
      cause: reversal.idempotencyKey,
      entries: [
        { account: 'clearing', amountCents: reversal.amountCents },
        { account: `creator_debt:${reversal.userId}`, amountCents: -reversal.amountCents },
      ],
    });
  });
}
