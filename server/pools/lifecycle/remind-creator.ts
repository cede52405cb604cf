import type { Platform } from '#server/platform/platform.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import type { Reminder } from './schedule-pool-jobs.ts';

/**
 * Publishes a reminder to answer. Does nothing if the creator has answered or the response deadline has changed.
 * schedule-pool-jobs.ts sets the times.
 */
export async function remindCreator(context: Platform, reminder: Reminder): Promise<void> {
  await context.db.tx(async (tx) => {
    const locked = await lockPool(tx, reminder.poolId);
    if (locked?.pool.status !== 'goal_met' || locked.pool.frozen) return;
    if (locked.pool.responseDueAt?.toISOString() !== reminder.responseDueAt) return;
    await context.facts.publish(tx, 'pool.response_reminder', { poolId: reminder.poolId, step: reminder.step });
  });
}
