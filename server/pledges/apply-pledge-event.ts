import { appError } from '#contract/errors.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { addToTotals } from '#server/pools/add-to-totals.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { publishPool } from '#server/pools/publish-pool.ts';
import { addShares, decidePledge, type PledgeEvent, type Share, shareOf } from './pledge-lifecycle.ts';
import {
  hasPledgeIn,
  lockPledgeAndPool,
  markGoalMet,
  type PledgePatch,
  type PledgeRow,
  updatePledge,
} from './pledges.sql.ts';
import { mayMovePool } from './policy.ts';
import type { PoolFunding } from './pool-funding.sql.ts';
import { applyStatusEffects } from './status-effects.ts';

export interface LockedPledge {
  pool: PoolFunding;
  pledge: PledgeRow;
}

/** Locks the pool, then the pledge. Throws `not_found`. */
export async function lockPledge(tx: Tx, pledgeId: string): Promise<LockedPledge> {
  const locked = await lockPledgeAndPool(tx, pledgeId);
  if (!locked) throw appError('not_found');
  return locked;
}

/** Locks a pledge for its fan. Throws `not_found` for everyone else. */
export async function lockOwnPledge(tx: Tx, userId: string, pledgeId: string): Promise<LockedPledge> {
  const locked = await lockPledge(tx, pledgeId);
  if (locked.pledge.fanId !== userId) throw appError('not_found');
  return locked;
}

/**
 * Applies an event to a locked pledge: the state machine decides the new status, one statement writes it, and status effects and pool
 * totals follow in the same transaction. Throws the error with which the state machine refuses the event.
 */
export async function applyPledgeEvent(
  context: InTransaction<MoneyContext>,
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
  const share = addShares(shareOf(after), shareOf(pledge), -1);
  if (moved) await applyStatusEffects(context, tx, { pool, pledge: after, from: pledge.status });
  await addShare(context, tx, pool, share, after.id);
  if (moved && pool.status === 'collecting') await askWhetherAllCharged(context, tx, pool.id);
  return after;
}

/**
 * Adds a pledge's share to the totals of a locked pool and broadcasts them. If they cross the goal in either direction, the pool gets an
 * event.
 */
export async function addShare(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  pool: PoolFunding,
  share: Share,
  pledgeId: string,
): Promise<void> {
  if (share.pledgedCents === 0 && share.paidCents === 0 && share.fans === 0) return;
  const after = await addToTotals(tx, pool.id, share);
  if (mayMovePool(after)) {
    // An accepted pool that waits for its creator's payout account may have met the goal before.
    const isMeeting =
      after.pledgedCents >= after.goalCents && after.pledgedCents - share.pledgedCents < after.goalCents;
    if (isMeeting) await markGoalMet(tx, pledgeId);
    await applyPoolEvent(context, tx, pool.id, { type: 'pledges_changed' }, {});
  } else afterCommit(tx, () => publishPool(context, after));
}

/** Once no charge is open, asks the pool's lifecycle whether the pool can proceed. */
async function askWhetherAllCharged(context: InTransaction<MoneyContext>, tx: Tx, poolId: string): Promise<void> {
  if (await hasPledgeIn(tx, poolId, 'charging')) return;
  await applyPoolEvent(context, tx, poolId, { type: 'pledges_changed' }, {});
}
