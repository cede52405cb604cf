import { appError } from '#contract/errors.ts';
import type { PledgeStatus } from '#contract/pledge-view.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { applyPoolEvent } from '#server/pools/apply-pool-event.ts';
import { publishPool } from '#server/pools/pool-topic.ts';
import { becomes } from './becomes.ts';
import { addShares, decidePledge, type PledgeEvent, type Share, shareOf } from './pledge.ts';
import {
  addToTotals,
  hasPledgeIn,
  lockPledgeAndPool,
  type PledgePatch,
  type PledgeRow,
  type PoolGround,
  updatePledge,
} from './pledges.sql.ts';

export interface LockedPledge {
  pool: PoolGround;
  pledge: PledgeRow;
}

/** Locks pool, then pledge. Throws `not_found`. */
export async function lockPledge(tx: Tx, pledgeId: string): Promise<LockedPledge> {
  const locked = await lockPledgeAndPool(tx, pledgeId);
  if (!locked) throw appError('not_found');
  return locked;
}

/**
 * Tells a locked pledge what happened: the state machine decides, one statement writes, the pool's totals follow, and what the new
 * status entails happens in the same transaction. Throws what the machine refuses with.
 */
export async function movePledge(
  context: MoneyContext,
  tx: Tx,
  { pool, pledge }: LockedPledge,
  event: PledgeEvent,
  patch: PledgePatch = {},
): Promise<PledgeRow> {
  const decision = decidePledge(pledge.status, event);
  if ('refuse' in decision) throw appError(decision.refuse);
  const status: PledgeStatus = 'to' in decision ? decision.to : pledge.status;
  const moved = status !== pledge.status;
  if (!moved && Object.keys(patch).length === 0) return pledge;
  const after = await updatePledge(tx, pledge.id, status, patch);
  const share = addShares(shareOf(status, after.amountCents), shareOf(pledge.status, pledge.amountCents), -1);
  if (moved) await becomes(context, tx, { pool, pledge: after, from: pledge.status });
  await addShare(context, tx, pool, share);
  if (moved && pool.status === 'collecting') await askWhetherAllCharged(context, tx, pool.id);
  return after;
}

/** Adds to the totals of a locked pool, tells its watchers, and tells the pool when the goal was crossed either way. */
export async function addShare(context: MoneyContext, tx: Tx, pool: PoolGround, share: Share): Promise<void> {
  if (share.pledgedCents === 0 && share.paidCents === 0 && share.fans === 0) return;
  const after = await addToTotals(tx, pool.id, share);
  if (isCrossed(after)) await applyPoolEvent(context, tx, pool.id, { type: 'pledges_changed' }, {});
  else afterCommit(tx, () => publishPool(context, after));
}

/** Whether the pool's state no longer fits its pledges; the pool's lifecycle decides what follows. */
export function isCrossed({
  status,
  pledgedCents,
  goalCents,
}: Pick<PoolGround, 'status' | 'pledgedCents' | 'goalCents'>) {
  if (status === 'goal_met') return pledgedCents < goalCents;
  return (status === 'open' || status === 'accepted') && pledgedCents >= goalCents;
}

/** The last charge whose outcome was open has the pool look whether it can go on. */
async function askWhetherAllCharged(context: MoneyContext, tx: Tx, poolId: string): Promise<void> {
  if (await hasPledgeIn(tx, poolId, 'charging')) return;
  await applyPoolEvent(context, tx, poolId, { type: 'pledges_changed' }, {});
}
