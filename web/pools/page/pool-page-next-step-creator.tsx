import { msg, plural, sentenceSpace, sentences, type Text, t } from '#contract/language/text.ts';
import { payoutSetupSection } from '#contract/paths.ts';
import { accountWaitEnd, lapsedUnpayable } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
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
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Day, RemainingTime } from '#web/ui/time-left.tsx';

const nothingPaidOut = () => t`Everyone who paid is refunded in full, so you receive no payout.`;

function whenOpen({ pool, responseWindow }: PoolFacts): NextStepText {
  return words(
    dated(
      msg`You can answer now. The pool has until <day/> to reach ${{ goal: formatMoney(pool.fundingGoal) }}. If it does, you then have ${{ time: responseWindow }} to accept or decline.`,
      pool.deadline,
    ),
    t`No card is charged before you accept. If you don’t, every pledge is released.`,
  );
}

function whenGoalMet({ pool }: PoolFacts): NextStepText {
  if (isAnsweredBelowGoal(pool)) {
    return words(
      dated(
        msg`The pool is below its goal again, at ${{ amount: formatMoney(pool.pledgedAmount) }} of ${{ goal: formatMoney(pool.fundingGoal) }}. You have until <day/> to accept the current amount or decline. Fans can still pledge and fill the gap.`,
        pool.clocks.responseDueAt,
      ),
      t`Cards are charged only after you accept. If you decline or don’t answer in time, every pledge is released.`,
    );
  }
  return words(
    dated(
      msg`You have until <day/> to accept or decline. Fans can still pledge, change their pledges or withdraw them.`,
      pool.clocks.responseDueAt ?? pool.deadline,
    ),
    t`Cards are charged only after you accept. If you decline or don’t answer in time, every pledge is released.`,
  );
}

function whenAccepted({ pool }: PoolFacts): NextStepText {
  const accountDueAt = accountWaitEnd(pool);
  if (accountDueAt && pool.creatorSuspended) {
    return words(
      dated(msg`You accepted. Your account is suspended, so cards wait until <day/> at the latest.`, accountDueAt),
      t`If the suspension lasts longer, the pool lapses: no card is charged and you owe nothing.`,
    );
  }
  if (accountDueAt) {
    return words(
      <RichText
        text={msg`You accepted. Cards are charged as soon as your payout account is ready. <link>Set up your payouts</link> by <day/>.`}
        tags={{
          link: (text) => <TextLink to={payoutSetupSection}>{text}</TextLink>,
          day: () => <Day at={accountDueAt} />,
        }}
      />,
      t`If your account isn’t ready in time, the pool lapses: no card is charged and you owe nothing.`,
    );
  }
  return words(
    <>
      {dated(
        msg`You accepted. As soon as ${{ goal: formatMoney(pool.fundingGoal) }} is pledged, by <day/> at the latest, cards are charged and you can start work.`,
        pool.clocks.startDueAt ?? pool.deadline,
      )}
      {sentenceSpace()}
      <span>
        {pool.terms && pool.terms.floorCents < pool.fundingGoal
          ? t`Once pledges reach your floor, you can start earlier from your dashboard.`
          : null}
      </span>
    </>,
    t`Until then, fans can change or withdraw their pledges. If the goal is missed, no card is charged and you owe nothing.`,
  );
}

function whenCollecting({ pool, paymentWindow }: PoolFacts): NextStepText {
  return words(
    dated(
      msg`Every card is being charged. Fans whose card is declined have ${{ time: paymentWindow }}, until <day/>, to pay another way. Then you can start work.`,
      pool.clocks.paymentDueAt,
    ),
    t`The money is held for this pool. It goes to you after your delivery, or back to the fans’ cards.`,
  );
}

function whenShort({ pool }: PoolFacts): NextStepText {
  const amount = formatMoney(pool.currentAmount);
  return words(
    dated(
      msg`Some cards could not be charged: ${{ amount }} was paid. Decide by <day/> whether to go ahead with that amount.`,
      pool.clocks.shortfallDueAt,
    ),
    t`The ${{ amount }} is held for this pool. If you don’t go ahead, everyone is refunded in full.`,
  );
}

function whenMade({ pool }: PoolFacts): NextStepText {
  const due = pool.clocks.deliveryDueAt;
  return words(
    due ? (
      <RichText
        text={msg`Deliver by <day/> (<time/>). Once everyone who paid has access, we notify them.`}
        tags={{ day: () => <Day at={due} />, time: () => <RemainingTime until={due} /> }}
      />
    ) : (
      t`Deliver by the due date. Once everyone who paid has access, we notify them.`
    ),
    t`${{ amount: formatMoney(pool.currentAmount) }} is held for this pool. If you deliver nothing in time, everyone is refunded automatically.`,
  );
}

function whenDelivered({ pool, forQuietPeriod }: PoolFacts): NextStepText {
  return words(
    dated(
      msg`Everyone who paid can see your delivery. Until <day/>, they can object if it isn’t what was requested.`,
      pool.clocks.quietUntil,
    ),
    t`The money is held for this pool ${{ forSomeDays: forQuietPeriod }} after the delivery. Then you are paid.`,
  );
}

function whenCompleted({ pool }: PoolFacts): NextStepText {
  return words(
    sentences(
      wasRedone(pool) ? t`You delivered.` : t`You delivered, and no objection was upheld.`,
      pool.allowsLatePledges ? t`Fans can still join: they pay now and get access right away.` : '',
    ),
    t`${{ amount: formatMoney(pool.currentAmount) }} from ${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })} is yours, minus the platform fee and card costs.`,
  );
}

function whenRefunded(facts: PoolFacts): NextStepText {
  const { pool } = facts;
  const from = pool.events.at(-1)?.from;
  const waited = waitedTooLong(pool);
  if (waited) return words(waited, nothingPaidOut());
  if (isTakenDown(pool)) return words(t`Your delivery was taken down after a copyright notice.`, nothingPaidOut());
  if (from === 'delivered')
    return words(withReason(t`An objection to your delivery was upheld.`, facts), nothingPaidOut());
  if (pool.endReason?.startsWith('The creator gave up')) return words(t`You gave up this pool.`, nothingPaidOut());
  return words(
    from === 'shortfall' ? t`Too little was paid, and you chose not to go ahead.` : t`You did not deliver in time.`,
    nothingPaidOut(),
  );
}

function whyLapsed(pool: Pool): Text {
  if (!lapsedUnpayable(pool)) return t`You did not answer in time.`;
  return pool.endReason?.includes('not available')
    ? t`You accepted, but your account was suspended.`
    : t`You accepted, but your payout account was not ready in time.`;
}

/** The texts for the assigned creator, addressed as "you". */
export const nextWordsForCreator: Record<PoolStatus, (facts: PoolFacts) => NextStepText> = {
  in_review: () =>
    words(
      t`We review every adult pool before it opens. You can answer once it is open.`,
      t`Pledging has not started, so no money is involved.`,
    ),
  open: whenOpen,
  goal_met: whenGoalMet,
  accepted: whenAccepted,
  collecting: whenCollecting,
  shortfall: whenShort,
  in_production: whenMade,
  delivery_review: () =>
    words(
      t`You delivered. We check that it’s what was requested, then everyone who paid gets access.`,
      t`The money is still held for this pool. Your delivery deadline is paused during the review.`,
    ),
  delivered: whenDelivered,
  completed: whenCompleted,
  expired: ({ pool }) => words(dated(msg`The goal was not met by <day/>.`, pool.deadline), notCharged()),
  declined: (facts) => words(withReason(t`You declined.`, facts, true), notCharged()),
  lapsed: ({ pool }) => words(whyLapsed(pool), notCharged()),
  cancelled: (facts) => words(waitedTooLong(facts.pool) || withReason(t`The pool was canceled.`, facts), notCharged()),
  refunded: whenRefunded,
  removed: (facts) =>
    words(
      withReason(t`This pool was removed by an admin.`, facts),
      facts.pool.events.at(-1)?.from === 'completed'
        ? t`You keep what you were paid for your delivery.`
        : t`All money held for this pool is refunded in full, so you receive no payout.`,
    ),
};
