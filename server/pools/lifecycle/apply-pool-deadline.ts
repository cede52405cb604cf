import { AppError } from '#contract/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pools/hooks.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { applyPoolEvent } from './apply-pool-event.ts';
import { poolDeadlineJob, scheduleDeadlineJob } from './schedule-pool-jobs.ts';

/** How long a pool waits before it asks a card processor again that did not answer. */
const askAgainMs = 15_000;

/**
 * Applies the clock event to one pool if its deadline has passed; otherwise queues a job for its current deadline. Asks the card processor
 * first, because a card that was saved and a payment that was made before the deadline count, also when the webhook is late. While it
 * does not respond, the pool waits.
 */
export async function applyPoolDeadline(context: Platform, poolId: string): Promise<void> {
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
