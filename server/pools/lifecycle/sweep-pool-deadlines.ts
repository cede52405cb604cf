import type { Platform } from '#server/platform/platform.ts';
import { listDueDeadlines } from '#server/pools/pools.sql.ts';
import { armedAheadMs, poolDeadlineJob } from './schedule-pool-jobs.ts';

const batchSize = 1000;

/**
 * Queues a job for every pool whose clock has fired or will fire before the next sweep. This covers lost jobs, pools that waited for a
 * charge or an objection, and clocks that were too far away when they were set.
 */
export async function sweepPoolDeadlines(context: Platform): Promise<void> {
  await context.db.tx(async (tx) => {
    for (const { id, clockAt } of await listDueDeadlines(tx, armedAheadMs, batchSize)) {
      await context.jobs.enqueue(tx, poolDeadlineJob, { poolId: id }, { startAt: clockAt, singletonKey: id });
    }
  });
}
