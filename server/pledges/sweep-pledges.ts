import type { MoneyContext } from '#server/money/money-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { isOwnRequest, listOwnPledges } from './moved-pledges.sql.ts';
import { chargeJob, refundJob, setupOverJob } from './pledge-jobs.ts';
import { listInProgress } from './pledges.sql.ts';
import { endOwnPledge } from './pool-fact-listeners.ts';
import { lockPoolFunding } from './pool-funding.sql.ts';

/**
 * Enqueues the job of every pledge that needs one, in case pg-boss gave up a job after its last retry. It walks all of them in batches of
 * `limit`: refunds that wait for an admin stay in the list, and must not hide the pledges behind them.
 */
export async function sweepPledges({ db, jobs }: Platform, limit = 500): Promise<void> {
  for (const [status, job] of [
    ['charging', chargeJob],
    ['refund_pending', refundJob],
    ['setup_pending', setupOverJob],
  ] as const) {
    let after: string | undefined;
    do {
      const ids = await listInProgress(db.sql, status, { limit, after });
      await db.tx(async (tx) => {
        for (const pledgeId of ids) await jobs.enqueue(tx, job, { pledgeId }, { singletonKey: pledgeId });
      });
      after = ids.length < limit ? undefined : ids.at(-1);
    } while (after);
  }
}

/** Releases the pledges of creators to their own requests that an assignment has not released. */
export async function sweepOwnPledges(context: MoneyContext): Promise<void> {
  for (const { poolId, creatorId } of await listOwnPledges(context.db.sql)) {
    const release = async (tx: Tx) => {
      await lockPoolFunding(tx, poolId);
      if (!(await isOwnRequest(tx, poolId, creatorId))) return;
      await endOwnPledge(context, tx, poolId, creatorId);
      await applyPoolEvent(context, tx, poolId, { type: 'pledges_changed' });
    };
    // A pool that fails keeps no other one waiting; the next run tries it again.
    await context.db
      .tx(release)
      .catch((err: unknown) => context.log.error({ err, poolId }, 'own pledge: not released'));
  }
}
