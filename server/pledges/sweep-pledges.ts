import type { Platform } from '#server/platform/platform.ts';
import { chargeJob, refundJob } from './pledge-jobs.ts';
import { listInProgress } from './pledges.sql.ts';

const batchSize = 500;

/** Enqueues the job of every pledge that needs one, in case pg-boss gave up a job after its last retry. */
export async function sweepPledges({ db, jobs }: Platform): Promise<void> {
  for (const [status, job] of [
    ['charging', chargeJob],
    ['refund_pending', refundJob],
  ] as const) {
    const ids = await listInProgress(db.sql, status, batchSize);
    await db.tx(async (tx) => {
      for (const pledgeId of ids) await jobs.enqueue(tx, job, { pledgeId }, { singletonKey: pledgeId });
    });
  }
}
