import type { ErrorCode } from '#contract/app-error.ts';
import { countedPledgeStatuses, type PledgeStatus, pledgeStatuses } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';

/**
 * The phase of a pool's pledges, by the pool's status: `taking` accepts pledges, `collecting` charges them, `holding` keeps the paid money, and
 * `ended` only refunds. `waiting` does none of these. A frozen pool keeps its phase.
 */
export type PoolPhase = 'waiting' | 'taking' | 'collecting' | 'holding' | 'ended';

const phases: Record<PoolStatus, PoolPhase> = {
  in_review: 'waiting',
  open: 'taking',
  goal_met: 'taking',
  accepted: 'taking',
  collecting: 'collecting',
  shortfall: 'holding',
  in_production: 'holding',
  delivery_review: 'holding',
  delivered: 'holding',
  completed: 'holding',
  expired: 'ended',
  declined: 'ended',
  lapsed: 'ended',
  cancelled: 'ended',
  refunded: 'ended',
  removed: 'ended',
};

/** The phase of a pool with this status. */
export function phaseOf(status: PoolStatus): PoolPhase {
  return phases[status];
}

export type PledgeEvent =
  | { type: 'card_verified'; phase: PoolPhase; frozen: boolean }
  | { type: 'setup_expired' }
  /** The fan pledges again before a card was saved. */
  | { type: 'restart' }
  | { type: 'change'; phase: PoolPhase; frozen: boolean }
  | { type: 'withdraw'; phase: PoolPhase; frozen: boolean }
  /** The fan became the creator who receives the request, and creators do not fund their own requests. */
  | { type: 'own_request' }
  /** The pool begins to collect. */
  | { type: 'collect' }
  /** The processor has charged the card. May arrive late. `isWithheld`: fans cannot read the pool's latest delivery. */
  | { type: 'charge_succeeded'; phase: PoolPhase; isWithheld: boolean }
  /** The attempt ended without a charge. */
  | { type: 'charge_failed'; phase: PoolPhase }
  /** No card of a suspended fan is charged. */
  | { type: 'fan_suspended' }
  /** The fan or the last automatic retry charges the saved card. */
  | { type: 'charge_card'; due: boolean; frozen: boolean }
  /** The fan opens the hosted page. */
  | { type: 'pay'; due: boolean; frozen: boolean }
  | { type: 'dismiss' }
  /** The pool leaves `collecting` and keeps the paid money, or takes no late pledges anymore. */
  | { type: 'window_over' }
  /** A pledge with a lost dispute gets this event only if the pool holds the rest of its payment. */
  | { type: 'pool_ended' }
  /** The processor has refunded everything. */
  | { type: 'refund_succeeded' }
  /** An admin refunded an amount, and the pool or its creator has the rest. */
  | { type: 'partly_refunded' }
  /** The bank returned the refund to us, and the fan does not have it. */
  | { type: 'refund_returned' }
  /**
   * The bank returned an amount that an admin had refunded. `isReleased`: the creator had the payment. `isEnding`: the rest was refunded.
   * `isReplaced`: the fan has another live pledge in this pool, so this one cannot become live again. `isDisputed`: an open dispute
   * decides about the payment.
   */
  | {
      type: 'partly_returned';
      phase: PoolPhase;
      isReleased: boolean;
      isEnding: boolean;
      isReplaced: boolean;
      isDisputed: boolean;
    }
  | { type: 'dispute_opened' }
  /** `isReleased` and `isReplaced`: see `partly_returned`. */
  | { type: 'dispute_won'; phase: PoolPhase; isReleased: boolean; isReplaced: boolean }
  /** `isPartial`: the pool still holds a part of the payment. */
  | { type: 'dispute_lost'; phase: PoolPhase; isPartial: boolean }
  /** The bank suspects fraud, and the settings want a refund. */
  | { type: 'suspected' };

export type PledgeDecision = { to: PledgeStatus } | { stay: true } | { refuse: ErrorCode };

const stay = { stay: true } as const;
const to = (status: PledgeStatus): PledgeDecision => ({ to: status });

type Deciders = {
  [Type in PledgeEvent['type']]: (status: PledgeStatus, event: Extract<PledgeEvent, { type: Type }>) => PledgeDecision;
};

/** A decider for events whose outcome depends only on the status. */
function moving(moves: Partial<Record<PledgeStatus, PledgeStatus>>) {
  return (status: PledgeStatus): PledgeDecision => {
    const target = moves[status];
    return target ? to(target) : stay;
  };
}

const deciders: Deciders = {
  card_verified: decideVerified,
  setup_expired: moving({ setup_pending: 'released' }),
  restart: (status) => (status === 'setup_pending' ? stay : { refuse: 'pledge_exists' }),
  change: decideChange,
  withdraw: decideWithdrawal,
  own_request: moving({ setup_pending: 'released', pledged: 'released', notified: 'released' }),
  collect: moving({ setup_pending: 'released', pledged: 'charging' }),
  charge_succeeded: decideCharged,
  charge_failed: decideDeclined,
  fan_suspended: moving({ charging: 'dropped' }),
  charge_card: decidePaying,
  pay: decidePaying,
  dismiss: (status) => (status === 'notified' ? stay : { refuse: 'nothing_due' }),
  // `charging` stays until the processor answers: `charge_failed` then drops the pledge, `charge_succeeded` keeps it.
  window_over: moving({ setup_pending: 'released', notified: 'dropped' }),
  pool_ended: moving({
    setup_pending: 'released',
    pledged: 'released',
    notified: 'released',
    paid: 'refund_pending',
    dispute_lost: 'refund_pending',
  }),
  // A paid pledge: the refund was made before a backup was restored. A disputed one: an admin's refund was made before the dispute.
  refund_succeeded: moving({ refund_pending: 'refunded', paid: 'refunded', disputed: 'refunded' }),
  partly_refunded: () => stay,
  refund_returned: moving({ refunded: 'refund_pending' }),
  // The money belongs to the pool again, unless the pool has ended or the rest was refunded.
  partly_returned: (status, { phase, isReleased, isEnding, isReplaced, isDisputed }) => {
    // The bank decides first, because the processor refuses to refund a disputed charge. The end of the dispute decides the rest.
    if (isDisputed) return status === 'refunded' ? to('disputed') : stay;
    const isOver = isEnding || ((phase === 'ended' || isReplaced) && !isReleased);
    if (status === 'refunded') return to(isOver || isReplaced ? 'refund_pending' : 'paid');
    return status === 'dispute_lost' && isOver ? to('refund_pending') : stay;
  },
  // The processor refuses to refund a disputed charge, so a refund waits for the bank.
  dispute_opened: moving({ paid: 'disputed', refund_pending: 'disputed' }),
  // If the pool has ended since, everyone is refunded, unless the creator has the money.
  dispute_won: (status, { phase, isReleased, isReplaced }) => {
    const isOver = isReplaced || (phase === 'ended' && !isReleased);
    return status === 'disputed' ? to(isOver ? 'refund_pending' : 'paid') : stay;
  },
  // A pledge that lost one dispute may lose another of the same payment, and the pool may have ended in between.
  dispute_lost: (status, { phase, isPartial }) =>
    status === 'disputed' || status === 'dispute_lost'
      ? to(phase === 'ended' && isPartial ? 'refund_pending' : 'dispute_lost')
      : stay,
  suspected: moving({ paid: 'refund_pending' }),
};

/**
 * The state machine of pledges, and the only place that decides a status. It is total: every status handles every event. Money that
 * arrives after a pledge has ended is refunded.
 */
export function decidePledge(status: PledgeStatus, event: PledgeEvent): PledgeDecision {
  const decide = deciders[event.type] as (status: PledgeStatus, event: PledgeEvent) => PledgeDecision;
  return decide(status, event);
}

type PoolNow = { phase: PoolPhase; frozen: boolean };

function decideVerified(status: PledgeStatus, { phase, frozen }: PoolNow): PledgeDecision {
  if (status !== 'setup_pending' || frozen) return stay;
  return to(phase === 'taking' ? 'pledged' : 'released');
}

function decideChange(status: PledgeStatus, { phase, frozen }: PoolNow): PledgeDecision {
  if (frozen) return { refuse: 'pool_frozen' };
  const open = (status === 'setup_pending' || status === 'pledged') && phase === 'taking';
  return open ? stay : { refuse: 'pledge_locked' };
}

function decideWithdrawal(status: PledgeStatus, { phase, frozen }: PoolNow): PledgeDecision {
  if (status === 'withdrawn') return stay;
  // A pledge without a card does not count yet, so the fan can always withdraw it.
  if (status === 'setup_pending') return to('withdrawn');
  if (status !== 'pledged') return { refuse: 'pledge_locked' };
  if (frozen) return { refuse: 'pool_frozen' };
  return phase === 'taking' ? to('withdrawn') : { refuse: 'pledge_locked' };
}

function decideCharged(
  status: PledgeStatus,
  { phase, isWithheld }: { phase: PoolPhase; isWithheld: boolean },
): PledgeDecision {
  // A late fan would pay for a delivery that they cannot read.
  if (status === 'setup_pending' && isWithheld) return to('refund_pending');
  switch (status) {
    case 'setup_pending':
    case 'pledged':
    case 'charging':
    case 'notified':
      return to(phase === 'collecting' || phase === 'holding' ? 'paid' : 'refund_pending');
    case 'withdrawn':
    case 'released':
    case 'dropped':
    case 'refunded':
      return to('refund_pending');
    default:
      return stay;
  }
}

function decideDeclined(status: PledgeStatus, { phase }: { phase: PoolPhase }): PledgeDecision {
  if (status !== 'charging') return stay;
  if (phase === 'collecting') return to('notified');
  return to(phase === 'holding' ? 'dropped' : 'released');
}

function decidePaying(
  status: PledgeStatus,
  { type, due, frozen }: { type: 'charge_card' | 'pay'; due: boolean; frozen: boolean },
): PledgeDecision {
  if (status !== 'notified') return { refuse: 'nothing_due' };
  // The payment window is paused during a freeze.
  if (frozen) return { refuse: 'pool_frozen' };
  if (!due) return { refuse: 'nothing_due' };
  return type === 'pay' ? stay : to('charging');
}

/** The status changes of an event whose outcome depends only on the status, for statements that move many pledges at once. */
export function movesOf(event: PledgeEvent): { from: PledgeStatus; to: PledgeStatus }[] {
  return pledgeStatuses.flatMap((from) => {
    const decision = decidePledge(from, event);
    return 'to' in decision ? [{ from, to: decision.to }] : [];
  });
}

/** The amounts that a pledge adds to its pool's totals. */
export interface Share {
  pledgedCents: number;
  paidCents: number;
  fans: number;
}

export function shareOf({
  status,
  amountCents,
  refundedCents,
}: {
  status: PledgeStatus;
  amountCents: number;
  refundedCents: number;
}): Share {
  const counted = countedPledgeStatuses.includes(status);
  return {
    pledgedCents: counted ? amountCents : 0,
    paidCents: status === 'paid' ? amountCents - refundedCents : 0,
    fans: counted ? 1 : 0,
  };
}

export function addShares(one: Share, other: Share, sign: 1 | -1 = 1): Share {
  return {
    pledgedCents: one.pledgedCents + sign * other.pledgedCents,
    paidCents: one.paidCents + sign * other.paidCents,
    fans: one.fans + sign * other.fans,
  };
}
