import { sentences, type Text, t } from '#contract/language/text.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { awaitingAccount } from './account-notices.ts';
import { endingNotices } from './ending-notices.ts';
import { goalMet } from './goal-notices.ts';
import { moneyOnAcceptance } from './money-sentences.ts';
import {
  creatorOf,
  deliveryPush,
  type Notice,
  nameOfPool,
  pathOfPool,
  pictureAndMeter,
  poolLink,
  reasonSentence,
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

function opened(pool: PoolRow, { from }: PoolTransition): PoolNotices {
  if (from !== 'in_review') return {};
  return {
    owner: () => ({
      kind: 'pool_opened',
      title: t`Your pool is open`,
      body: t`${{ pool: nameOfPool(pool) }} passed review and now takes pledges.`,
      ...poolLink(pool),
      ...pictureAndMeter(pool),
    }),
  };
}

function accepted(pool: PoolRow, { from, event }: PoolTransition): PoolNotices {
  if (from === 'accepted') return awaitingAccount(pool, event);
  const creator = creatorOf(pool);
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: 'accepted',
    title: creator ? t`${{ creator }} accepted` : t`The creator accepted`,
    body: sentences(t`${{ pool: nameOfPool(pool) }} was accepted.`, moneyOnAcceptance(pool, pledge)),
    ...poolLink(pool),
    ...pictureAndMeter(pool),
  });
  const toFollower: Notice = {
    ...toFan(undefined),
    body: t`${{ pool: nameOfPool(pool) }} was accepted with ${{ pledged: formatMoney(pool.pledgedCents) }} of ${{ goal: formatMoney(pool.goalCents) }} pledged.`,
  };
  return { fans: toFan, followers: toFollower, owner: toFan };
}

/** Fans were told that their cards wait for the goal. Tells them if the creator goes ahead below it. */
function collecting(pool: PoolRow, { event }: PoolTransition): PoolNotices {
  if (event !== 'accept') return {};
  const creator = creatorOf(pool);
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: 'accepted',
    title: creator ? t`${{ creator }} is going ahead` : t`The creator is going ahead`,
    body: sentences(t`${{ pool: nameOfPool(pool) }} starts below its goal.`, moneyOnAcceptance(pool, pledge)),
    ...poolLink(pool),
    ...pictureAndMeter(pool),
  });
  const body = t`${{ pool: nameOfPool(pool) }} starts below its goal, with ${{ pledged: formatMoney(pool.pledgedCents) }} of ${{ goal: formatMoney(pool.goalCents) }} pledged.`;
  return { fans: toFan, followers: { ...toFan(undefined), body }, owner: toFan };
}

function shortfall(pool: PoolRow): PoolNotices {
  return {
    creator: {
      kind: 'shortfall',
      title: t`Some payments failed`,
      body: pool.paidCents > 0 ? someFailed(pool) : allFailed(pool),
      ...workLink(pool),
    },
  };
}

const someFailed = (pool: PoolRow): Text =>
  sentences(
    t`${{ amount: formatMoney(pool.paidCents) }} was paid for ${{ pool: nameOfPool(pool) }}, less than your floor.`,
    t`Decide whether to go ahead.`,
    pool.shortfallDueAt
      ? t`If you don’t, everyone who paid will be refunded on ${{ date: fullDate(pool.shortfallDueAt) }}.`
      : t`If you don’t, everyone who paid will be refunded.`,
  );

const allFailed = (pool: PoolRow): Text =>
  sentences(
    t`No payment for ${{ pool: nameOfPool(pool) }} went through.`,
    pool.shortfallDueAt
      ? t`The pool ends on ${{ date: fullDate(pool.shortfallDueAt) }}, and no card was charged.`
      : t`The pool ends, and no card was charged.`,
  );

function inProduction(pool: PoolRow, move: PoolTransition): PoolNotices {
  return move.from === 'delivery_review' || move.from === 'delivered' ? sentBack(pool, move) : funded(pool);
}

function funded(pool: PoolRow): PoolNotices {
  const due = pool.deliveryDueAt && fullDate(pool.deliveryDueAt);
  const name = nameOfPool(pool);
  return {
    creator: {
      kind: 'in_production',
      title: t`The pool is funded, so you can start`,
      body: sentences(
        t`${{ amount: formatMoney(pool.paidCents) }} was paid and is held for ${{ pool: name }}.`,
        due ? t`Deliver by ${{ date: due }}.` : t`Deliver.`,
      ),
      ...workLink(pool),
      ...pictureAndMeter(pool),
    },
    owner: () => ({
      kind: 'in_production_owner',
      title: t`Your pool is funded`,
      body: sentences(beingMade(pool), t`Payments are held until then.`),
      ...poolLink(pool),
      quiet: true,
    }),
  };
}

function beingMade(pool: PoolRow): Text {
  const [name, creator] = [nameOfPool(pool), creatorOf(pool)];
  const date = pool.deliveryDueAt && fullDate(pool.deliveryDueAt);
  if (!date)
    return creator ? t`${{ creator }} is making ${{ pool: name }}.` : t`The creator is making ${{ pool: name }}.`;
  return creator
    ? t`${{ creator }} is making ${{ pool: name }} and will deliver by ${{ date }}.`
    : t`The creator is making ${{ pool: name }} and will deliver by ${{ date }}.`;
}

function sentBack(pool: PoolRow, move: PoolTransition): PoolNotices {
  // Before the review approves a delivery, fans do not know about it.
  const fans = move.from === 'delivered' && {
    fansOnly: 'access_without_objection' as const,
    fans: () => redo(pool, move),
  };
  return {
    ...fans,
    creator: {
      kind: 'delivery_sent_back',
      title: t`Your delivery was sent back`,
      body: sentences(
        t`The delivery of ${{ pool: nameOfPool(pool) }} was sent back.`,
        reasonSentence(pool, move.reason),
        pool.deliveryDueAt ? t`Deliver again by ${{ date: fullDate(pool.deliveryDueAt) }}.` : t`Deliver again.`,
        t`Payments stay held until then.`,
      ),
      ...workLink(pool),
    },
  };
}

function deliversAgain(pool: PoolRow): Text {
  const creator = creatorOf(pool);
  const date = pool.deliveryDueAt && fullDate(pool.deliveryDueAt);
  if (!creator)
    return date ? t`The creator has to deliver again by ${{ date }}.` : t`The creator has to deliver again.`;
  return date ? t`${{ creator }} has to deliver again by ${{ date }}.` : t`${{ creator }} has to deliver again.`;
}

/** For fans who paid. Fans whose objection was upheld get the answer to it instead. */
function redo(pool: PoolRow, move: PoolTransition): Notice {
  const creator = creatorOf(pool);
  return {
    kind: 'objection_upheld',
    title: creator ? t`${{ creator }} has to deliver again` : t`The creator has to deliver again`,
    body: sentences(
      t`An objection to the delivery of ${{ pool: nameOfPool(pool) }} was upheld.`,
      reasonSentence(pool, move.reason),
      deliversAgain(pool),
      t`Your payment stays held until then.`,
    ),
    ...poolLink(pool),
  };
}

function deliverySubmitted(pool: PoolRow): PoolNotices {
  const [name, creator] = [nameOfPool(pool), creatorOf(pool)];
  return {
    admins: {
      kind: 'delivery_submitted',
      title: t`A delivery is waiting for review`,
      body: creator ? t`${{ creator }} delivered ${{ pool: name }}.` : t`The creator delivered ${{ pool: name }}.`,
      href: '/admin/content-claims',
      poolId: pool.id,
      action: t`Review the delivery`,
    },
  };
}

function delivered(pool: PoolRow): PoolNotices {
  const creator = creatorOf(pool);
  const date = pool.quietUntil && fullDate(pool.quietUntil);
  const shared = {
    kind: 'delivered',
    title: creator ? t`${{ creator }} delivered` : t`The creator delivered`,
    ...pictureAndMeter(pool),
  } as const;
  return {
    fansOnly: 'access',
    followers: {
      ...shared,
      body: t`${{ pool: nameOfPool(pool) }} was delivered to everyone who paid for it.`,
      ...poolLink(pool),
    },
    fans: () => ({
      ...shared,
      body: sentences(
        t`${{ pool: nameOfPool(pool) }} is ready for you.`,
        date && t`If something is wrong with it, you can object until ${{ date }}. Your payment is held until then.`,
      ),
      href: pathOfPool(pool),
      poolId: pool.id,
      action: t`View the delivery`,
      push: deliveryPush,
    }),
    creator: {
      kind: 'delivery_approved',
      title: t`Your delivery was approved`,
      body: sentences(
        t`Everyone who paid for ${{ pool: nameOfPool(pool) }} can see it now.`,
        date && t`You’ll be paid after ${{ date }}, unless an objection is upheld.`,
      ),
      ...workLink(pool),
      ...pictureAndMeter(pool),
    },
  };
}

function completed(pool: PoolRow): PoolNotices {
  const paying = pool.payoutCents !== null;
  return {
    creator: {
      kind: 'completed',
      title: paying && !pool.payoutWaits ? t`Your payout is on its way` : t`Your pool is completed`,
      body: sentences(
        t`The quiet period for ${{ pool: nameOfPool(pool) }} has ended.`,
        paying ? payoutOf(pool, pool.payoutCents ?? 0) : t`After fees, nothing was left to pay out.`,
      ),
      ...workLink(pool),
    },
  };
}

/** With the condition of a payout that waits. */
function payoutOf({ payoutWaits, payoutHeld }: PoolRow, payoutCents: number): Text {
  const amount = formatMoney(payoutCents);
  if (!payoutWaits) return t`You’ll receive ${{ amount }}, which is the payments less fees.`;
  return payoutHeld
    ? t`You’ll receive ${{ amount }}, which is the payments less fees, once an admin releases your payouts.`
    : t`You’ll receive ${{ amount }}, which is the payments less fees, once your payouts are set up.`;
}
