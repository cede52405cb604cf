import type { DisputeState } from '#server/money/card-processor.ts';
import { type Entry, mergeByAccount, postJournal } from '#server/money/ledger.ts';
import { addReturned } from '#server/money/payments.sql.ts';
import type { Payment } from '#server/money/payments.ts';
import { reversePayout } from '#server/money/payouts/reverse-payout.ts';
import { refundStray } from '#server/money/refunds/request-refund.ts';
import { endReturned } from '#server/money/retries/returned-refunds.sql.ts';
import { undoRelease } from '#server/money/undo-release.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type Dispute, findOpenDispute, isRefundUnderWay, passClaim, saveDisputeStatus } from './disputes.sql.ts';
import { aboutDispute, freezeShare, holderOf } from './freeze-share.ts';

/**
 * Books the bank's decision. Won: the processor returns the amount, and the share belongs to the pool again. Lost: the share is gone; if
 * it was released before, the creator owes their part of it, and the transfer is reversed. The pledge follows once the last open dispute
 * of the payment is decided. Does nothing while a refund of the payment is under way, because its outcome decides who bears the loss; the
 * reconciler tries again.
 */
export async function closeDispute(
  context: InTransaction<Platform>,
  tx: Tx,
  dispute: Dispute,
  state: DisputeState & { status: 'won' | 'lost' },
): Promise<void> {
  const outcome = state.status;
  if (await isRefundUnderWay(tx, dispute.paymentId)) return;
  const payment = await freezeShare(context, tx, dispute);
  await saveDisputeStatus(tx, dispute.id, state);
  const left = payment.amountCents - payment.refundedCents - payment.lostCents;
  const taken = outcome === 'lost' ? Math.min(dispute.amountCents, left) : 0;
  const holder = holderOf(payment);
  const loss = outcome === 'won' ? [] : mergeByAccount(await lossOf(tx, dispute, payment, taken));
  await postJournal(tx, {
    kind: outcome === 'won' ? 'dispute_won' : 'dispute_lost',
    cause: `dispute:${dispute.processorRef}:settled`,
    subject: payment.subject,
    entries: [
      { account: 'disputed', amountCents: -dispute.amountCents },
      ...(outcome === 'won' ? [{ account: 'clearing' as const, amountCents: dispute.amountCents }] : loss),
    ],
  });
  const owed = loss.find(({ account }) => account.startsWith('creator_debt:'));
  if (owed) {
    await reversePayout(context, tx, {
      paymentId: payment.id,
      amountCents: owed.amountCents,
      cause: `dispute:${dispute.id}`,
    });
  }
  if (holder !== 'refund') await addReturned(tx, payment.id, { lost: taken, afterRelease: holder === 'creator' });
  if (holder !== 'refund' && taken === left) await endReturned(tx, payment.id);
  if (holder === 'pool') await passClaim(tx, payment.id);
  if (holder === 'refund') return;
  if (await findOpenDispute(tx, payment.id)) return;
  const isPartial = holder === 'pool' && taken < left;
  await notifyPledge(context, tx, { disputeId: dispute.id, payment, outcome, takenCents: taken, isPartial });
}

async function notifyPledge(
  context: InTransaction<Platform>,
  tx: Tx,
  close: { disputeId: string; payment: Payment; outcome: 'won' | 'lost'; takenCents: number; isPartial: boolean },
): Promise<void> {
  const { disputeId, payment, outcome, takenCents, isPartial } = close;
  if (payment.status === 'stray') return refundStray(context, tx, payment.id);
  const about = aboutDispute(disputeId, payment);
  // An earlier dispute may have taken a part, so that a won one does not make the payment whole.
  const isWhole = outcome === 'won' && payment.lostCents + takenCents === 0;
  if (isWhole)
    await context.facts.publish(tx, 'dispute.won', { ...about, isReleased: holderOf(payment) === 'creator' });
  else await context.facts.publish(tx, 'dispute.lost', { ...about, isPartial });
}

/** Who bears a lost dispute: the pool, the creator who has the money, or the platform if the fan was refunded as well. */
async function lossOf(tx: Tx, { amountCents }: Dispute, payment: Payment, taken: number): Promise<Entry[]> {
  const rest: Entry = { account: 'processor_costs', amountCents: amountCents - taken };
  const holder = holderOf(payment);
  if (holder === 'refund') return [{ ...rest, amountCents }];
  if (holder === 'pool') return [{ account: payment.heldAccount, amountCents: taken }, rest];
  return [...(await undoRelease(tx, payment, taken)), rest];
}
