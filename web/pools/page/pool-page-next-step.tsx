import { isCurrentPledge } from '#contract/pledges/pledge-status.ts';
import { accountWaitEnd, lapsedUnpayable } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import {
  day,
  delivered,
  isTakenDown,
  type NextStepText,
  notCharged,
  waitedTooLong,
  withReason,
  words,
} from '#web/pools/next-step-text.tsx';
import type { PoolFacts } from '#web/pools/pool-facts.ts';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { nextWordsForCreator } from './pool-page-next-step-creator.tsx';

/** Capitalizes "a creator" at the start of a sentence; a name keeps its spelling. */
const capital = (who: string) => (who === 'a creator' ? 'A creator' : who);

function whenOpen({ pool, who, responseWindow, assigned }: PoolFacts): NextStepText {
  let asked = `${who} then has ${responseWindow} to accept or decline`;
  if (!assigned) asked = pool.targetCreator ? `we then ask ${who} to accept or decline` : 'any creator can take it on';
  return words(
    <>
      The pool has until {day(pool.deadline)} to reach {formatMoney(pool.fundingGoal)}. If it does, {asked}.
    </>,
    `Your card is charged only if the goal is met and ${who} accepts. Otherwise every pledge is released, and no card is charged.`,
  );
}

function whyUnassigned({ targetCreator }: Pool, who: string): string {
  if (!targetCreator) return 'No creator has taken it on yet';
  if (targetCreator.status === 'unclaimed') return `${who} hasn’t joined yet. We are asking them`;
  return `Someone has claimed the profile of ${who}, and an admin reviews that before they can answer`;
}

function whenGoalMet({ pool, who, assigned }: PoolFacts): NextStepText {
  const until = day(pool.clocks.responseDueAt ?? pool.deadline);
  const money =
    'Cards are charged only after the creator accepts. A decline, or no answer in time, releases every pledge.';
  if (isAnsweredBelowGoal(pool)) {
    return words(
      <>
        The pool is below its goal again, at {formatMoney(pool.pledgedAmount)} of {formatMoney(pool.fundingGoal)}.{' '}
        {capital(who)} has until {until} to accept the current amount. You can still pledge and help to fill the gap.
      </>,
      money,
    );
  }
  if (assigned) {
    return words(
      <>
        {capital(who)} has until {until} to accept or decline. You can still pledge, change your pledge or withdraw it.
      </>,
      money,
    );
  }
  return words(
    <>
      {whyUnassigned(pool, who)}; there is time until {until}. You can still pledge, change your pledge or withdraw it.
    </>,
    money,
  );
}

function whenAccepted({ pool, who }: PoolFacts): NextStepText {
  const accountDueAt = accountWaitEnd(pool);
  if (accountDueAt) {
    return words(
      <>
        {capital(who)} has accepted. Cards are charged once {who} can be paid
        {pool.creatorSuspended ? ', by' : ': their payout account has until'} {day(accountDueAt)}
        {pool.creatorSuspended ? ' at the latest' : ' to be ready'}.
      </>,
      'Until then, you can change or withdraw your pledge. If that isn’t possible in time, no card is charged.',
    );
  }
  return words(
    <>
      {capital(who)} has accepted. As soon as {formatMoney(pool.fundingGoal)} is pledged or they go ahead with less, by{' '}
      {day(pool.clocks.startDueAt ?? pool.deadline)} at the latest, cards are charged and the work begins.
    </>,
    'Until then, you can change or withdraw your pledge. If neither happens, no card is charged.',
  );
}

function whenCollecting({ pool, who, paymentWindow }: PoolFacts): NextStepText {
  return words(
    <>
      Every card is being charged. Fans whose card is declined have {paymentWindow}, until{' '}
      {day(pool.clocks.paymentDueAt)}, to pay another way. Then {who} starts work.
    </>,
    'The money is held for this pool. It goes to the creator after the delivery, or back to your card.',
  );
}

function whenShort({ pool, who }: PoolFacts): NextStepText {
  const paid = formatMoney(pool.currentAmount);
  return words(
    <>
      Some cards could not be charged: {paid} was paid. {capital(who)} decides by {day(pool.clocks.shortfallDueAt)}{' '}
      whether to go ahead with that amount.
    </>,
    `The ${paid} is held for this pool. If they don’t go ahead, everyone is refunded in full.`,
  );
}

function whenMade({ pool, who }: PoolFacts): NextStepText {
  const due = pool.clocks.deliveryDueAt;
  return words(
    <>
      {capital(who)} is working on it and delivers by {day(due)}
      {due ? (
        <span>
          {' '}
          (<TimeLeft until={due} /> left)
        </span>
      ) : null}
      <span>. We notify everyone who paid once it’s here.</span>
    </>,
    `${formatMoney(pool.currentAmount)} is held for this pool. If nothing is delivered in time, everyone is refunded automatically.`,
  );
}

function whenDelivered({ pool, who, quietPeriod }: PoolFacts): NextStepText {
  return words(
    <>
      Everyone who paid can see the delivery. Until {day(pool.clocks.quietUntil)}, they can object if it isn’t what was
      requested.
    </>,
    `The money is held for this pool for ${quietPeriod} after the delivery. Then ${who} is paid.`,
  );
}

function whenCompleted({ pool, who }: PoolFacts): NextStepText {
  const paid = pool.myPledge !== null && isCurrentPledge(pool.myPledge.status);
  const late =
    pool.allowsLatePledges && pool.fundable && !paid
      ? ' You can still join: you pay now and get access right away.'
      : '';
  return words(
    `${delivered(capital(who), pool)}${late}`,
    `${formatMoney(pool.currentAmount)} from ${count(pool.fanCount, 'fan')} went to ${who}, minus the platform fee and card costs.`,
  );
}

/** For each status: the next step or the outcome, and the result for the money. */
const nextWords: Record<PoolStatus, (facts: PoolFacts) => NextStepText> = {
  in_review: () =>
    words(
      'We review every adult pool before it opens. That usually takes a day.',
      'Pledging has not started, so no money is involved.',
    ),
  open: whenOpen,
  goal_met: whenGoalMet,
  accepted: whenAccepted,
  collecting: whenCollecting,
  shortfall: whenShort,
  in_production: whenMade,
  delivery_review: ({ who }) =>
    words(
      `${capital(who)} has delivered. We check that it’s what was requested, then everyone who paid gets access.`,
      'The money is still held for this pool. The delivery deadline is paused during the review.',
    ),
  delivered: whenDelivered,
  completed: whenCompleted,
  expired: ({ pool }) => words(<>The goal was not met by {day(pool.deadline)}.</>, notCharged),
  declined: (facts) => words(withReason(`${capital(facts.who)} declined.`, facts), notCharged),
  lapsed: ({ pool, who, assigned }) =>
    lapsedUnpayable(pool)
      ? words(`${capital(who)} accepted, but could not be paid in time.`, notCharged)
      : words(
          assigned ? `${capital(who)} did not answer in time.` : 'No creator took the pool on in time.',
          notCharged,
        ),
  cancelled: (facts) => words(waitedTooLong(facts.pool) || withReason('The pool was canceled.', facts), notCharged),
  refunded: (facts) =>
    words(
      facts.pool.events.at(-1)?.from === 'delivered' && !isTakenDown(facts.pool) && !waitedTooLong(facts.pool)
        ? withReason('An objection to the delivery was upheld.', facts)
        : (facts.pool.endReason ?? 'The request was not delivered.'),
      'Everyone who paid is refunded in full, to the card they paid with. Banks take a few days to show it.',
    ),
  removed: (facts) =>
    words(
      withReason('This pool was removed by an admin.', facts),
      facts.pool.events.at(-1)?.from === 'completed'
        ? 'The money went to the creator after the delivery and is not refunded.'
        : 'All money held for this pool is refunded in full, and unpaid pledges are released.',
    ),
};

function whenFrozen({ pool }: PoolFacts): NextStepText {
  const paid = formatMoney(pool.currentAmount);
  return words(
    'An admin is reviewing this pool. Until then it takes no pledges, and every deadline is paused.',
    pool.currentAmount > 0
      ? `The ${paid} that was paid is held for this pool. No other card is charged, and no payout is sent.`
      : 'No card is charged while the pool is frozen.',
  );
}

/** The texts for the current reader; the assigned creator is addressed as "you". */
export function nextWordsOf(facts: PoolFacts): NextStepText {
  const { status, isAssignedCreator, frozen } = facts.pool;
  if (frozen) return whenFrozen(facts);
  return (isAssignedCreator ? nextWordsForCreator : nextWords)[status](facts);
}
