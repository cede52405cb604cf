import { AppError } from '#contract/app-error.ts';
import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { refreshPayoutAccount } from '#server/money/payouts/refresh-payout-account.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findDueWait } from '#server/pools/account-waits.sql.ts';
import type {} from '#server/pools/hooks.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { applyPoolEvent } from './apply-pool-event.ts';
import { poolDeadlineJob, scheduleDeadlineJob } from './schedule-pool-jobs.ts';

/** A pool waits this long beyond its window for a processor that does not answer about its creator's payout account. */
export const unansweredMs = 60 * 60_000;

/** How long a pool waits before it asks a card processor again that did not answer. */
const askAgainMs = 15_000;

/**
 * Applies the clock event to one pool if its deadline has passed; otherwise queues a job for its current deadline. Asks the card processor
 * first, because a card that was saved and a payment that was made before the deadline count, also when the webhook is late. While it
 * does not respond, the pool waits.
 */
export async function applyPoolDeadline(context: MoneyContext, poolId: string): Promise<void> {
  if (!(await isDue(context, poolId))) return;
  try {
    await context.hooks.one('pool.settle_pages')(poolId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'card_processor_unavailable') throw error;
    context.log.error(
      { poolId },
      'a deadline has passed, but the card processor does not answer; the pool waits for it',
    );
    const again = { startAfterMs: askAgainMs, singletonKey: poolId };
    return context.db.tx((tx) => context.jobs.enqueue(tx, poolDeadlineJob, { poolId }, again));
  }
  if (!(await isAccountCurrent(context, poolId))) return;
  await context.db.tx((tx) => applyPoolEvent(context, tx, poolId, { type: 'clock' }));
}

async function isDue(context: Platform, poolId: string): Promise<boolean> {
  return context.db.tx(async (tx) => {
    const locked = await lockPool(tx, poolId);
    if (!locked?.pool.clockAt || locked.pool.frozen) return false;
    if (locked.pool.clockAt > locked.now) await scheduleDeadlineJob(context, tx, locked.pool, locked.now);
    return locked.pool.clockAt <= locked.now;
  });
}

/**
 * Before a pool's wait for its creator's payout account ends, asks the processor: an account that became ready in time counts, also if no
 * webhook said so. False while the processor does not answer; the sweep then repeats the job each minute.
 */
async function isAccountCurrent(context: MoneyContext, poolId: string): Promise<boolean> {
  const wait = await findDueWait(context.db.sql, poolId);
  const processor = wait && context.processors.forContent(wait)?.name;
  if (!wait || !processor) return true;
  try {
    await refreshPayoutAccount(context, { userId: wait.creatorId, processor });
    return true;
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    context.log.warn({ err: error, poolId }, 'a payout account could not be looked up at the end of its wait');
    return wait.overdueMs > unansweredMs;
  }
}
