import type { ReactElement } from 'react';
import { msg, plural, sentenceSpace, sentences, type Text, t } from '#contract/language/text.ts';
import { isCurrentPledge } from '#contract/pledges/pledge-status.ts';
import { reasonText } from '#contract/pools/end-reasons.ts';
import { accountWaitEnd, lapsedUnpayable } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import {
  dated,
  isTakenDown,
  type NextStepText,
  notCharged,
  waitedTooLong,
  wasRedone,
  withReason,
  words,
} from '#web/pools/next-step-text.tsx';
import type { PoolFacts } from '#web/pools/pool-facts.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { Day, RemainingTime } from '#web/ui/time-left.tsx';
import { nextWordsForCreator } from './pool-page-next-step-creator.tsx';

/** The sentence about the time after the goal is met. */
function onceMet({ pool, creator, responseWindow, assigned }: PoolFacts): Text {
  if (assigned) return t`If it does, ${{ creator }} then has ${{ time: responseWindow }} to accept or decline.`;
  return pool.targetCreator
    ? t`If it does, we then ask ${{ creator }} to accept or decline.`
    : t`If it does, any creator can take it on.`;
}

function whenOpen(facts: PoolFacts): NextStepText {
  const { pool, name: creator } = facts;
  return words(
    <>
      {dated(msg`The pool has until <day/> to reach ${{ goal: formatMoney(pool.fundingGoal) }}.`, pool.deadline)}
      {sentenceSpace()}
      {onceMet(facts)}
    </>,
    creator
      ? t`Your card is charged only if the goal is met and ${{ creator }} accepts. Otherwise every pledge is released, and no card is charged.`
      : t`Your card is charged only if the goal is met and a creator accepts. Otherwise every pledge is released, and no card is charged.`,
  );
}

function whenUnassigned({ pool: { targetCreator, clocks, deadline }, creator }: PoolFacts): ReactElement {
  const until = clocks.responseDueAt ?? deadline;
  if (!targetCreator)
    return dated(
      msg`No creator has taken it on yet; there is time until <day/>. You can still pledge, change your pledge or withdraw it.`,
      until,
    );
  if (targetCreator.status === 'unclaimed')
    return dated(
      msg`${{ creator }} hasn’t joined yet. We are asking them; there is time until <day/>. You can still pledge, change your pledge or withdraw it.`,
      until,
    );
  return dated(
    msg`Someone has claimed the profile of ${{ creator }}, and an admin reviews that before they can answer; there is time until <day/>. You can still pledge, change your pledge or withdraw it.`,
    until,
  );
}

function whenGoalMet(facts: PoolFacts): NextStepText {
  const { pool, creator, assigned } = facts;
  const until = pool.clocks.responseDueAt ?? pool.deadline;
  const money = t`Cards are charged only after the creator accepts. A decline, or no answer in time, releases every pledge.`;
  if (isAnsweredBelowGoal(pool)) {
    return words(
      dated(
        msg`The pool is below its goal again, at ${{ amount: formatMoney(pool.pledgedAmount) }} of ${{ goal: formatMoney(pool.fundingGoal) }}. ${{ creator }} has until <day/> to accept the current amount. You can still pledge and help to fill the gap.`,
        until,
      ),
      money,
    );
  }
  if (!assigned) return words(whenUnassigned(facts), money);
  return words(
    dated(
      msg`${{ creator }} has until <day/> to accept or decline. You can still pledge, change your pledge or withdraw it.`,
      until,
    ),
    money,
  );
}

function whenAccepted({ pool, creator }: PoolFacts): NextStepText {
  const accountDueAt = accountWaitEnd(pool);
  if (accountDueAt) {
    return words(
      <>
        {t`${{ creator }} has accepted.`}
        {sentenceSpace()}
        {dated(
          pool.creatorSuspended
            ? msg`Cards are charged once ${{ creator }} can be paid, by <day/> at the latest.`
            : msg`Cards are charged once ${{ creator }} can be paid: their payout account has until <day/> to be ready.`,
          accountDueAt,
        )}
      </>,
      t`Until then, you can change or withdraw your pledge. If that isn’t possible in time, no card is charged.`,
    );
  }
  return words(
    dated(
      msg`${{ creator }} has accepted. As soon as ${{ goal: formatMoney(pool.fundingGoal) }} is pledged or they go ahead with less, by <day/> at the latest, cards are charged and the work begins.`,
      pool.clocks.startDueAt ?? pool.deadline,
    ),
    t`Until then, you can change or withdraw your pledge. If neither happens, no card is charged.`,
  );
}

function whenCollecting({ pool, creator, paymentWindow }: PoolFacts): NextStepText {
  return words(
    dated(
      msg`Every card is being charged. Fans whose card is declined have ${{ time: paymentWindow }}, until <day/>, to pay another way. Then ${{ creator }} starts work.`,
      pool.clocks.paymentDueAt,
    ),
    t`The money is held for this pool. It goes to the creator after the delivery, or back to your card.`,
  );
}

function whenShort({ pool, creator }: PoolFacts): NextStepText {
  const amount = formatMoney(pool.currentAmount);
  return words(
    dated(
      msg`Some cards could not be charged: ${{ amount }} was paid. ${{ creator }} decides by <day/> whether to go ahead with that amount.`,
      pool.clocks.shortfallDueAt,
    ),
    t`The ${{ amount }} is held for this pool. If they don’t go ahead, everyone is refunded in full.`,
  );
}

function whenMade({ pool, creator }: PoolFacts): NextStepText {
  const due = pool.clocks.deliveryDueAt;
  return words(
    due ? (
      <RichText
        text={msg`${{ creator }} is working on it and delivers by <day/> (<time/>). We notify everyone who paid once it’s here.`}
        tags={{ day: () => <Day at={due} />, time: () => <RemainingTime until={due} /> }}
      />
    ) : (
      t`${{ creator }} is working on it and delivers by the due date. We notify everyone who paid once it’s here.`
    ),
    t`${{ amount: formatMoney(pool.currentAmount) }} is held for this pool. If nothing is delivered in time, everyone is refunded automatically.`,
  );
}

function whenDelivered({ pool, creator, forQuietPeriod }: PoolFacts): NextStepText {
  return words(
    dated(
      msg`Everyone who paid can see the delivery. Until <day/>, they can object if it isn’t what was requested.`,
      pool.clocks.quietUntil,
    ),
    t`The money is held for this pool ${{ forSomeDays: forQuietPeriod }} after the delivery. Then ${{ creator }} is paid.`,
  );
}

function whenCompleted({ pool, creator }: PoolFacts): NextStepText {
  const paid = pool.myPledge !== null && isCurrentPledge(pool.myPledge.status);
  const canJoin = pool.allowsLatePledges && pool.fundable && !paid;
  return words(
    sentences(
      wasRedone(pool) ? t`${{ creator }} delivered.` : t`${{ creator }} delivered, and no objection was upheld.`,
      canJoin ? t`You can still join: you pay now and get access right away.` : '',
    ),
    t`${{ amount: formatMoney(pool.currentAmount) }} from ${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })} went to ${{ creator }}, minus the platform fee and card costs.`,
  );
}

/** For each status: the next step or the outcome, and the result for the money. */
const nextWords: Record<PoolStatus, (facts: PoolFacts) => NextStepText> = {
  in_review: () =>
    words(
      t`We review every adult pool before it opens. That usually takes a day.`,
      t`Pledging has not started, so no money is involved.`,
    ),
  open: whenOpen,
  goal_met: whenGoalMet,
  accepted: whenAccepted,
  collecting: whenCollecting,
  shortfall: whenShort,
  in_production: whenMade,
  delivery_review: ({ creator }) =>
    words(
      t`${{ creator }} has delivered. We check that it’s what was requested, then everyone who paid gets access.`,
      t`The money is still held for this pool. The delivery deadline is paused during the review.`,
    ),
  delivered: whenDelivered,
  completed: whenCompleted,
  expired: ({ pool }) => words(dated(msg`The goal was not met by <day/>.`, pool.deadline), notCharged()),
  declined: (facts) => words(withReason(t`${{ creator: facts.creator }} declined.`, facts), notCharged()),
  lapsed: ({ pool, creator, assigned }) =>
    lapsedUnpayable(pool)
      ? words(t`${{ creator }} accepted, but could not be paid in time.`, notCharged())
      : words(
          assigned ? t`${{ creator }} did not answer in time.` : t`No creator took the pool on in time.`,
          notCharged(),
        ),
  cancelled: (facts) => words(waitedTooLong(facts.pool) || withReason(t`The pool was canceled.`, facts), notCharged()),
  refunded: (facts) =>
    words(
      facts.pool.events.at(-1)?.from === 'delivered' && !isTakenDown(facts.pool) && !waitedTooLong(facts.pool)
        ? withReason(t`An objection to the delivery was upheld.`, facts)
        : facts.pool.endReason
          ? reasonText(facts.pool.endReason)
          : t`The request was not delivered.`,
      t`Everyone who paid is refunded in full, to the card they paid with. Banks take a few days to show it.`,
    ),
  removed: (facts) =>
    words(
      withReason(t`This pool was removed by an admin.`, facts),
      facts.pool.events.at(-1)?.from === 'completed'
        ? t`The money went to the creator after the delivery and is not refunded.`
        : t`All money held for this pool is refunded in full, and unpaid pledges are released.`,
    ),
};

function whenFrozen({ pool }: PoolFacts): NextStepText {
  const amount = formatMoney(pool.currentAmount);
  return words(
    t`An admin is reviewing this pool. Until then it takes no pledges, and every deadline is paused.`,
    pool.currentAmount > 0
      ? t`The ${{ amount }} that was paid is held for this pool. No other card is charged, and no payout is sent.`
      : t`No card is charged while the pool is frozen.`,
  );
}

/** The texts for the current reader; the assigned creator is addressed as "you". */
export function nextWordsOf(facts: PoolFacts): NextStepText {
  const { status, isAssignedCreator, frozen } = facts.pool;
  if (frozen) return whenFrozen(facts);
  return (isAssignedCreator ? nextWordsForCreator : nextWords)[status](facts);
}
