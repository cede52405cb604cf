import type { MoneyContext } from '#server/money/money-context.ts';
import { isHalfOver, listWaiting, type WaitingPool, waitingLimits } from '#server/pools/list-waiting.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { listWaitingPools, markReminded } from '#server/pools/waiting-pools.sql.ts';
import { applyPoolEvent } from './apply-pool-event.ts';

/** Reminds admins of pools that wait for them, and ends those that waited too long. Throws at the end if that failed for a pool. */
export async function sweepWaitingPools(context: MoneyContext): Promise<void> {
  const failures: unknown[] = [];
  for (const pool of await listWaiting(context)) {
    try {
      if (pool.until <= pool.now) await endWaiting(context, pool.id);
      else if (isReminderDue(pool)) await remind(context, pool);
    } catch (error) {
      // A pool that fails keeps no other one waiting.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} waiting pools failed`);
}

/** Decides again under the pool's lock, because an admin may have acted in the meantime. */
async function endWaiting(context: MoneyContext, poolId: string): Promise<void> {
  const limits = waitingLimits(context);
  await context.db.tx(async (tx) => {
    await lockPool(tx, poolId);
    const [pool] = await listWaitingPools(tx, limits, poolId);
    if (pool && pool.until <= pool.now) await applyPoolEvent(context, tx, poolId, { type: 'hold_over' });
  });
}

/** Once half of the time is over, and then after each further eighth. */
function isReminderDue(pool: WaitingPool): boolean {
  if (!isHalfOver(pool)) return false;
  const { since, until, remindedAt, now } = pool;
  const everyMs = (until.getTime() - since.getTime()) / 8;
  return remindedAt === null || remindedAt < since || now.getTime() - remindedAt.getTime() >= everyMs;
}

async function remind(context: MoneyContext, pool: WaitingPool): Promise<void> {
  const { id: poolId, kind, since, until } = pool;
  await context.db.tx(async (tx) => {
    if (!(await markReminded(tx, pool))) return;
    await context.facts.publish(tx, 'pool.waits', {
      poolId,
      kind,
      since: since.toISOString(),
      until: until.toISOString(),
      reminder: `${poolId}:${(pool.remindedAt ?? since).toISOString()}`,
    });
  });
}
