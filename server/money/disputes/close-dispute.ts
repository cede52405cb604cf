import { listEntries } from '#server/money/ledger.sql.ts';
import { type Account, type Entry, postJournal } from '#server/money/ledger.ts';
import type { Payment } from '#server/money/payments.ts';
import { reversePayout } from '#server/money/payouts/reverse-payout.ts';
import { requestRefund } from '#server/money/request-refund.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type Dispute, endClaim, isRefundUnderWay } from './disputes.sql.ts';
import { aboutDispute, freezeShare, holderOf } from './freeze-share.ts';

/**
 * Books the bank's decision. Won: the processor returns the amount, and the share belongs to the pool again. Lost: the share is gone; if
 * it was released before, the creator owes their part of it, and the transfer is reversed. Returns false while a refund of the payment
 * is under way, because its outcome decides who bears the loss; the reconciler tries again.
 */
export async function closeDispute(
  context: Platform,
  tx: Tx,
  dispute: Dispute,
  outcome: 'won' | 'lost',
): Promise<boolean> {
  if (await isRefundUnderWay(tx, dispute.paymentId)) return false;
  const payment = await freezeShare(context, tx, dispute);
  const left = payment.amountCents - payment.refundedCents - payment.lostCents;
  const taken = outcome === 'lost' ? Math.min(dispute.amountCents, left) : 0;
  const held = holderOf(payment);
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
  if (held === 'pool') await endClaim(tx, payment.id, taken);
  if (payment.status === 'stray') {
    await requestRefund(context, tx, {
      subject: payment.subject,
      reason: 'Charged twice: the pledge has another payment.',
    });
    return true;
  }
  if (held === 'refund') return true;
  const about = aboutDispute(dispute.id, payment);
  if (outcome === 'won') await context.facts.publish(tx, 'dispute.won', about);
  else await context.facts.publish(tx, 'dispute.lost', { ...about, isPartial: held === 'pool' && taken < left });
  return true;
}

/** Who bears a lost dispute: the pool, the creator who has the money, or the platform if the fan was refunded as well. */
async function lossOf(tx: Tx, { amountCents }: Dispute, payment: Payment, taken: number): Promise<Entry[]> {
  const rest: Entry = { account: 'processor_costs', amountCents: amountCents - taken };
  const held = holderOf(payment);
  if (held === 'refund') return [{ ...rest, amountCents }];
  if (held === 'pool') return [{ account: payment.heldAccount, amountCents: taken }, rest];
  return [...(await undoRelease(tx, payment, taken)), rest];
}

/**
 * Splits a released amount as its release did, in cents: the platform returns its fee and bears the processor's cost, which the processor
 * keeps. The creator owes the rest.
 */
async function undoRelease(tx: Tx, { claimedBy, amountCents, costCents }: Payment, taken: number): Promise<Entry[]> {
  const entries = await listEntries(tx, claimedBy ?? '');
  const sumOf = (start: string) =>
    Math.abs(
      entries.filter(({ account }) => account.startsWith(start)).reduce((sum, entry) => sum + entry.amountCents, 0),
    );
  const payeeId = entries.find(({ account }) => account.startsWith('creator_payable:'))?.account.split(':')[1];
  const released = sumOf('held:');
  if (released === 0) throw new Error(`the release ${claimedBy} is not in the ledger`);
  const fee = Math.min(taken, Math.round((sumOf('platform_fees') * taken) / released));
  // Without a part for the creator, the fees and costs were all of it.
  const cost = payeeId ? Math.min(taken - fee, Math.round((costCents * taken) / amountCents)) : taken - fee;
  const owed: Account = payeeId ? `creator_debt:${payeeId}` : 'processor_costs';
  return [
    { account: 'platform_fees', amountCents: fee },
    { account: 'processor_costs', amountCents: cost },
    { account: owed, amountCents: taken - fee - cost },
  ];
}

function mergeByAccount(entries: readonly Entry[]): Entry[] {
  const sums = new Map<Account, number>();
  for (const { account, amountCents } of entries) sums.set(account, (sums.get(account) ?? 0) + amountCents);
  return [...sums].map(([account, amountCents]) => ({ account, amountCents }));
}
