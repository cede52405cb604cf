import type { MoneyContext } from '#server/money/money-context.ts';
import { requestPayout } from '#server/money/payouts/request-payout.ts';
import { releaseHeld } from '#server/money/payouts/split-held-money.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { PoolFunding } from './pledges.sql.ts';

/**
 * Releases the money held for a pool to its creator, less the fee of the contract card, and requests the payout. Runs once when the
 * pool completes, and once for each later payment (`lateBy` is its pledge).
 */
export async function releasePool(context: MoneyContext, tx: Tx, pool: PoolFunding, lateBy?: string): Promise<void> {
  if (!pool.assignedCreatorId) throw new Error(`pool ${pool.id} is completed without a creator`);
  const subject = lateBy ? `pool:${pool.id}:${lateBy}` : `pool:${pool.id}`;
  const split = await releaseHeld(context, tx, {
    heldAccount: `held:${pool.id}`,
    payeeId: pool.assignedCreatorId,
    feePercent: pool.terms?.feePercent ?? context.config.platformFeePercent,
    cause: `release:${subject}`,
  });
  await requestPayout(context, tx, { userId: pool.assignedCreatorId, subject, amountCents: split.netCents });
}
