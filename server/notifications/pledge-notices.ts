import { formatMoney, formatMoneyExact } from '#contract/money.ts';
import { paymentPath } from '#contract/paths.ts';
import { fullDate } from '#contract/time.ts';
import type { PledgeRow, PoolRow } from './audience.sql.ts';
import { duePush, type Notice, nameOfPool, pathOfPool } from './notice.ts';

export function paymentDueNotice(pool: PoolRow, pledge: PledgeRow, reminder: number): Notice {
  const until = pledge.dueAt ? ` until ${fullDate(pledge.dueAt)}` : '';
  const why = pledge.declineReason ? ` What the card's bank said: ${pledge.declineReason}` : '';
  return {
    kind: 'payment_due',
    title: reminder > 0 ? 'Your pledge is still unpaid' : 'Your pledge needs a payment',
    body: `Your card could not be charged ${formatMoney(pledge.amountCents)} for ${nameOfPool(pool)}.${why} You can pay${until}; after that your pledge is dropped and nothing is charged.`,
    href: paymentPath(pledge.id),
    action: 'Pay now',
    push: duePush,
  };
}

export function receiptNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'receipt',
    title: 'Receipt for your pledge',
    body: `${formatMoney(pledge.amountCents)} was charged for ${nameOfPool(pool)}. It is held for this pool until the delivery; if there is none, you get all of it back.`,
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
