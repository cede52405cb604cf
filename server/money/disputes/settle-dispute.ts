import type { CardProcessor, DisputeState } from '#server/money/card-processor.ts';
import { lookUpAttempt } from '#server/money/drive-charge.ts';
import { postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { findPaymentByCharge, lockPayment } from '#server/money/payments.sql.ts';
import type { Payment } from '#server/money/payments.ts';
import { settlePayment } from '#server/money/settle-payment.ts';
import { matchMovement } from '#server/money/unmatched/match-movement.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { closeDispute } from './close-dispute.ts';
import { type Dispute, insertDispute, lockDisputeByRef, saveDisputeStatus, saveFee } from './disputes.sql.ts';
import { aboutDispute, freezeShare, holderOf } from './freeze-share.ts';
import { rank, reportUnbooked, settleUnbooked } from './settle-unbooked.ts';
import { lockUnbooked, markEscalated } from './unbooked.sql.ts';

/**
 * Applies a state of the processor to a dispute, from any source and any number of times. States only move forward, so their order does
 * not matter. Returns false if the disputed charge does not belong to a payment in our database.
 */
export async function settleDispute(
  context: MoneyContext,
  cards: CardProcessor,
  state: DisputeState,
): Promise<boolean> {
  const payment = await findPaidPayment(context, cards, state.chargeRef);
  if (!payment) return false;
  await withSubjectLocks(context, payment.subject, async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    if (state.inquiry || state.otherCurrency) return settleUnbooked(context, tx, locked, state);
    const dispute = await findOrOpen(context, tx, locked, state);
    if (!dispute || rank[state.status] < rank[dispute.status]) return;
    await bookFee(context, tx, dispute, locked, state);
    // The processor may return its fee after the decision, but the decision itself is final.
    if (rank[dispute.status] === 2) return;
    const { status } = state;
    if (status === 'won' || status === 'lost') await closeDispute(context, tx, dispute, { ...state, status });
    else await saveDisputeStatus(tx, dispute.id, state);
  });
  return true;
}

/** The payment of a charge. Settles it first, because the event of a dispute may arrive before that of its charge. */
export async function findPaidPayment(
  context: MoneyContext,
  cards: CardProcessor,
  chargeRef: string,
): Promise<Payment | undefined> {
  const { db } = context;
  const find = () => findPaymentByCharge(db.sql, cards.name, chargeRef);
  let payment = await find();
  if (payment && !isPaid(payment)) {
    const state = await lookUpAttempt(context, payment);
    if (state) await settlePayment(context, payment.id, state);
    payment = await find();
  }
  return payment && isPaid(payment) ? payment : undefined;
}

const isPaid = ({ status }: Payment) => status === 'succeeded' || status === 'stray';

async function findOrOpen(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  payment: Payment,
  state: DisputeState,
): Promise<Dispute | undefined> {
  const { disputeRef, amountCents } = state;
  const existing = await lockDisputeByRef(tx, payment.processor, disputeRef);
  if (existing && existing.amountCents === amountCents && existing.paymentId === payment.id) return existing;
  const unbooked = existing ? undefined : await lockUnbooked(tx, payment.processor, disputeRef);
  if (existing || unbooked?.kind === 'other_currency') {
    reportUnbooked(context, { disputeRef, amountCents }, 'ignored a dispute: its amount, currency or charge changed');
    return undefined;
  }
  if (unbooked) await markEscalated(tx, unbooked.id);
  await matchMovement(tx, `dispute:${disputeRef}`);
  const dispute = await insertDispute(tx, { paymentId: payment.id, processor: payment.processor, state });
  await postJournal(tx, {
    kind: 'dispute_opened',
    cause: `dispute:${disputeRef}`,
    subject: payment.subject,
    entries: [
      { account: 'disputed', amountCents },
      { account: 'clearing', amountCents: -amountCents },
    ],
  });
  await context.facts.publish(tx, 'dispute.recorded', aboutDispute(dispute.id, payment));
  // The creator has the money already, so there is nothing to freeze, but the fan's access ends in the same way.
  if (holderOf(payment) === 'creator') {
    await context.facts.publish(tx, 'dispute.opened', aboutDispute(dispute.id, payment));
  } else {
    await freezeShare(context, tx, dispute);
  }
  return dispute;
}

/** Books the change of the processor's fee. The platform bears it. */
async function bookFee(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  { id, processorRef, feeCents }: Dispute,
  { subject }: Payment,
  state: DisputeState,
): Promise<void> {
  if (state.feeCents === feeCents) return;
  const change = await saveFee(tx, id, state.feeCents);
  if (change === undefined) {
    context.log.error({ disputeId: id, feeCents: state.feeCents }, 'ignored a fee: it has changed too often');
    return;
  }
  await postJournal(tx, {
    kind: 'charge_cost',
    cause: `dispute:${processorRef}:cost:${change}`,
    subject,
    entries: [
      { account: 'processor_costs', amountCents: state.feeCents - feeCents },
      { account: 'clearing', amountCents: feeCents - state.feeCents },
    ],
  });
}
