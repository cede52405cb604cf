import { formatMoney } from '#contract/money.ts';
import type { PoolStatus } from '#contract/pools.ts';
import { count } from '#contract/time.ts';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { day, type NextWords, notCharged, withReason, words } from './next-words.tsx';
import type { PoolFacts } from './pool-facts.ts';
import { nextWordsForCreator } from './pool-page-next-creator.tsx';

/** At the start of a sentence; a name keeps its own spelling. */
const capital = (who: string) => (who === 'a creator' ? 'A creator' : who);

function whenOpen({ pool, who, responseWindow, assigned }: PoolFacts): NextWords {
  let asked = `${who} then has ${responseWindow} to say yes or no`;
  if (!assigned) asked = pool.targetCreator ? `we then ask ${who} to say yes or no` : 'any creator can take it on';
  return words(
    <>
      The pool has until {day(pool.deadline)} to reach {formatMoney(pool.fundingGoal)}. If it does, {asked}.
    </>,
    `No card is charged before the goal is met and ${who} has accepted. If either does not happen, every card is released.`,
  );
}

function whenGoalMet({ pool, who, assigned }: PoolFacts): NextWords {
  const until = day(pool.clocks.responseDueAt ?? pool.deadline);
  const money = 'Cards are charged only after a yes. A no, or no answer in time, releases every card.';
  if (assigned) {
    return words(
      <>
        {capital(who)} has until {until} to say yes or no. You can still join, change your pledge or withdraw it.
      </>,
      money,
    );
  }
  return words(
    <>
      {pool.targetCreator ? `${who} is not on board yet. We are asking` : 'No creator has taken it on yet'}; there is
      time until {until}. You can still join, change your pledge or withdraw it.
    </>,
    money,
  );
}

function whenAccepted({ pool, who }: PoolFacts): NextWords {
  return words(
    <>
      {capital(who)} has said yes. As soon as {formatMoney(pool.fundingGoal)} is pledged, by {day(pool.deadline)} at the
      latest, cards are charged and the work begins.
    </>,
    'Until then you can change or withdraw your pledge. If the goal is missed, nobody is charged.',
  );
}

function whenCollecting({ pool, who, paymentWindow }: PoolFacts): NextWords {
  return words(
    <>
      Every card is being charged. Where a card is declined, its owner has {paymentWindow}, until{' '}
      {day(pool.clocks.paymentDueAt)}, to pay another way. Then {who} begins.
    </>,
    'What is paid is held for this pool. It goes to the creator only after the delivery, or back to you.',
  );
}

function whenShort({ pool, who }: PoolFacts): NextWords {
  const paid = formatMoney(pool.currentAmount);
  return words(
    <>
      Some cards could not be charged: {paid} was paid. {capital(who)} decides by {day(pool.clocks.shortfallDueAt)}{' '}
      whether to go ahead with it.
    </>,
    `The ${paid} is held for this pool. If they do not go ahead, everyone is paid back in full.`,
  );
}

function whenMade({ pool, who }: PoolFacts): NextWords {
  const due = pool.clocks.deliveryDueAt;
  return words(
    <>
      {capital(who)} is working on it and delivers by {day(due)}
      {due ? (
        <>
          {' '}
          (<TimeLeft until={due} /> left)
        </>
      ) : null}
      . Everyone who paid is told at once.
    </>,
    `${formatMoney(pool.currentAmount)} is held for this pool. If nothing is delivered in time, everyone is paid back by itself.`,
  );
}

function whenDelivered({ pool, who, quietPeriod }: PoolFacts): NextWords {
  return words(
    <>
      Everyone who paid can see it. Until {day(pool.clocks.quietUntil)} they can object if it is not what was asked for.
    </>,
    `The money stays held for this pool during these ${quietPeriod}. Then ${who} is paid.`,
  );
}

function whenCompleted({ pool, who }: PoolFacts): NextWords {
  const late = pool.allowsLatePledges ? ' You can still join: you pay at once and see it at once.' : '';
  return words(
    `${capital(who)} delivered and nobody objected in time.${late}`,
    `${formatMoney(pool.currentAmount)} from ${count(pool.fanCount, 'fan')} went to ${who}, less the fee and the card costs.`,
  );
}

/** What comes next in each state, or how it ended, and what becomes of the money. */
const nextWords: Record<PoolStatus, (facts: PoolFacts) => NextWords> = {
  in_review: () =>
    words(
      'We look at every pool for adults before it opens. That usually takes a day.',
      'Nobody can pledge yet, so no money is involved.',
    ),
  open: whenOpen,
  goal_met: whenGoalMet,
  accepted: whenAccepted,
  collecting: whenCollecting,
  shortfall: whenShort,
  in_production: whenMade,
  delivery_review: ({ who }) =>
    words(
      `${capital(who)} has handed it in. We check that it is what was asked for, then everyone who paid gets it.`,
      'The money is still held for this pool. The delivery date stands still while we look.',
    ),
  delivered: whenDelivered,
  completed: whenCompleted,
  expired: ({ pool }) => words(<>The goal was not met by {day(pool.deadline)}.</>, notCharged),
  declined: (facts) => words(withReason(`${capital(facts.who)} declined.`, facts), notCharged),
  lapsed: ({ who, assigned }) =>
    words(assigned ? `${capital(who)} did not answer in time.` : 'No creator took the pool on in time.', notCharged),
  cancelled: (facts) => words(withReason('The pool was cancelled.', facts), notCharged),
  refunded: (facts) =>
    words(
      facts.pool.events.at(-1)?.from === 'delivered'
        ? withReason('An objection to the delivery was upheld.', facts)
        : (facts.pool.endReason ?? 'What was asked for was not delivered.'),
      'Everyone who paid is paid back in full, to the card they paid with. Banks take a few days to show it.',
    ),
  removed: (facts) =>
    words(
      withReason('This pool was removed by an admin.', facts),
      facts.pool.events.at(-1)?.from === 'completed'
        ? 'What was paid went to the creator after the delivery and is not paid back.'
        : 'Whatever was held is paid back in full, and all cards are released.',
    ),
};

/** What comes next for whoever reads it: the creator who is asked is spoken to. */
export function nextWordsOf(facts: PoolFacts): NextWords {
  const { status, isAssignedCreator } = facts.pool;
  return (isAssignedCreator ? nextWordsForCreator : nextWords)[status](facts);
}
