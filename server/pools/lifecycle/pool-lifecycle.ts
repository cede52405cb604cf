import { t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { isEnded } from '#server/pools/pool.ts';
import {
  type Decision,
  deadlineOf,
  floorOf,
  isClaimable,
  later,
  type PoolState,
  type Windows,
} from '#server/pools/pool-state.ts';
import { freezeTerms } from '#server/pools/pool-terms.ts';
import { collectOrWait, endAccepted } from './account-wait.ts';
import { endFunding, fallBelowGoal, mayStillAnswer, meetGoal } from './answer-window.ts';
import { endOfWaiting } from './decide-hold-over.ts';
import { end, move, stay, wrongState } from './decisions.ts';
import { endReasons } from './end-reasons.ts';
import type { PoolEvent, PoolEventOf } from './pool-events.ts';

type Decider<T extends PoolEvent['type']> = (
  pool: PoolState,
  event: PoolEventOf<T>,
  now: Date,
  windows: Windows,
) => Decision;

const deciders: { [T in PoolEvent['type']]: Decider<T> } = {
  opened_by_admin: (pool, _event, now) => decideOpened(pool, now),
  accept: decideAccept,
  decline: (pool, _event, now) =>
    pool.status === 'open' || pool.status === 'goal_met' ? end('declined', now, 'declined') : wrongState,
  cancel: decideCancel,
  proceed: (pool, _event, now, windows) => decideProceed(pool, now, windows),
  give_up: (pool, _event, now) =>
    pool.status === 'in_production' || pool.status === 'shortfall' ? end('refunded', now, 'gaveUp') : wrongState,
  submit_delivery: (pool, _event, now) =>
    pool.status === 'in_production'
      ? move('delivery_review', { deliveryDueAt: pool.deliveryDueAt, deliveryPausedAt: now })
      : wrongState,
  delivery_approved: (pool, _event, now, windows) => decideApproved(pool, now, windows),
  delivery_sent_back: (pool, _event, now) =>
    pool.status === 'delivery_review'
      ? move('in_production', { deliveryDueAt: resumedDelivery(pool, now) })
      : wrongState,
  objection_upheld: decideObjection,
  delivery_taken_down: (pool, _event, now) =>
    pool.status === 'delivered' ? end('refunded', now, 'takenDown') : wrongState,
  remove: (pool, _event, now) => decideRemove(pool, now),
  hold_over: (pool, _event, now, windows) => {
    // Nothing holds the completion back; only its job is late.
    if (pool.status === 'delivered' && !pool.frozen && pool.openObjections === 0 && !pool.isCreatorSuspended)
      return decideClock(pool, now, windows);
    const ending = endOfWaiting(pool, now);
    return ending ? end(ending.to, now, ending.reason) : stay;
  },
  freeze: (pool, _event, now) => decideFreeze(pool, now),
  unfreeze: (pool, _event, now) => decideUnfreeze(pool, now),
  creator_assigned: decideAssigned,
  creator_unassigned: decideUnassigned,
  pledges_changed: (pool, _event, now, windows) => decidePledges(pool, now, windows),
  account_changed: (pool, _event, now, windows) => decidePledges(pool, now, windows),
  charges_final: (pool, _event, now, windows) =>
    pool.status === 'collecting' && pool.chargesInFlight === 0 ? afterCollecting(pool, now, windows) : stay,
  clock: (pool, _event, now, windows) => decideClock(pool, now, windows),
};

/** Events that a frozen pool accepts: they change its deadlines but not its status, or they end it and give the money back. */
const allowedWhileFrozen: readonly PoolEvent['type'][] = [
  'freeze',
  'unfreeze',
  'creator_assigned',
  'creator_unassigned',
  'remove',
  'hold_over',
];
const mayWhileFrozen = (event: PoolEvent) =>
  allowedWhileFrozen.includes(event.type) || (event.type === 'objection_upheld' && event.outcome === 'refund');
/** Events from the system. They are never refused; if they do not apply, the pool stays as it is. */
const systemEvents: readonly PoolEvent['type'][] = [
  'pledges_changed',
  'account_changed',
  'charges_final',
  'hold_over',
  'clock',
];

/**
 * Decides how an event changes a pool. This is the only function that decides transitions. It is pure; `now` is the database's time,
 * read while the pool's row is locked.
 */
export function decidePool(pool: PoolState, event: PoolEvent, now: Date, windows: Windows): Decision {
  const { type } = event;
  const isSystemEvent = systemEvents.includes(type);
  if (pool.frozen && !mayWhileFrozen(event)) return isSystemEvent ? stay : { refuse: 'pool_frozen' };
  if (!isSystemEvent && !allowedWhileFrozen.includes(type) && isOverdue(pool, now, windows)) {
    return { refuse: 'pool_state', message: () => t`The deadline for this has passed.` };
  }
  const decide = deciders[type] as Decider<PoolEvent['type']>;
  return decide(pool, event, now, windows);
}

/** Whether the status's deadline has passed. After that, people can no longer act, even if the deadline job has not run yet. */
function isOverdue(pool: PoolState, now: Date, windows: Windows): boolean {
  if (pool.status === 'collecting' || pool.status === 'delivered' || mayStillAnswer(pool)) return false;
  const dueAt = deadlineOf(pool, windows);
  return dueAt !== null && now >= dueAt;
}

function decideOpened(pool: PoolState, now: Date): Decision {
  if (pool.status !== 'in_review') return wrongState;
  // The review must not use up the funding time. If the deadline has passed, the pool gets its full funding time again.
  const fundingMs = pool.deadline.getTime() - pool.createdAt.getTime();
  return move('open', pool.deadline <= now ? { deadline: later(now, fundingMs) } : {});
}

function decideAccept(pool: PoolState, event: PoolEventOf<'accept'>, now: Date, windows: Windows): Decision {
  if (pool.status === 'accepted' && event.atCurrentAmount) return startBelowGoal(pool, event, now, windows);
  if (pool.status !== 'open' && pool.status !== 'goal_met') return wrongState;
  if (event.floorCents > pool.goalCents) return { refuse: 'floor_above_goal' };
  if (event.atCurrentAmount && pool.pledgedCents < floorOf({ ...pool, floorCents: event.floorCents }))
    return { refuse: 'below_floor' };
  // Such an acceptance would wait for the goal until a deadline that has passed.
  if (!event.atCurrentAmount && pool.pledgedCents < pool.goalCents && now >= pool.deadline)
    return {
      refuse: 'pool_state',
      message: () =>
        t`The pool is below its goal again, after its deadline. You can accept the current ${{ amount: formatMoney(pool.pledgedCents) }}, or wait for new pledges.`,
    };
  const { floorCents, deliveryDays, atCurrentAmount, allowLatePledges } = event;
  const terms = freezeTerms({
    poolId: pool.id,
    goalCents: pool.goalCents,
    floorCents,
    atCurrentAmount,
    pledgedCents: pool.pledgedCents,
    deliveryDays,
    feePercent: event.feePercent,
    acceptedAt: now.toISOString(),
    acceptedBy: event.acceptedBy,
  });
  return move('accepted', { floorCents, deliveryDays, atCurrentAmount, allowLatePledges, terms });
}

/** The creator stops waiting for the goal of an accepted pool. The terms stay as they were frozen, so the event must repeat them. */
function startBelowGoal(pool: PoolState, event: PoolEventOf<'accept'>, now: Date, windows: Windows): Decision {
  if (event.deliveryDays !== pool.deliveryDays || event.floorCents !== pool.floorCents) {
    return {
      refuse: 'pool_state',
      message: () => t`You’ve already accepted. Your delivery time and floor can’t be changed.`,
    };
  }
  if (pool.pledgedCents < floorOf(pool)) return { refuse: 'below_floor' };
  const start = collectOrWait({ ...pool, atCurrentAmount: true }, now, windows);
  return 'refuse' in start ? start : { ...start, patch: { ...start.patch, atCurrentAmount: true } };
}

function decideCancel(pool: PoolState, event: PoolEventOf<'cancel'>, now: Date): Decision {
  if (!['in_review', 'open', 'goal_met', 'accepted'].includes(pool.status)) return wrongState;
  if (event.othersPledged && !event.byAdmin) return { refuse: 'pool_has_pledges' };
  return end('cancelled', now, 'cancelled');
}

function decideRemove(pool: PoolState, now: Date): Decision {
  if (pool.status === 'removed') return wrongState;
  return move('removed', { endedAt: pool.endedAt ?? now, endReason: endReasons.removed }, endReasons.removed);
}

/** Decides by the totals alone. Runs after every change of a total and when the clock fires. */
function decidePledges(pool: PoolState, now: Date, windows: Windows): Decision {
  switch (pool.status) {
    case 'open':
      return pool.pledgedCents < pool.goalCents ? stay : meetGoal(pool, now, windows);
    case 'goal_met':
      return pool.pledgedCents < pool.goalCents ? fallBelowGoal(pool, now) : stay;
    case 'accepted':
      return collectOrWait(pool, now, windows);
    case 'collecting':
      return areChargesOver(pool, now) ? afterCollecting(pool, now, windows) : stay;
    default:
      return stay;
  }
}

function areChargesOver(pool: PoolState, now: Date): boolean {
  // A charge with an unknown outcome may still be paid. The reconciler asks the processor first.
  if (pool.chargesInFlight > 0) return false;
  return pool.chargesOpen === 0 || (pool.paymentDueAt !== null && now >= pool.paymentDueAt);
}

function afterCollecting(pool: PoolState, now: Date, windows: Windows): Decision {
  if (pool.paidCents >= floorOf(pool)) return startProduction(pool, now, windows);
  return move('shortfall', { shortfallDueAt: later(now, windows.shortfallMs) });
}

function startProduction(pool: PoolState, now: Date, windows: Windows): Decision {
  return move('in_production', { deliveryDueAt: later(now, (pool.deliveryDays ?? 1) * windows.deliveryDayMs) });
}

function decideProceed(pool: PoolState, now: Date, windows: Windows): Decision {
  if (pool.status !== 'shortfall') return wrongState;
  if (pool.paidCents === 0) return { refuse: 'pool_state', message: () => t`No one has paid, so you cannot go ahead.` };
  return startProduction(pool, now, windows);
}

/** Extends the delivery deadline by the time since the submission, because the clock was paused. */
function resumedDelivery(pool: PoolState, now: Date): Date | null {
  if (!pool.deliveryDueAt || !pool.deliveryPausedAt) return pool.deliveryDueAt;
  return later(pool.deliveryDueAt, now.getTime() - pool.deliveryPausedAt.getTime());
}

function decideApproved(pool: PoolState, now: Date, windows: Windows): Decision {
  if (pool.status !== 'delivery_review') return wrongState;
  const { deliveryDueAt, deliveryPausedAt } = pool;
  return move('delivered', { deliveryDueAt, deliveryPausedAt, quietUntil: later(now, windows.quietMs) });
}

function decideObjection(pool: PoolState, event: PoolEventOf<'objection_upheld'>, now: Date): Decision {
  if (pool.status !== 'delivered') return wrongState;
  if (event.outcome === 'refund') return end('refunded', now, 'objection');
  // A redelivery is unexpected, so the creator gets at least the grace period for it.
  const resumed = resumedDelivery(pool, now);
  return move('in_production', { deliveryDueAt: resumed && resumed > now ? resumed : now });
}

function decideClock(pool: PoolState, now: Date, windows: Windows): Decision {
  const byPledges = decidePledges(pool, now, windows);
  if (byPledges !== stay) return byPledges;
  const dueAt = deadlineOf(pool, windows);
  if (!dueAt || now < dueAt) return stay;
  switch (pool.status) {
    case 'open':
      return endFunding(pool, now);
    case 'accepted':
      return endAccepted(pool, now);
    case 'goal_met':
      return end('lapsed', now, pool.assignedCreatorId ? 'lapsed' : 'lapsedUnassigned');
    case 'shortfall':
      return end('refunded', now, 'shortfall');
    case 'in_production':
      return end('refunded', now, 'undelivered');
    case 'delivered':
      // The quiet period ends only when no objection is open, and for a suspended creator with their suspension.
      return pool.openObjections > 0 || pool.isCreatorSuspended ? stay : move('completed', { endedAt: now });
    default:
      return stay;
  }
}

function decideAssigned(
  pool: PoolState,
  event: PoolEventOf<'creator_assigned'>,
  now: Date,
  windows: Windows,
): Decision {
  if (!isClaimable(pool)) return wrongState;
  const target = event.profileId ? { creatorProfileId: event.profileId } : {};
  // Unfreezing adds the time spent frozen, so the window of a frozen pool begins then.
  const responseDueAt = later(pool.frozenAt ?? now, windows.responseMs);
  const response = pool.status === 'goal_met' ? { responseDueAt } : {};
  return { stay: true, patch: { assignedCreatorId: event.creatorId, ...target, ...response } };
}

/** Without a creator, the time to answer ends at the funding deadline. */
function decideUnassigned(pool: PoolState): Decision {
  if (!['in_review', 'open', 'goal_met'].includes(pool.status)) return wrongState;
  const response = pool.status === 'goal_met' ? { responseDueAt: pool.deadline } : { responseLeftMs: null };
  return { stay: true, patch: { assignedCreatorId: null, ...response } };
}

function decideFreeze(pool: PoolState, now: Date): Decision {
  if (isEnded(pool.status)) return wrongState;
  return pool.frozen ? stay : { stay: true, patch: { frozen: true, frozenAt: now } };
}

/** Moves every future deadline by the time spent frozen. */
function decideUnfreeze(pool: PoolState, now: Date): Decision {
  if (!pool.frozen) return stay;
  const byMs = pool.frozenAt ? now.getTime() - pool.frozenAt.getTime() : 0;
  const shifted = (moment: Date | null) => moment && later(moment, byMs);
  const funding = ['open', 'goal_met', 'accepted'].includes(pool.status);
  return {
    stay: true,
    patch: {
      frozen: false,
      frozenAt: null,
      ...(funding ? { deadline: later(pool.deadline, byMs) } : {}),
      responseDueAt: shifted(pool.responseDueAt),
      accountDueAt: shifted(pool.accountDueAt),
      accountPausedAt: shifted(pool.accountPausedAt),
      paymentDueAt: shifted(pool.paymentDueAt),
      shortfallDueAt: shifted(pool.shortfallDueAt),
      deliveryDueAt: shifted(pool.deliveryDueAt),
      deliveryPausedAt: shifted(pool.deliveryPausedAt),
      quietUntil: shifted(pool.quietUntil),
    },
  };
}
