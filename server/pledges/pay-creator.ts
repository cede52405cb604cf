import type { MoneyContext } from '#server/money/money-context.ts';
import { listCollectors, requestPayout } from '#server/money/payouts/request-payout.ts';
import { splitHeldMoney } from '#server/money/payouts/split-held-money.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { PoolFunding } from './pool-funding.sql.ts';

/**
 * Releases the money held for a pool to its creator, less the fee of the contract card, and requests the payout. Runs once when the
 * pool completes, and once for each later payment (`latePledgeId` is its pledge).
 */
export async function payCreator(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  pool: PoolFunding,
  latePledgeId?: string,
): Promise<void> {
  if (!pool.assignedCreatorId) throw new Error(`pool ${pool.id} is completed without a creator`);
  const subject = latePledgeId ? `pool:${pool.id}:${latePledgeId}` : `pool:${pool.id}`;
  const heldAccount = `held:${pool.id}` as const;
  const collectors = await listCollectors(tx, heldAccount, `release:${subject}`);
  for (const [index, processor] of collectors.entries()) {
    // The operator may have changed the processor while the pool collected. Each pays out what it holds.
    const name = index === 0 ? subject : `${subject}:${processor}`;
    const releaseCause = `release:${name}`;
    const split = await splitHeldMoney(context, tx, {
      heldAccount,
      payeeId: pool.assignedCreatorId,
      processor,
      feePercent: pool.terms?.feePercent ?? context.config.platformFeePercent,
      cause: releaseCause,
    });
    await requestPayout(context, tx, {
      userId: pool.assignedCreatorId,
      subject: name,
      amountCents: split.netCents,
      processor,
      releaseCause,
    });
  }
}
