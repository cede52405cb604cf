import type { MoneyContext } from '#server/money/money-context.ts';
import { releaseHeld } from '#server/money/payouts/release-held.ts';
import { requestPayout } from '#server/money/payouts/request-payout.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { PoolGround } from './pledges.sql.ts';

/**
 * Turns what the pool holds into what its creator is owed, less the fee of the contract card, and sends it on its way. Once for the
 * whole pool on completing, and once more for each fan who pays later (`lateBy`).
 */
export async function releasePool(context: MoneyContext, tx: Tx, pool: PoolGround, lateBy?: string): Promise<void> {
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
