import { appError } from '#contract/errors.ts';
import { type FeeSplit, splitFees } from '#contract/values/fees.ts';
import { isPosted } from '#server/money/ledger.sql.ts';
import { postJournal } from '#server/money/ledger.ts';
import { claimForRelease, listClaimed } from '#server/money/payments.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockDebt } from './debts.sql.ts';

export interface Release {
  heldAccount: `held:${string}`;
  payeeId: string;
  /** The name of the processor that collected the money. One release takes the payments of one processor. */
  processor: string;
  feePercent: number;
  /** Unique per release ("release:POOL:1"); later payments are released under the next cause. */
  cause: string;
}

/**
 * Releases an account's held money at one processor to a creator: every paid payment there that no refund has claimed, less the platform fee and the actual
 * processor costs of those charges, in cents. Repeating the call with the same cause returns the same split. Throws `conflict` if a
 * concurrent call releases the same cause.
 */
export async function splitHeldMoney(_context: InTransaction<Platform>, tx: Tx, release: Release): Promise<FeeSplit> {
  const { heldAccount, payeeId, processor, feePercent, cause } = release;
  if (cause.startsWith('refund:')) throw new Error('a release cannot be caused by a refund');
  if (await isPosted(tx, cause)) return splitOf(await listClaimed(tx, cause), feePercent);
  const split = splitOf(await claimForRelease(tx, { heldAccount, processor }, cause), feePercent);
  if (split.paidCents === 0) return split;
  // The payout that follows deducts the debt. Every transaction locks it before the other balances of the creator.
  await lockDebt(tx, payeeId);
  const posted = await postJournal(tx, {
    kind: 'release',
    cause,
    entries: [
      { account: heldAccount, amountCents: split.paidCents },
      { account: 'platform_fees', amountCents: -split.platformFeeCents },
      { account: 'processor_costs', amountCents: -split.processorCostCents },
      { account: `creator_payable:${payeeId}`, amountCents: -split.netCents },
    ],
  });
  // A concurrent release with the same cause was faster.
  if (!posted) throw appError('conflict');
  return split;
}

function splitOf(payments: readonly { amountCents: number; costCents: number }[], feePercent: number): FeeSplit {
  const paidCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const costCents = payments.reduce((sum, payment) => sum + payment.costCents, 0);
  return splitFees(paidCents, feePercent, costCents);
}
