import { formatMoney } from '#contract/money.ts';
import { fullDate } from '#contract/time.ts';
import type { PledgeRow, PoolRow } from './audience.sql.ts';

/** What the creator's yes means for a fan's card, as pool and pledge stand now; without a pledge, for everyone's cards. */
export function moneyOnAcceptance(pool: PoolRow, pledge: PledgeRow | undefined): string {
  if (pool.status === 'accepted' && (!pledge || pledge.status === 'pledged')) {
    const card = pledge ? `Your card is charged ${formatMoney(pledge.amountCents)}` : 'Cards are charged';
    const goal = `as soon as pledges reach the goal of ${formatMoney(pool.goalCents)}`;
    return `${card} ${goal}. If they don't by ${fullDate(pool.deadline)}, nothing is charged.`;
  }
  const why = pool.belowGoal ? 'The creator takes what is pledged so far' : 'The goal is met';
  if (!pledge)
    return `${why}, so ${pool.status === 'collecting' ? 'cards are being charged now' : 'cards were charged'}.`;
  const amount = formatMoney(pledge.amountCents);
  switch (pledge.status) {
    case 'charging':
      return pool.frozen
        ? `${why}. Your card is charged ${amount} once the pool is no longer on hold.`
        : `${why}, so your card is being charged ${amount} now.`;
    case 'paid':
      return `${why}, and your card was charged ${amount}.`;
    case 'notified':
      return `${why}, but your card could not be charged ${amount}. A separate message says how to pay.`;
    default:
      return `${why}. ${finalMoney(pledge)}`;
  }
}

/** What became of a fan's money once a pledge or its pool has ended. */
export function finalMoney(pledge: PledgeRow): string {
  const amount = formatMoney(pledge.amountCents);
  switch (pledge.status) {
    case 'charging':
      return `Your card was being charged ${amount}. If that goes through, you get all of it back.`;
    // Only a pool that was completed ends with paid pledges: its money was released.
    case 'paid':
      return `The ${amount} you paid went to the creator after the delivery and is not refunded.`;
    case 'refund_pending':
      return `The ${amount} charged to your card goes back to it in full. A separate message confirms it.`;
    case 'refunded':
      return `The ${amount} charged to your card was refunded in full.`;
    case 'disputed':
      return `You disputed the charge of ${amount}, so your bank decides about it.`;
    case 'dispute_lost':
      return `You disputed the charge of ${amount}, and your bank gave it back to you.`;
    default:
      return 'Your card was not charged.';
  }
}
