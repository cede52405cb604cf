import type { Platform } from '#server/platform/platform.ts';
import { listDueClocks } from './pools.sql.ts';
import { armedAheadMs, poolDeadlineJob } from './schedule-pool-jobs.ts';

const batchSize = 1000;

/**
 * Has every pool looked at whose moment has come or comes before the next sweep: jobs that were lost, pools that waited for a
 * charge or an objection, and clocks too far away to be armed when they were set.
 */
export async function sweepPoolClocks(context: Platform): Promise<void> {
  await context.db.tx(async (tx) => {
    for (const { id, clockAt } of await listDueClocks(tx, armedAheadMs, batchSize)) {
      await context.jobs.enqueue(tx, poolDeadlineJob, { poolId: id }, { startAt: clockAt, singletonKey: id });
    }
  });
}
