import type { Platform } from '#server/platform/platform.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { applyPoolEvent } from './apply-pool-event.ts';
import { scheduleDeadlineJob } from './schedule-pool-jobs.ts';

/** Applies the clock event to one pool if its deadline has passed; otherwise queues a job for its current deadline. */
export async function applyPoolDeadline(context: Platform, poolId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const locked = await lockPool(tx, poolId);
    if (!locked?.pool.clockAt || locked.pool.frozen) return;
    if (locked.pool.clockAt > locked.now) await scheduleDeadlineJob(context, tx, locked.pool, locked.now);
    else await applyPoolEvent(context, tx, poolId, { type: 'clock' });
  });
}
