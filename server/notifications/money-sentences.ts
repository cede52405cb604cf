import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { creatorOf } from './notice.ts';
import type { PledgeRow, PoolRow } from './notice-pools.sql.ts';

/** Says what an accepted pool still waits for: its goal, or a creator who can be paid. */
function moneyAhead(pool: PoolRow, pledge: PledgeRow | undefined): string {
  const card = pledge ? `You’ll be charged ${formatMoney(pledge.amountCents)}` : 'Cards will be charged';
  if (pool.accountDueAt)
    return `${card} once ${creatorOf(pool)} can be paid. If that isn’t possible by ${fullDate(pool.accountDueAt)}, nothing is charged.`;
  const when = `as soon as pledges reach the goal of ${formatMoney(pool.goalCents)}, or earlier if the creator goes ahead with less`;
  return `${card} ${when}. If neither happens by ${fullDate(pool.deadline)}, nothing is charged.`;
}

/**
 * States the effect of the creator's acceptance on a fan's card, from the current state of pool and pledge. Without a pledge it speaks
 * about everyone's cards.
 */
export function moneyOnAcceptance(pool: PoolRow, pledge: PledgeRow | undefined): string {
  if (pool.status === 'accepted' && (!pledge || pledge.status === 'pledged')) return moneyAhead(pool, pledge);
  const why = pool.belowGoal ? 'The creator accepted the amount pledged so far' : 'The goal is met';
  if (!pledge)
    return `${why}, so ${pool.status === 'collecting' ? 'cards are being charged now' : 'cards were charged'}.`;
  const amount = formatMoney(pledge.amountCents);
  switch (pledge.status) {
    case 'charging':
      return pool.frozen
        ? `${why}. Your card will be charged ${amount} once the pool is no longer on hold.`
        : `${why}, so your card is being charged ${amount} now.`;
    case 'paid':
      return `${why}, and your card was charged ${amount}.`;
    case 'notified':
      return `${why}, but your card couldn’t be charged ${amount}. A separate message explains how to pay.`;
    default:
      return `${why}. ${finalMoney(pledge)}`;
  }
}

/** States what happened to a fan's money once the pledge or its pool has ended. */
export function finalMoney(pledge: PledgeRow): string {
  const amount = formatMoney(pledge.amountCents);
  switch (pledge.status) {
    case 'charging':
      return `A charge of ${amount} to your card was in progress. If it goes through, you’ll be refunded in full.`;
    // Only a completed pool ends with paid pledges, because its money was released.
    case 'paid':
      return `The ${amount} you paid went to the creator after the delivery and is not refunded.`;
    case 'refund_pending':
      return `The ${amount} charged to your card is being refunded in full. A separate message will confirm it.`;
    case 'refunded':
      return `The ${amount} charged to your card was refunded in full.`;
    case 'disputed':
      return `You disputed the charge of ${amount}, so your bank will decide.`;
    case 'dispute_lost':
      return `You disputed the charge of ${amount}, and your bank returned the money to you.`;
    default:
      return 'Your card was not charged.';
  }
}
