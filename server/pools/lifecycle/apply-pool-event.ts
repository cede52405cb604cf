import { appError } from '#contract/errors.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import type {} from '#server/pools/facts.ts';
import type {} from '#server/pools/hooks.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import { deadlineOf, type PoolPatch, type PoolState } from '#server/pools/pool-state.ts';
import { insertPoolEvent, isSuspended, savePoolPatch } from '#server/pools/pools.sql.ts';
import { publishPool } from '#server/pools/publish-pool.ts';
import type { PoolEvent } from './pool-events.ts';
import { decidePool } from './pool-lifecycle.ts';
import { answerDueAt, scheduleCreatorReminders, scheduleDeadlineJob } from './schedule-pool-jobs.ts';

export interface EventCause {
  actorId?: string;
  /** A reason given by a person. It replaces the lifecycle's standard reason. */
  reason?: string;
}

/**
 * Applies an event to a pool. Locks the row, asks the lifecycle, and applies the decision with one conditional statement. Then writes
 * the event row, schedules the clock job and publishes `pool.transitioned`. Repeats while the new state leads to another transition (an
 * accepted pool whose goal is met starts collecting at once). Throws the lifecycle's refusal.
 */
export async function applyPoolEvent(
  context: InTransaction<Platform>,
  tx: Tx,
  poolId: string,
  event: PoolEvent,
  by: EventCause = {},
): Promise<PoolRow> {
  let step = await applyOnce(context, tx, poolId, event, by);
  const isNewlyAccepted = event.type === 'accept' && step.before.status !== 'accepted';
  while (step.changed) {
    await announceWait(context, tx, step, isNewlyAccepted);
    step = await applyOnce(context, tx, poolId, { type: 'pledges_changed' }, {});
  }
  const { pool } = step;
  afterCommit(tx, () => publishPool(context, pool));
  return pool;
}

interface Step {
  changed: boolean;
  before: PoolRow;
  pool: PoolRow;
}

/** Publishes that the pool began to wait for its creator's payout account. */
async function announceWait(
  { facts }: InTransaction<Platform>,
  tx: Tx,
  { before, pool }: Step,
  isNewlyAccepted: boolean,
): Promise<void> {
  if (before.accountDueAt || !pool.accountDueAt) return;
  await facts.publish(tx, 'pool.awaits_account', { poolId: pool.id, isNewlyAccepted });
}

async function applyOnce(
  context: InTransaction<Platform>,
  tx: Tx,
  poolId: string,
  event: PoolEvent,
  by: EventCause,
): Promise<Step> {
  const locked = await lockPool(tx, poolId);
  if (!locked) throw appError('not_found');
  const { pool, now } = locked;
  const decision = decidePool(await stateOf(context, tx, pool), event, now, context.config.windows);
  if ('refuse' in decision) throw appError(decision.refuse, { message: decision.message });
  if ('to' in decision) {
    const reason = by.reason ?? decision.reason;
    const patch = { ...decision.patch, status: decision.to };
    if (patch.endReason) patch.endReason = reason;
    const saved = await savePatch(context, tx, pool, patch);
    const actorId = by.actorId ?? null;
    await recordMove(context, tx, saved, { from: pool.status, event: event.type, reason, actorId, now });
    return { changed: true, before: pool, pool: saved };
  }
  if (!decision.patch) return { changed: false, before: pool, pool };
  const saved = await savePatch(context, tx, pool, decision.patch);
  await rearm(context, tx, { before: pool, pool: saved, actorId: by.actorId ?? null, now });
  return { changed: true, before: pool, pool: saved };
}

/** Reads the counts from later modules that a decision needs, only in the states that use them. */
async function stateOf({ hooks }: InTransaction<Platform>, tx: Tx, pool: PoolRow): Promise<PoolState> {
  const charges =
    pool.status === 'collecting'
      ? await hooks.one('pool.open_charges')(tx, pool.id)
      : { chargesOpen: 0, chargesInFlight: 0 };
  const isCreatorPayable = pool.status === 'accepted' && (await hooks.one('pool.is_creator_payable')(tx, pool));
  const openObjections = pool.status === 'delivered' ? await hooks.one('pool.open_objections')(tx, pool.id) : 0;
  const canWait = pool.status === 'accepted' || pool.status === 'delivered';
  const isCreatorSuspended = canWait && (await isSuspended(tx, pool.assignedCreatorId));
  return { ...pool, ...charges, isCreatorPayable, openObjections, isCreatorSuspended };
}

async function savePatch(context: InTransaction<Platform>, tx: Tx, pool: PoolRow, patch: PoolPatch): Promise<PoolRow> {
  const clockAt = deadlineOf({ ...pool, ...patch }, context.config.windows);
  const saved = await savePoolPatch(tx, pool, { ...patch, clockAt });
  if (!saved) throw appError('conflict');
  return saved;
}

/** Updates the clock of a pool that kept its status, for example after a freeze or an assignment. */
async function rearm(
  context: InTransaction<Platform>,
  tx: Tx,
  { before, pool, actorId, now }: { before: PoolRow; pool: PoolRow; actorId: string | null; now: Date },
): Promise<void> {
  await scheduleDeadlineJob(context, tx, pool, now);
  if (answerDueAt(pool)?.getTime() !== answerDueAt(before)?.getTime())
    await scheduleCreatorReminders(context, tx, pool, now);
  await publishAssignment(context, tx, before, pool);
  if (!before.frozen && pool.frozen) await context.facts.publish(tx, 'pool.frozen', { poolId: pool.id });
  if (before.frozen && !pool.frozen) {
    const byMs = before.frozenAt ? now.getTime() - before.frozenAt.getTime() : 0;
    await context.facts.publish(tx, 'pool.clocks_shifted', { poolId: pool.id, byMs, actorId });
  }
}

/** Publishes that the pool has another creator than before. Call it after every statement that may assign one. */
export async function publishAssignment(
  context: InTransaction<Platform>,
  tx: Tx,
  before: PoolRow,
  pool: PoolRow,
  { byOwner = false } = {},
): Promise<void> {
  const creatorId = pool.assignedCreatorId;
  if (!creatorId || creatorId === before.assignedCreatorId) return;
  await context.facts.publish(tx, 'pool.creator_assigned', { poolId: pool.id, creatorId, byOwner });
}

/** Writes the event row of an applied transition, schedules the clock job and publishes the fact. */
export async function recordMove(
  context: InTransaction<Platform>,
  tx: Tx,
  pool: PoolRow,
  move: { from: PoolStatus | null; event: string; reason: string | null; actorId: string | null; now: Date },
): Promise<void> {
  const { from, event, reason, actorId, now } = move;
  const moveId = await insertPoolEvent(tx, { poolId: pool.id, from, to: pool.status, actorId, reason });
  await scheduleDeadlineJob(context, tx, pool, now);
  if (pool.status === 'goal_met') await scheduleCreatorReminders(context, tx, pool, now);
  await context.facts.publish(tx, 'pool.transitioned', {
    poolId: pool.id,
    from,
    to: pool.status,
    event,
    reason,
    actorId,
    moveId,
    at: now.toISOString(),
  });
}
