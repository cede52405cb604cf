import { appError } from '#contract/errors.ts';
import { type FeeSplit, splitFees } from '#contract/money.ts';
import { isPosted } from '#server/money/ledger.sql.ts';
import { postJournal } from '#server/money/ledger.ts';
import { claimForRelease, listClaimed } from '#server/money/payments.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

export interface Release {
  heldAccount: `held:${string}`;
  payeeId: string;
  feePercent: number;
  /** Once per cause ("release:POOL:1"); what is paid later is released under a next one. */
  cause: string;
}

/**
 * Turns what is held into what a creator is owed: every paid payment of the account that is neither refunded nor being refunded,
 * less the platform's fee and the true processor costs of those charges, in cents. The same cause again answers the same split.
 */
export async function releaseHeld(_context: Platform, tx: Tx, release: Release): Promise<FeeSplit> {
  const { heldAccount, payeeId, feePercent, cause } = release;
  if (cause.startsWith('refund:')) throw new Error('a release cannot be caused by a refund');
  if (await isPosted(tx, cause)) return splitOf(await listClaimed(tx, cause), feePercent);
  const split = splitOf(await claimForRelease(tx, heldAccount, cause), feePercent);
  if (split.paidCents === 0) return split;
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
  // Two releases of one cause at the same instant: the other one has it.
  if (!posted) throw appError('conflict');
  return split;
}

function splitOf(payments: readonly { amountCents: number; costCents: number }[], feePercent: number): FeeSplit {
  const paidCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const costCents = payments.reduce((sum, payment) => sum + payment.costCents, 0);
  return splitFees(paidCents, feePercent, costCents);
}
