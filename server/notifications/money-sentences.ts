import { sentences, type Text, t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { creatorOf } from './notice.ts';
import type { PledgeRow, PoolRow } from './notice-pools.sql.ts';

function oncePayable(creator: Text | null, amount: Text | undefined): Text {
  if (!amount)
    return creator
      ? t`Cards will be charged once ${{ creator }} can be paid.`
      : t`Cards will be charged once the creator can be paid.`;
  return creator
    ? t`You’ll be charged ${{ amount }} once ${{ creator }} can be paid.`
    : t`You’ll be charged ${{ amount }} once the creator can be paid.`;
}

/** Says what an accepted pool still waits for: its goal, or a creator who can be paid. */
function moneyAhead(pool: PoolRow, pledge: PledgeRow | undefined): Text {
  const amount = pledge && formatMoney(pledge.amountCents);
  if (pool.accountDueAt) {
    return sentences(
      oncePayable(creatorOf(pool), amount),
      t`If that isn’t possible by ${{ date: fullDate(pool.accountDueAt) }}, nothing is charged.`,
    );
  }
  const goal = formatMoney(pool.goalCents);
  return sentences(
    amount
      ? t`You’ll be charged ${{ amount }} as soon as pledges reach the goal of ${{ goal }}, or earlier if the creator goes ahead with less.`
      : t`Cards will be charged as soon as pledges reach the goal of ${{ goal }}, or earlier if the creator goes ahead with less.`,
    t`If neither happens by ${{ date: fullDate(pool.deadline) }}, nothing is charged.`,
  );
}

/**
 * States the effect of the creator's acceptance on a fan's card, from the current state of pool and pledge. Without a pledge it speaks
 * about everyone's cards.
 */
export function moneyOnAcceptance(pool: PoolRow, pledge: PledgeRow | undefined): Text {
  if (pool.status === 'accepted' && (!pledge || pledge.status === 'pledged')) return moneyAhead(pool, pledge);
  if (!pledge) return moneyOfEveryone(pool);
  const { belowGoal } = pool;
  const amount = formatMoney(pledge.amountCents);
  const why = belowGoal ? t`The creator accepted the amount pledged so far.` : t`The goal is met.`;
  switch (pledge.status) {
    case 'charging':
      if (pool.frozen)
        return sentences(why, t`Your card will be charged ${{ amount }} once the pool is no longer on hold.`);
      return belowGoal
        ? t`The creator accepted the amount pledged so far, so your card is being charged ${{ amount }} now.`
        : t`The goal is met, so your card is being charged ${{ amount }} now.`;
    case 'paid':
      return belowGoal
        ? t`The creator accepted the amount pledged so far, and your card was charged ${{ amount }}.`
        : t`The goal is met, and your card was charged ${{ amount }}.`;
    case 'notified':
      return sentences(
        belowGoal
          ? t`The creator accepted the amount pledged so far, but your card couldn’t be charged ${{ amount }}.`
          : t`The goal is met, but your card couldn’t be charged ${{ amount }}.`,
        t`A separate message explains how to pay.`,
      );
    default:
      return sentences(why, finalMoney(pledge));
  }
}

function moneyOfEveryone({ belowGoal, status }: PoolRow): Text {
  if (status === 'collecting')
    return belowGoal
      ? t`The creator accepted the amount pledged so far, so cards are being charged now.`
      : t`The goal is met, so cards are being charged now.`;
  return belowGoal
    ? t`The creator accepted the amount pledged so far, so cards were charged.`
    : t`The goal is met, so cards were charged.`;
}

/** States what happened to a fan's money once the pledge or its pool has ended. */
export function finalMoney(pledge: PledgeRow): Text {
  const amount = formatMoney(pledge.amountCents);
  switch (pledge.status) {
    case 'charging':
      return t`A charge of ${{ amount }} to your card was in progress. If it goes through, you’ll be refunded in full.`;
    // Only a completed pool ends with paid pledges, because its money was released.
    case 'paid':
      return t`The ${{ amount }} you paid went to the creator after the delivery and is not refunded.`;
    case 'refund_pending':
      return t`The ${{ amount }} charged to your card is being refunded in full. A separate message will confirm it.`;
    case 'refunded':
      return t`The ${{ amount }} charged to your card was refunded in full.`;
    case 'disputed':
      return t`You disputed the charge of ${{ amount }}, so your bank will decide.`;
    case 'dispute_lost':
      return t`You disputed the charge of ${{ amount }}, and your bank returned the money to you.`;
    default:
      return t`Your card was not charged.`;
  }
}
