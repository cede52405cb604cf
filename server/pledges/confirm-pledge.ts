import { AppError } from '#contract/errors.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, isUnavailable } from '#server/platform/postgres/db.ts';
import { applyPoolEvent } from '#server/pools/apply-pool-event.ts';
import { publishPool } from '#server/pools/pool-topic.ts';
import { type Confirmation, type Confirmed, confirmAll, holdFans } from './confirm.sql.ts';
import { isCrossed } from './move-pledge.ts';

type Confirm = (item: Confirmation) => Promise<Confirmed>;
const confirmByDatabase = new WeakMap<object, Confirm>();

/**
 * Makes a pledge with a verified card count. All fans who are confirmed at the same moment share one transaction, so that a pool
 * everyone is pledging to is locked and written once a batch instead of once a fan.
 */
export function confirmPledge(context: Platform, item: Confirmation): Promise<Confirmed> {
  let confirm = confirmByDatabase.get(context.db);
  if (!confirm) {
    confirm = createBatches((items: Confirmation[]) => confirmBatch(context, items), {
      failsAlone: (error) => !isUnavailable(error) && !(error instanceof AppError && error.status === 503),
    });
    confirmByDatabase.set(context.db, confirm);
  }
  return confirm(item);
}

async function confirmBatch(context: Platform, items: Confirmation[]): Promise<Confirmed[]> {
  return context.db.tx(async (tx) => {
    const fresh = items.filter((item) => item.fresh).map(({ fanId }) => fanId);
    // On the way together: the second runs once the first is done.
    const [, answers] = await Promise.all([holdFans(tx, fresh), confirmAll(tx, items)]);
    const pools = new Map<string, Confirmed>();
    for (const answer of answers) {
      if (answer.outcome === 'pledged' && answer.poolId) pools.set(answer.poolId, answer);
    }
    // The pools are locked in the order of their ids already, so that this order does not matter.
    for (const [id, { poolStatus: status, goalCents, pledgedCents, paidCents, fanCount }] of pools) {
      const pool = { id, status, goalCents, pledgedCents, paidCents, fanCount };
      if (isCrossed(pool)) await applyPoolEvent(context, tx, id, { type: 'pledges_changed' }, {});
      else afterCommit(tx, () => publishPool(context, pool));
    }
    return answers;
  });
}
