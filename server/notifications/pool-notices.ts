import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count, fullDate } from '#contract/values/time.ts';
import { awaitingAccount } from './account-notices.ts';
import { endingNotices } from './ending-notices.ts';
import { moneyOnAcceptance } from './money-sentences.ts';
import {
  creatorOf,
  deliveryPush,
  type Notice,
  nameOfPool,
  pathOfPool,
  pictureAndMeter,
  reasonSentence,
  requestLink,
  workLink,
} from './notice.ts';
import type { PledgeRow, PoolRow } from './notice-pools.sql.ts';
import type { PoolNotices, PoolTransition } from './pool-transition.ts';

/** Builds the notices of a transition, and lists the later states in which they are still true. */
interface NoticeRule {
  /** The job may run late. In other states the notice is outdated, and the later transition has its own notice. */
  while: readonly PoolStatus[];
  build: (pool: PoolRow, move: PoolTransition) => PoolNotices;
}

const pledging = ['open', 'goal_met', 'accepted'] as const;
const working = ['in_production', 'delivery_review', 'delivered'] as const;

/** The notices of each new status. */
const noticeByStatus: Partial<Record<PoolStatus, NoticeRule>> = {
  open: { while: pledging, build: opened },
  goal_met: { while: ['goal_met'], build: goalMet },
  accepted: { while: ['accepted', 'collecting', 'shortfall', ...working], build: accepted },
  collecting: { while: ['collecting', 'shortfall', ...working], build: collecting },
  shortfall: { while: ['shortfall'], build: shortfall },
  in_production: { while: ['in_production'], build: inProduction },
  delivery_review: { while: ['delivery_review'], build: deliverySubmitted },
  delivered: { while: ['delivered', 'completed'], build: delivered },
  completed: { while: ['completed'], build: completed },
};

/** Builds the notices of a transition so that they are true for the pool's current state. */
export function poolNotices(pool: PoolRow, move: PoolTransition): PoolNotices {
  const rule = noticeByStatus[move.to];
  if (!rule) return endingNotices(pool, move) ?? {};
  return rule.while.includes(pool.status) ? rule.build(pool, move) : {};
}

const pageOf = (pool: PoolRow) => ({ href: pathOfPool(pool), poolId: pool.id, action: 'Open the pool' });

function opened(pool: PoolRow, { from }: PoolTransition): PoolNotices {
  if (from !== 'in_review') return {};
  return {
    owner: () => ({
      kind: 'pool_opened',
      title: 'Your pool is open',
      body: `${nameOfPool(pool)} passed review and now takes pledges.`,
      ...pageOf(pool),
      ...pictureAndMeter(pool),
    }),
  };
}

/** A withdrawal put the pool below the goal that it had met, and its funding deadline has passed. */
function answersBelowGoal(pool: PoolRow): PoolNotices {
  const until = pool.responseDueAt ? ` by ${fullDate(pool.responseDueAt)}` : '';
  return {
    creator: {
      kind: 'response_reminder',
      title: 'You can still accept the current amount',
      body: `${nameOfPool(pool)} is below its goal again, at ${formatMoney(pool.pledgedCents)} of ${formatMoney(pool.goalCents)}. You can accept the current amount${until}, and fans can still pledge. No card is charged before you accept.`,
      ...requestLink(pool),
      ...pictureAndMeter(pool),
    },
  };
}

function goalMet(pool: PoolRow): PoolNotices {
  if (pool.pledgedCents < pool.goalCents) return answersBelowGoal(pool);
  const assigned = pool.assignedCreatorId !== null;
  const body = `${nameOfPool(pool)} reached ${formatMoney(pool.pledgedCents)} of ${formatMoney(pool.goalCents)} with ${count(pool.fanCount, 'fan')}.`;
  const until = pool.responseDueAt ? ` by ${fullDate(pool.responseDueAt)}` : '';
  const toOwner: Notice = {
    kind: 'goal_met_owner',
    title: 'Your pool met its goal',
    body: assigned
      ? `${body} We asked ${creatorOf(pool)} to answer${until}. No card is charged before they accept.`
      : `${body} No creator has claimed it yet. No card is charged before one accepts.`,
    ...pageOf(pool),
    ...pictureAndMeter(pool),
  };
  const toFan = (pledge: PledgeRow): Notice => ({
    kind: 'goal_met_fan',
    title: pledge.metGoalAt ? 'Your pledge met the goal' : 'A pool you back met its goal',
    body: assigned
      ? `${body} We asked ${creatorOf(pool)} to answer${until}. Your ${formatMoney(pledge.amountCents)} is charged only if they accept.`
      : `${body} No creator has claimed it yet. Your ${formatMoney(pledge.amountCents)} is charged only if one accepts.`,
    ...pageOf(pool),
    ...pictureAndMeter(pool),
  });
  const toCreator: Notice = {
    kind: 'goal_met',
    title: 'A pool for you met its goal',
    body: `${body} Please answer${until}. No card is charged before you accept.`,
    ...requestLink(pool),
    ...pictureAndMeter(pool),
  };
  const toAdmins: Notice = {
    kind: 'goal_met_unassigned',
    title: 'A pool met its goal and has no creator',
    body: `${body} No creator is assigned to it yet.`,
    href: '/admin/pools',
    poolId: pool.id,
    action: 'View pools',
  };
  const toFollower: Notice = {
    kind: 'goal_met_fan',
    title: 'A pool you follow met its goal',
    body: `${body} ${assigned ? `We asked ${creatorOf(pool)} to answer${until}.` : 'No creator has claimed it yet.'}`,
    ...pageOf(pool),
    ...pictureAndMeter(pool),
  };
  return {
    owner: () => toOwner,
    fans: toFan,
    followers: toFollower,
    fansExcept: [pool.ownerId, pool.assignedCreatorId],
    fansOnce: true,
    ...(assigned ? { creator: toCreator } : { admins: toAdmins }),
  };
}

function accepted(pool: PoolRow, { from, event }: PoolTransition): PoolNotices {
  if (from === 'accepted') return awaitingAccount(pool, event);
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: 'accepted',
    title: `${creatorOf(pool, 'The creator')} accepted`,
    body: `${nameOfPool(pool)} was accepted. ${moneyOnAcceptance(pool, pledge)}`,
    ...pageOf(pool),
    ...pictureAndMeter(pool),
  });
  const toFollower: Notice = { ...toFan(undefined), body: `${nameOfPool(pool)} was accepted with ${pledged(pool)}.` };
  return { fans: toFan, followers: toFollower, owner: toFan };
}

const pledged = ({ pledgedCents, goalCents }: PoolRow) =>
  `${formatMoney(pledgedCents)} of ${formatMoney(goalCents)} pledged`;

/** Fans were told that their cards wait for the goal. Tells them if the creator goes ahead below it. */
function collecting(pool: PoolRow, { event }: PoolTransition): PoolNotices {
  if (event !== 'accept') return {};
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: 'accepted',
    title: `${creatorOf(pool, 'The creator')} is going ahead`,
    body: `${nameOfPool(pool)} starts below its goal. ${moneyOnAcceptance(pool, pledge)}`,
    ...pageOf(pool),
    ...pictureAndMeter(pool),
  });
  const body = `${nameOfPool(pool)} starts below its goal, with ${pledged(pool)}.`;
  return { fans: toFan, followers: { ...toFan(undefined), body }, owner: toFan };
}

function shortfall(pool: PoolRow): PoolNotices {
  const due = pool.shortfallDueAt ? ` on ${fullDate(pool.shortfallDueAt)}` : '';
  const paid = `${formatMoney(pool.paidCents)} was paid for ${nameOfPool(pool)}, less than your floor.`;
  return {
    creator: {
      kind: 'shortfall',
      title: 'Some payments failed',
      body:
        pool.paidCents > 0
          ? `${paid} Decide whether to go ahead. If you don’t, everyone who paid will be refunded${due}.`
          : `No payment for ${nameOfPool(pool)} went through. The pool ends${due}, and no card was charged.`,
      ...workLink(pool),
    },
  };
}

function inProduction(pool: PoolRow, move: PoolTransition): PoolNotices {
  return move.from === 'delivery_review' || move.from === 'delivered' ? sentBack(pool, move) : funded(pool);
}

function funded(pool: PoolRow): PoolNotices {
  const due = pool.deliveryDueAt ? ` by ${fullDate(pool.deliveryDueAt)}` : '';
  return {
    creator: {
      kind: 'in_production',
      title: 'The pool is funded, so you can start',
      body: `${formatMoney(pool.paidCents)} was paid and is held for ${nameOfPool(pool)}. Deliver${due}.`,
      ...workLink(pool),
      ...pictureAndMeter(pool),
    },
    owner: () => ({
      kind: 'in_production_owner',
      title: 'Your pool is funded',
      body: `${creatorOf(pool)} is making ${nameOfPool(pool)}${due ? ` and will deliver${due}` : ''}. Payments are held until then.`,
      ...pageOf(pool),
      quiet: true,
    }),
  };
}

function sentBack(pool: PoolRow, move: PoolTransition): PoolNotices {
  const due = pool.deliveryDueAt ? ` by ${fullDate(pool.deliveryDueAt)}` : '';
  // Before the review approves a delivery, fans do not know about it.
  const fans = move.from === 'delivered' && {
    fansOnly: 'access_without_objection' as const,
    fans: () => redo(pool, move),
  };
  return {
    ...fans,
    creator: {
      kind: 'delivery_sent_back',
      title: 'Your delivery was sent back',
      body: `The delivery of ${nameOfPool(pool)} was sent back.${reasonSentence(pool, move.reason)} Deliver again${due}. Payments stay held until then.`,
      ...workLink(pool),
    },
  };
}

/** For fans who paid. Fans whose objection was upheld get the answer to it instead. */
function redo(pool: PoolRow, move: PoolTransition): Notice {
  const due = pool.deliveryDueAt ? ` by ${fullDate(pool.deliveryDueAt)}` : '';
  return {
    kind: 'objection_upheld',
    title: `${creatorOf(pool, 'The creator')} has to deliver again`,
    body: `An objection to the delivery of ${nameOfPool(pool)} was upheld.${reasonSentence(pool, move.reason)} ${creatorOf(pool, 'The creator')} has to deliver again${due}. Your payment stays held until then.`,
    ...pageOf(pool),
  };
}

function deliverySubmitted(pool: PoolRow): PoolNotices {
  return {
    admins: {
      kind: 'delivery_submitted',
      title: 'A delivery is waiting for review',
      body: `${creatorOf(pool)} delivered ${nameOfPool(pool)}.`,
      href: '/admin/content-claims',
      poolId: pool.id,
      action: 'Review the delivery',
    },
  };
}

function delivered(pool: PoolRow): PoolNotices {
  const until = pool.quietUntil ? fullDate(pool.quietUntil) : undefined;
  const objecting = until
    ? ` If something is wrong with it, you can object until ${until}. Your payment is held until then.`
    : '';
  const toCreator: Notice = {
    kind: 'delivery_approved',
    title: 'Your delivery was approved',
    body: `Everyone who paid for ${nameOfPool(pool)} can see it now. ${until ? `You’ll be paid after ${until}, unless an objection is upheld.` : ''}`.trimEnd(),
    ...workLink(pool),
    ...pictureAndMeter(pool),
  };
  const shared = { kind: 'delivered', title: `${creatorOf(pool, 'The creator')} delivered` } as const;
  return {
    fansOnly: 'access',
    followers: {
      ...shared,
      body: `${nameOfPool(pool)} was delivered to everyone who paid for it.`,
      ...pageOf(pool),
      ...pictureAndMeter(pool),
    },
    fans: () => ({
      ...shared,
      body: `${nameOfPool(pool)} is ready for you.${objecting}`,
      href: pathOfPool(pool),
      poolId: pool.id,
      action: 'View the delivery',
      ...pictureAndMeter(pool),
      push: deliveryPush,
    }),
    creator: toCreator,
  };
}

function completed(pool: PoolRow): PoolNotices {
  const over = `The quiet period for ${nameOfPool(pool)} has ended.`;
  const paying = pool.payoutCents !== null;
  return {
    creator: {
      kind: 'completed',
      title: paying && !pool.payoutWaits ? 'Your payout is on its way' : 'Your pool is completed',
      body: paying
        ? `${over} You’ll receive ${formatMoney(pool.payoutCents ?? 0)}, which is the payments less fees${whenPaid(pool)}.`
        : `${over} After fees, nothing was left to pay out.`,
      ...workLink(pool),
    },
  };
}

/** The condition of a payout that waits. */
function whenPaid({ payoutWaits, payoutHeld }: Pick<PoolRow, 'payoutWaits' | 'payoutHeld'>): string {
  if (!payoutWaits) return '';
  return payoutHeld ? ', once an admin releases your payouts' : ', once your payouts are set up';
}
