import { paymentPath } from '#contract/paths.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { finalMoney } from './money-sentences.ts';
import {
  asSentence,
  creatorOf,
  type Notice,
  nameOfPool,
  pathOfPool,
  paymentDuePush,
  pictureAndMeter,
} from './notice.ts';
import type { CardRow, PledgeRow, PoolRow } from './notice-pools.sql.ts';

const cardName = (brand: string, last4: string) => `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending ${last4}`;

/** The email that confirms a pledge. The app shows the same on the page after the card page. */
export function placedNotice(pool: PoolRow, { amountCents, cardBrand, cardLast4 }: PledgeRow): Notice {
  const amount = formatMoney(amountCents);
  const goal = formatMoney(pool.goalCents);
  const facts: [string, string][] = [['Your pledge', formatMoneyExact(amountCents)]];
  if (cardBrand && cardLast4) facts.push(['Card', cardName(cardBrand, cardLast4)]);
  const isMet = pool.pledgedCents >= pool.goalCents;
  return {
    kind: 'pledge_placed',
    title: 'Your pledge is in',
    body: `You pledged ${amount} to ${nameOfPool(pool)}. Nothing is charged now.`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'Open the pool',
    mailOnly: true,
    figure: { amount, label: 'pledged, not charged' },
    ...pictureAndMeter(pool),
    facts,
    steps: [
      isMet
        ? `Pledges have reached the goal of ${goal}.`
        : `Pledges reach ${goal} by ${fullDate(pool.deadline)}, or the creator goes ahead with less.`,
      pool.assignedCreatorId ? `${creatorOf(pool, 'The creator')} accepts.` : 'A creator takes it on and accepts.',
      `Only then is your card charged ${amount}. If either does not happen, you pay nothing.`,
    ],
  };
}

export interface Due {
  /** The number of the reminder; 0 is the first notice. */
  reminder: number;
  /** When the saved card is charged again automatically; null if it is not. */
  cardRetryAt: Date | null;
}

export function paymentDueNotice(pool: PoolRow, pledge: PledgeRow, { reminder, cardRetryAt }: Due): Notice {
  const approve = pledge.declineKind === 'needs_action';
  const first = approve ? 'Approve the payment for your pledge' : 'Payment due for your pledge';
  return {
    kind: 'payment_due',
    title: reminder > 0 ? 'Your pledge is still unpaid' : first,
    body: `Your card couldn’t be charged ${formatMoney(pledge.amountCents)} for ${nameOfPool(pool)}. ${whatToDo(pledge)}${howToPay(pool, pledge, cardRetryAt)}`,
    href: paymentPath(pledge.id),
    poolId: pool.id,
    action: approve ? 'Approve and pay' : 'Pay now',
    ...pictureAndMeter(pool),
    push: paymentDuePush,
  };
}

/** The processor's reason, which says what to do. Banks approve a payment only while the fan is on the payment page. */
function whatToDo({ declineReason, declineKind }: PledgeRow): string {
  const reason = declineReason ? `${asSentence(declineReason)} ` : '';
  return declineKind === 'needs_action'
    ? `${reason}Pay on our site, and approve it in your bank’s app or by text. `
    : reason;
}

function howToPay({ frozen }: PoolRow, { dueAt }: PledgeRow, cardRetryAt: Date | null): string {
  if (frozen) return 'The pool is on hold. You can pay once it continues, and your time to pay is paused until then.';
  const until = dueAt ? ` until ${fullDate(dueAt)}` : '';
  const again = cardRetryAt ? ` If you don’t, we’ll try your card once more on ${fullDate(cardRetryAt)}.` : '';
  return `You can pay${until}.${again} After that, an unpaid pledge is dropped and nothing is charged.`;
}

/** The pool may be collected after the last day of the card. */
export function cardExpiringNotice(pool: PoolRow, pledge: PledgeRow, { brand, last4, lastDay }: CardRow): Notice {
  const card = `Your ${cardName(brand, last4)}`;
  const over = new Date(`${lastDay}T23:59:59Z`).getTime() < Date.now();
  const expiry = over ? `expired on ${fullDate(lastDay)}` : `expires on ${fullDate(lastDay)}`;
  const after = over
    ? `so a charge for ${nameOfPool(pool)} would fail`
    : `and it may be charged for ${nameOfPool(pool)} after that`;
  return {
    kind: 'card_expiring',
    title: over ? 'Your card has expired' : 'Your card is about to expire',
    body: `${card} ${expiry}, ${after}. Replace it to keep your ${formatMoney(pledge.amountCents)} pledge. Nothing is charged now.`,
    href: paymentPath(pledge.id),
    poolId: pool.id,
    action: 'Replace card',
  };
}

export function receiptNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'receipt',
    title: 'Receipt for your pledge',
    body: `You were charged ${formatMoney(pledge.amountCents)} for ${nameOfPool(pool)}. ${whereTheMoneyIs(pool, pledge)}`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'Open the pool',
    figure: {
      amount: formatMoneyExact(pledge.amountCents),
      label: `charged on ${fullDate(pledge.paidAt ?? new Date())}`,
    },
    ...pictureAndMeter(pool),
    facts: [
      ['For', nameOfPool(pool)],
      ['Amount', formatMoneyExact(pledge.amountCents)],
      ['Date', fullDate(pledge.paidAt ?? new Date())],
      ['Your fees', formatMoneyExact(0)],
      ['Reference', pledge.id],
    ],
  };
}

function whereTheMoneyIs(pool: PoolRow, pledge: PledgeRow): string {
  if (pledge.status !== 'paid') return finalMoney(pledge);
  const ready = 'The delivery is ready on the pool’s page.';
  switch (pool.status) {
    case 'delivered':
      return pool.quietUntil
        ? `${ready} Your payment is held until ${fullDate(pool.quietUntil)}, in case you object.`
        : ready;
    case 'completed':
      return `${ready} Your payment now goes to the creator.`;
    case 'removed':
      return `The pool was removed after its delivery, so this payment is not refunded.${pool.keepsDelivery ? ' You can still open the delivery.' : ''}`;
    default:
      return 'Your payment is held for this pool until the delivery. If nothing is delivered, you’ll be refunded in full.';
  }
}

export function refundNotice(pool: PoolRow, pledge: PledgeRow, amountCents = pledge.amountCents): Notice {
  return {
    kind: 'refunded',
    title: 'Your pledge was refunded',
    body: `We refunded ${formatMoney(amountCents)} for ${nameOfPool(pool)} to the card you paid with. Your bank may take a few days to show it.`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'Open the pool',
    facts: [
      ['Refunded', formatMoneyExact(amountCents)],
      ['Reference', pledge.id],
    ],
  };
}

export const lateEndedNotice = (pool: PoolRow, pledge: PledgeRow): Notice =>
  lateReleased(pool, pledge, `The creator of ${nameOfPool(pool)} deleted their account`);

export const lateTakenBackNotice = (pool: PoolRow, pledge: PledgeRow): Notice =>
  lateReleased(pool, pledge, `We couldn’t confirm who the creator of ${nameOfPool(pool)} is`);

export const lateWithheldNotice = (pool: PoolRow, pledge: PledgeRow): Notice =>
  lateReleased(pool, pledge, `The delivery of ${nameOfPool(pool)} is disabled after a copyright notice`);

/** The fan may have paid just before the payment page closed. */
function lateReleased(pool: PoolRow, pledge: PledgeRow, why: string): Notice {
  const amount = formatMoney(pledge.amountCents);
  return {
    kind: 'pledge_dropped',
    title: 'Your pledge was released',
    body: `${why}, so the pool takes no more pledges. Your ${amount} pledge was released. If you’ve already paid, you’ll be refunded in full.`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'Open the pool',
  };
}

export function poolChangedNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'pledge_dropped',
    title: 'Your pledge was released',
    body: `${nameOfPool(pool)} changed before your card was saved, so your ${formatMoney(pledge.amountCents)} pledge was released. Nothing was charged. Read the pool again before you pledge.`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'Open the pool',
  };
}

export function ownRequestNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'pledge_dropped',
    title: 'Your pledge was released',
    body: `${nameOfPool(pool)} now asks you as its creator, and creators can’t fund their own requests. So your ${formatMoney(pledge.amountCents)} pledge was released. Nothing was charged.`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'Open the request',
  };
}

export function suspendedDropNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    ...droppedNotice(pool, pledge),
    body: `Your account is suspended, so we didn’t charge your card. Your ${formatMoney(pledge.amountCents)} pledge to ${nameOfPool(pool)} was dropped.`,
  };
}

export function droppedNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'pledge_dropped',
    title: 'Your pledge was dropped',
    body: `Your ${formatMoney(pledge.amountCents)} pledge to ${nameOfPool(pool)} was not paid in time. Nothing was charged.`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'Open the pool',
  };
}
