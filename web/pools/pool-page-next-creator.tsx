import { formatMoney } from '#contract/money.ts';
import type { PoolStatus } from '#contract/pools.ts';
import { count } from '#contract/time.ts';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { day, type NextWords, notCharged, withReason, words } from './next-words.tsx';
import type { PoolFacts } from './pool-facts.ts';

const nothingPaidOut = 'Everyone who paid is paid back in full, so nothing is paid out to you.';

function whenOpen({ pool, responseWindow }: PoolFacts): NextWords {
  return words(
    <>
      You can answer now. The pool has until {day(pool.deadline)} to reach {formatMoney(pool.fundingGoal)}; if it does,
      you then have {responseWindow} to say yes or no.
    </>,
    'No card is charged before you accept. If you do not, every card is released.',
  );
}

function whenGoalMet({ pool }: PoolFacts): NextWords {
  return words(
    <>
      You have until {day(pool.clocks.responseDueAt ?? pool.deadline)} to say yes or no. Fans can still join, change
      their pledges or withdraw them.
    </>,
    'Cards are charged only after your yes. A no, or no answer in time, releases every card.',
  );
}

function whenAccepted({ pool }: PoolFacts): NextWords {
  return words(
    <>
      You said yes. As soon as {formatMoney(pool.fundingGoal)} is pledged, by {day(pool.deadline)} at the latest, cards
      are charged and your work begins.
    </>,
    'Until then fans can change or withdraw their pledges. If the goal is missed, nobody is charged and you owe nothing.',
  );
}

function whenCollecting({ pool, paymentWindow }: PoolFacts): NextWords {
  return words(
    <>
      Every card is being charged. Fans whose card is declined have {paymentWindow}, until{' '}
      {day(pool.clocks.paymentDueAt)}, to pay another way. Then your work begins.
    </>,
    'What is paid is held for this pool. It goes to you only after your delivery, or back to the fans.',
  );
}

function whenShort({ pool }: PoolFacts): NextWords {
  const paid = formatMoney(pool.currentAmount);
  return words(
    <>
      Some cards could not be charged: {paid} was paid. Decide by {day(pool.clocks.shortfallDueAt)} whether you go ahead
      with it.
    </>,
    `The ${paid} is held for this pool. If you do not go ahead, everyone is paid back in full.`,
  );
}

function whenMade({ pool }: PoolFacts): NextWords {
  const due = pool.clocks.deliveryDueAt;
  return words(
    <>
      Deliver by {day(due)}
      {due ? (
        <>
          {' '}
          (<TimeLeft until={due} over="no time" /> left)
        </>
      ) : null}
      . Everyone who paid is told once your delivery was checked.
    </>,
    `${formatMoney(pool.currentAmount)} is held for this pool. If you deliver nothing in time, everyone is paid back by itself.`,
  );
}

function whenDelivered({ pool, quietPeriod }: PoolFacts): NextWords {
  return words(
    <>
      Everyone who paid can see it. Until {day(pool.clocks.quietUntil)} they can object if it is not what was asked for.
    </>,
    `The money stays held for this pool during these ${quietPeriod}. Then you are paid.`,
  );
}

function whenCompleted({ pool }: PoolFacts): NextWords {
  const late = pool.allowsLatePledges ? ' Fans can still join: they pay at once and see it at once.' : '';
  return words(
    `You delivered and nobody objected in time.${late}`,
    `${formatMoney(pool.currentAmount)} from ${count(pool.fanCount, 'fan')} is yours, less the fee and the card costs.`,
  );
}

function whenRefunded(facts: PoolFacts): NextWords {
  const { pool } = facts;
  const from = pool.events.at(-1)?.from;
  if (from === 'delivered')
    return words(withReason('An objection to your delivery was upheld.', facts), nothingPaidOut);
  if (pool.endReason?.startsWith('The creator gave up')) return words('You gave up this pool.', nothingPaidOut);
  return words(
    from === 'shortfall' ? 'Too little was paid, and you did not go ahead with it.' : 'You delivered nothing in time.',
    nothingPaidOut,
  );
}

/** The same as the words for everyone else, to the creator whose answer, work and payout they are about. */
export const nextWordsForCreator: Record<PoolStatus, (facts: PoolFacts) => NextWords> = {
  in_review: () =>
    words(
      'We look at every pool for adults before it opens. You can answer once it is open.',
      'Nobody can pledge yet, so no money is involved.',
    ),
  open: whenOpen,
  goal_met: whenGoalMet,
  accepted: whenAccepted,
  collecting: whenCollecting,
  shortfall: whenShort,
  in_production: whenMade,
  delivery_review: () =>
    words(
      'You handed it in. We check that it is what was asked for, then everyone who paid gets it.',
      'The money is still held for this pool. Your delivery date stands still while we look.',
    ),
  delivered: whenDelivered,
  completed: whenCompleted,
  expired: ({ pool }) => words(<>The goal was not met by {day(pool.deadline)}.</>, notCharged),
  declined: (facts) => words(withReason('You declined.', facts, 'The reason you gave'), notCharged),
  lapsed: () => words('You did not answer in time.', notCharged),
  cancelled: (facts) => words(withReason('The pool was cancelled.', facts), notCharged),
  refunded: whenRefunded,
  removed: (facts) =>
    words(
      withReason('This pool was removed by an admin.', facts),
      facts.pool.events.at(-1)?.from === 'completed'
        ? 'What was paid for your delivery stays yours.'
        : 'Whatever was held is paid back in full, so nothing is paid out to you.',
    ),
};
