import type { Tx } from '#server/platform/postgres/db.ts';
import { listEntries } from './ledger.sql.ts';
import type { Account, Entry } from './ledger.ts';
import type { Payment } from './payments.ts';

type Released = Pick<
  Payment,
  | 'claimedBy'
  | 'heldAccount'
  | 'amountCents'
  | 'costCents'
  | 'refundedCents'
  | 'lostCents'
  | 'returnedCents'
  | 'regainedCents'
>;

/**
 * Splits what goes back of a released payment as its release did, in cents: the platform returns its fee and bears the processor's cost,
 * which the processor keeps. The creator owes the rest. Rounds the sum of all that went back, so that the creator never owes more than
 * the release gave them. Money that is held again since the release goes first. Call it before the payment counts the amount as returned.
 */
export async function undoRelease(tx: Tx, payment: Released, amountCents: number): Promise<Entry[]> {
  const heldCents = Math.min(payment.regainedCents, amountCents);
  const { returnedCents: from } = payment;
  const split = await splitBetween(tx, payment, { from, to: from + amountCents - heldCents });
  return [{ account: payment.heldAccount, amountCents: heldCents }, ...split];
}

/** Splits what the bank returned to us of what had gone back since the release. Call it before the payment counts less as returned. */
export async function redoRelease(tx: Tx, payment: Released, amountCents: number): Promise<Entry[]> {
  const { returnedCents: from } = payment;
  return splitBetween(tx, payment, { from, to: from - amountCents });
}

/** The change of each party's part when all that went back since the release changes, in cents. */
async function splitBetween(tx: Tx, payment: Released, { from, to }: { from: number; to: number }): Promise<Entry[]> {
  const entries = await listEntries(tx, payment.claimedBy ?? '');
  const sumOf = (start: string) =>
    Math.abs(
      entries.filter(({ account }) => account.startsWith(start)).reduce((sum, entry) => sum + entry.amountCents, 0),
    );
  const payeeId = entries.find(({ account }) => account.startsWith('creator_payable:'))?.account.split(':')[1];
  const paidCents = sumOf('held:');
  if (paidCents === 0) throw new Error(`the release ${payment.claimedBy} is not in the ledger`);
  const of = { paidCents, feeCents: sumOf('platform_fees'), hasPayee: payeeId !== undefined };
  const before = partsOf(payment, from, of);
  const after = partsOf(payment, to, of);
  // Without a part for the creator, the fees and costs were all of it.
  const debtor: Account = payeeId ? `creator_debt:${payeeId}` : 'processor_costs';
  return [
    { account: 'platform_fees', amountCents: after.fee - before.fee },
    { account: 'processor_costs', amountCents: after.cost - before.cost },
    { account: debtor, amountCents: after.owed - before.owed },
  ];
}

/** The parts of all that went back of a payment since its release. */
function partsOf(
  { amountCents, costCents, refundedCents, lostCents, returnedCents, regainedCents }: Released,
  returned: number,
  release: { paidCents: number; feeCents: number; hasPayee: boolean },
): { fee: number; cost: number; owed: number } {
  const releasedCents = amountCents - refundedCents - lostCents + returnedCents - regainedCents;
  const feeRate = release.feeCents / release.paidCents;
  const costRate = Math.round((costCents * releasedCents) / amountCents) / releasedCents;
  // Rounding the sum of both keeps the debt from shrinking when a cent more goes back.
  const borne = release.hasPayee ? Math.min(returned, Math.round((feeRate + costRate) * returned)) : returned;
  const fee = Math.min(borne, Math.round(feeRate * returned));
  return { fee, cost: borne - fee, owed: returned - borne };
}
