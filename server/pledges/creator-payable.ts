import { appError } from '#contract/errors.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { canReceivePayouts } from '#server/money/payouts/can-receive-payouts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { isCreatorPayable } from '#server/pools/is-creator-payable.ts';
import { chargeJob } from './pledge-jobs.ts';
import { listChargingFor } from './pledges.sql.ts';
import type { PoolFunding } from './pool-funding.sql.ts';

/**
 * Asserts that the processor that takes a payment can pay the pool's creator out: a fan never pays for a pool whose creator cannot be
 * paid. The caller has locked the pool. Throws `creator_not_payable`.
 */
export async function assertCreatorPayable(
  context: Pick<MoneyContext, 'processors'>,
  tx: Tx,
  pool: Pick<PoolFunding, 'assignedCreatorId' | 'adult'>,
  processor?: string,
): Promise<void> {
  const { assignedCreatorId: userId } = pool;
  const isPayable =
    userId && processor
      ? await canReceivePayouts(context, tx, { userId, processor })
      : await isCreatorPayable(context, tx, pool);
  if (!isPayable) throw appError('creator_not_payable');
}

/** Charges the cards that waited because the creator's payout account had stopped being ready while their pool collected. */
export async function resumeChargesFor(context: MoneyContext, creatorId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const pledgeIds = await listChargingFor(tx, creatorId);
    await context.jobs.enqueueMany(
      tx,
      chargeJob,
      pledgeIds.map((pledgeId) => ({ pledgeId })),
    );
  });
}
