import { formatMoney, formatMoneyExact } from '#contract/money.ts';
import { paymentPath } from '#contract/paths.ts';
import { fullDate } from '#contract/time.ts';
import type { PledgeRow, PoolRow } from './audience.sql.ts';
import { finalMoney } from './money-sentences.ts';
import { type Notice, nameOfPool, pathOfPool, paymentDuePush } from './notice.ts';

export interface Due {
  /** 0 at first, then counts the reminders. */
  reminder: number;
  /** When the saved card is tried once more without the fan; null if it is not. */
  nextTryAt: Date | null;
}

export function paymentDueNotice(pool: PoolRow, pledge: PledgeRow, { reminder, nextTryAt }: Due): Notice {
  const why = pledge.declineReason ? ` What the card's bank said: ${pledge.declineReason}` : '';
  return {
    kind: 'payment_due',
    title: reminder > 0 ? 'Your pledge is still unpaid' : 'Your pledge needs a payment',
    body: `Your card could not be charged ${formatMoney(pledge.amountCents)} for ${nameOfPool(pool)}.${why} ${howToPay(pool, pledge, nextTryAt)}`,
    href: paymentPath(pledge.id),
    action: 'Pay now',
    push: paymentDuePush,
  };
}

function howToPay({ frozen }: PoolRow, { dueAt }: PledgeRow, nextTryAt: Date | null): string {
  if (frozen) return 'The pool is on hold, so you can pay once it continues. Your time to pay stands still until then.';
  const until = dueAt ? ` until ${fullDate(dueAt)}` : '';
  const again = nextTryAt ? ` If you don't, we try your card once more on ${fullDate(nextTryAt)}.` : '';
  return `You can pay${until}.${again} A pledge that is still unpaid after that is dropped, and nothing is charged.`;
}

export function receiptNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'receipt',
    title: 'Receipt for your pledge',
    body: `${formatMoney(pledge.amountCents)} was charged for ${nameOfPool(pool)}. ${whereTheMoneyIs(pool, pledge)}`,
    href: pathOfPool(pool),
    action: 'Open the pool',
    facts: [
      ['Amount', formatMoneyExact(pledge.amountCents)],
      ['Date', fullDate(pledge.paidAt ?? new Date())],
      ['Fees for you', formatMoneyExact(0)],
      ['Reference', pledge.id],
    ],
  };
}

function whereTheMoneyIs(pool: PoolRow, pledge: PledgeRow): string {
  if (pledge.status !== 'paid') return finalMoney(pledge);
  const ready = "What was made is ready for you on the pool's page.";
  switch (pool.status) {
    case 'delivered':
      return pool.quietUntil
        ? `${ready} Your payment is held until ${fullDate(pool.quietUntil)}, in case something is wrong with it.`
        : ready;
    case 'completed':
      return `${ready} Your payment goes to the creator now.`;
    case 'removed':
      return 'The pool was removed after its delivery, so this payment is not refunded.';
    default:
      return 'It is held for this pool until the delivery; if there is none, you get all of it back.';
  }
}

export function refundNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'refunded',
    title: 'You got your money back',
    body: `${formatMoney(pledge.amountCents)} for ${nameOfPool(pool)} was refunded to the card it came from. Banks take a few days to show it.`,
    href: pathOfPool(pool),
    action: 'Open the pool',
    facts: [
      ['Refunded', formatMoneyExact(pledge.amountCents)],
      ['Reference', pledge.id],
    ],
  };
}

export function droppedNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'pledge_dropped',
    title: 'Your pledge was dropped',
    body: `The time to pay ${formatMoney(pledge.amountCents)} for ${nameOfPool(pool)} is over. Nothing was charged.`,
    href: pathOfPool(pool),
    action: 'Open the pool',
  };
}
