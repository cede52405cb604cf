import type { Platform } from '#server/platform/platform.ts';
import { type DueDeadline, listDueDeadlines } from '#server/pools/pools.sql.ts';
import { armedAheadMs, poolDeadlineJob } from './schedule-pool-jobs.ts';

/**
 * Queues a job for every pool whose clock has fired or will fire before the next sweep. This covers lost jobs, pools that waited for a
 * charge or an objection, and clocks that were too far away when they were set. It walks all of them in batches of `limit`: pools that
 * still wait keep their past clock, and must not hide the pools behind them.
 */
export async function sweepPoolDeadlines(context: Platform, limit = 1000): Promise<void> {
  let after: DueDeadline | undefined;
  do {
    const due = await listDueDeadlines(context.db.sql, { withinMs: armedAheadMs, limit, after });
    await context.db.tx(async (tx) => {
      for (const { id, clockAt } of due) {
        await context.jobs.enqueue(tx, poolDeadlineJob, { poolId: id }, { startAt: clockAt, singletonKey: id });
      }
    });
    after = due.length < limit ? undefined : due.at(-1);
  } while (after);
}
