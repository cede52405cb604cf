import type { Platform } from '#server/platform/platform.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { answerDueAt, type Reminder } from './schedule-pool-jobs.ts';

/**
 * Publishes a reminder to answer, or to set up payouts. Does nothing if the creator has done it or the deadline has changed.
 * schedule-pool-jobs.ts sets the times.
 */
export async function remindCreator(context: Platform, reminder: Reminder): Promise<void> {
  await context.db.tx(async (tx) => {
    const locked = await lockPool(tx, reminder.poolId);
    if (!locked || locked.pool.frozen) return;
    const { pool } = locked;
    if (answerDueAt(pool)?.toISOString() !== reminder.responseDueAt) return;
    const { poolId, step } = reminder;
    if (pool.status === 'goal_met') await context.facts.publish(tx, 'pool.response_reminder', { poolId, step });
    else await context.facts.publish(tx, 'pool.account_reminder', { poolId, step });
  });
}
