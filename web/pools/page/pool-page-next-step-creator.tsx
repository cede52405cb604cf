import { payoutSetupSection } from '#contract/paths.ts';
import { accountWaitEnd, lapsedUnpayable } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
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
import { TextLink } from '#web/ui/link.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';

const nothingPaidOut = 'Everyone who paid is refunded in full, so you receive no payout.';

function whenOpen({ pool, responseWindow }: PoolFacts): NextStepText {
  return words(
    <>
      You can answer now. The pool has until {day(pool.deadline)} to reach {formatMoney(pool.fundingGoal)}. If it does,
      you then have {responseWindow} to accept or decline.
    </>,
    'No card is charged before you accept. If you don’t, every pledge is released.',
  );
}

function whenGoalMet({ pool }: PoolFacts): NextStepText {
  if (isAnsweredBelowGoal(pool)) {
    return words(
      <>
        The pool is below its goal again, at {formatMoney(pool.pledgedAmount)} of {formatMoney(pool.fundingGoal)}. You
        have until {day(pool.clocks.responseDueAt)} to accept the current amount or decline. Fans can still pledge and
        fill the gap.
      </>,
      'Cards are charged only after you accept. If you decline or don’t answer in time, every pledge is released.',
    );
  }
  return words(
    <>
      You have until {day(pool.clocks.responseDueAt ?? pool.deadline)} to accept or decline. Fans can still pledge,
      change their pledges or withdraw them.
    </>,
    'Cards are charged only after you accept. If you decline or don’t answer in time, every pledge is released.',
  );
}

function whenAccepted({ pool }: PoolFacts): NextStepText {
  const accountDueAt = accountWaitEnd(pool);
  if (accountDueAt && pool.creatorSuspended) {
    return words(
      <>You accepted. Your account is suspended, so cards wait until {day(accountDueAt)} at the latest.</>,
      'If the suspension lasts longer, the pool lapses: no card is charged and you owe nothing.',
    );
  }
  if (accountDueAt) {
    return words(
      <>
        You accepted. Cards are charged as soon as your payout account is ready.{' '}
        <TextLink to={payoutSetupSection}>Set up your payouts</TextLink> by {day(accountDueAt)}.
      </>,
      'If your account isn’t ready in time, the pool lapses: no card is charged and you owe nothing.',
    );
  }
  return words(
    <>
      You accepted. As soon as {formatMoney(pool.fundingGoal)} is pledged, by{' '}
      {day(pool.clocks.startDueAt ?? pool.deadline)} at the latest, cards are charged and you can start work.
      <span>
        {pool.terms && pool.terms.floorCents < pool.fundingGoal
          ? ' Once pledges reach your floor, you can start earlier from your dashboard.'
          : null}
      </span>
    </>,
    'Until then, fans can change or withdraw their pledges. If the goal is missed, no card is charged and you owe nothing.',
  );
}

function whenCollecting({ pool, paymentWindow }: PoolFacts): NextStepText {
  return words(
    <>
      Every card is being charged. Fans whose card is declined have {paymentWindow}, until{' '}
      {day(pool.clocks.paymentDueAt)}, to pay another way. Then you can start work.
    </>,
    'The money is held for this pool. It goes to you after your delivery, or back to the fans’ cards.',
  );
}

function whenShort({ pool }: PoolFacts): NextStepText {
  const paid = formatMoney(pool.currentAmount);
  return words(
    <>
      Some cards could not be charged: {paid} was paid. Decide by {day(pool.clocks.shortfallDueAt)} whether to go ahead
      with that amount.
    </>,
    `The ${paid} is held for this pool. If you don’t go ahead, everyone is refunded in full.`,
  );
}

function whenMade({ pool }: PoolFacts): NextStepText {
  const due = pool.clocks.deliveryDueAt;
  return words(
    <>
      Deliver by {day(due)}
      {due ? (
        <span>
          {' '}
          (<TimeLeft until={due} over="no time" /> left)
        </span>
      ) : null}
      <span>. Once everyone who paid has access, we notify them.</span>
    </>,
    `${formatMoney(pool.currentAmount)} is held for this pool. If you deliver nothing in time, everyone is refunded automatically.`,
  );
}

function whenDelivered({ pool, quietPeriod }: PoolFacts): NextStepText {
  return words(
    <>
      Everyone who paid can see your delivery. Until {day(pool.clocks.quietUntil)}, they can object if it isn’t what was
      requested.
    </>,
    `The money is held for this pool for ${quietPeriod} after the delivery. Then you are paid.`,
  );
}

function whenCompleted({ pool }: PoolFacts): NextStepText {
  const late = pool.allowsLatePledges ? ' Fans can still join: they pay now and get access right away.' : '';
  return words(
    `${delivered('You', pool)}${late}`,
    `${formatMoney(pool.currentAmount)} from ${count(pool.fanCount, 'fan')} is yours, minus the platform fee and card costs.`,
  );
}

function whenRefunded(facts: PoolFacts): NextStepText {
  const { pool } = facts;
  const from = pool.events.at(-1)?.from;
  const waited = waitedTooLong(pool);
  if (waited) return words(waited, nothingPaidOut);
  if (isTakenDown(pool)) return words('Your delivery was taken down after a copyright notice.', nothingPaidOut);
  if (from === 'delivered')
    return words(withReason('An objection to your delivery was upheld.', facts), nothingPaidOut);
  if (pool.endReason?.startsWith('The creator gave up')) return words('You gave up this pool.', nothingPaidOut);
  return words(
    from === 'shortfall' ? 'Too little was paid, and you chose not to go ahead.' : 'You did not deliver in time.',
    nothingPaidOut,
  );
}

/** The texts for the assigned creator, addressed as "you". */
export const nextWordsForCreator: Record<PoolStatus, (facts: PoolFacts) => NextStepText> = {
  in_review: () =>
    words(
      'We review every adult pool before it opens. You can answer once it is open.',
      'Pledging has not started, so no money is involved.',
    ),
  open: whenOpen,
  goal_met: whenGoalMet,
  accepted: whenAccepted,
  collecting: whenCollecting,
  shortfall: whenShort,
  in_production: whenMade,
  delivery_review: () =>
    words(
      'You delivered. We check that it’s what was requested, then everyone who paid gets access.',
      'The money is still held for this pool. Your delivery deadline is paused during the review.',
    ),
  delivered: whenDelivered,
  completed: whenCompleted,
  expired: ({ pool }) => words(<>The goal was not met by {day(pool.deadline)}.</>, notCharged),
  declined: (facts) => words(withReason('You declined.', facts, 'The reason you gave'), notCharged),
  lapsed: ({ pool }) =>
    words(
      lapsedUnpayable(pool)
        ? `You accepted, but your ${pool.endReason?.includes('not available') ? 'account was suspended' : 'payout account was not ready in time'}.`
        : 'You did not answer in time.',
      notCharged,
    ),
  cancelled: (facts) => words(waitedTooLong(facts.pool) || withReason('The pool was canceled.', facts), notCharged),
  refunded: whenRefunded,
  removed: (facts) =>
    words(
      withReason('This pool was removed by an admin.', facts),
      facts.pool.events.at(-1)?.from === 'completed'
        ? 'You keep what you were paid for your delivery.'
        : 'All money held for this pool is refunded in full, so you receive no payout.',
    ),
};
