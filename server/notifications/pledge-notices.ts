import { sentences, type Text, t, verbatim } from '#contract/language/text.ts';
import { paymentPath } from '#contract/paths.ts';
import { declineText } from '#contract/pledges/decline-text.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { finalMoney } from './money-sentences.ts';
import { creatorOf, type Notice, nameOfPool, pathOfPool, paymentDuePush, pictureAndMeter, poolLink } from './notice.ts';
import type { CardRow, PledgeRow, PoolRow } from './notice-pools.sql.ts';

const cardName = (brand: string, last4: string): Text =>
  t`${{ cardBrand: `${brand.charAt(0).toUpperCase()}${brand.slice(1)}` }} ending ${{ lastDigits: last4 }}`;

function whoAccepts(pool: PoolRow): Text {
  if (!pool.assignedCreatorId) return t`A creator takes it on and accepts.`;
  const creator = creatorOf(pool);
  return creator ? t`${{ creator }} accepts.` : t`The creator accepts.`;
}

/** The email that confirms a pledge. The app shows the same on the page after the card page. */
export function placedNotice(pool: PoolRow, { amountCents, cardBrand, cardLast4 }: PledgeRow): Notice {
  const amount = formatMoney(amountCents);
  const goal = formatMoney(pool.goalCents);
  const facts: [Text, Text][] = [[t`Your pledge`, formatMoneyExact(amountCents)]];
  if (cardBrand && cardLast4) facts.push([t`Card`, cardName(cardBrand, cardLast4)]);
  return {
    kind: 'pledge_placed',
    title: t`Your pledge is in`,
    body: t`You pledged ${{ amount }} to ${{ pool: nameOfPool(pool) }}. Nothing is charged now.`,
    ...poolLink(pool),
    mailOnly: true,
    figure: { amount, label: t`pledged, not charged` },
    ...pictureAndMeter(pool),
    facts,
    steps: [
      pool.pledgedCents >= pool.goalCents
        ? t`Pledges have reached the goal of ${{ goal }}.`
        : t`Pledges reach ${{ goal }} by ${{ date: fullDate(pool.deadline) }}, or the creator goes ahead with less.`,
      whoAccepts(pool),
      t`Only then is your card charged ${{ amount }}. If either does not happen, you pay nothing.`,
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
  const first = approve ? t`Approve the payment for your pledge` : t`Payment due for your pledge`;
  return {
    kind: 'payment_due',
    title: reminder > 0 ? t`Your pledge is still unpaid` : first,
    body: sentences(
      t`Your card couldn’t be charged ${{ amount: formatMoney(pledge.amountCents) }} for ${{ pool: nameOfPool(pool) }}.`,
      whatToDo(pledge),
      howToPay(pool, pledge, cardRetryAt),
    ),
    href: paymentPath(pledge.id),
    poolId: pool.id,
    action: approve ? t`Approve and pay` : t`Pay now`,
    ...pictureAndMeter(pool),
    push: paymentDuePush,
  };
}

/** The processor's reason, which says what to do. Banks approve a payment only while the fan is on the payment page. */
function whatToDo({ declineReason, declineKind }: PledgeRow): Text {
  return sentences(
    declineReason ? declineText(declineReason) : '',
    declineKind === 'needs_action' ? t`Pay on our site, and approve it in your bank’s app or by text.` : '',
  );
}

function howToPay({ frozen }: PoolRow, { dueAt }: PledgeRow, cardRetryAt: Date | null): Text {
  if (frozen) return t`The pool is on hold. You can pay once it continues, and your time to pay is paused until then.`;
  return sentences(
    dueAt ? t`You can pay until ${{ date: fullDate(dueAt) }}.` : t`You can pay.`,
    cardRetryAt && t`If you don’t, we’ll try your card once more on ${{ date: fullDate(cardRetryAt) }}.`,
    t`After that, an unpaid pledge is dropped and nothing is charged.`,
  );
}

/** The pool may be collected after the last day of the card. */
export function cardExpiringNotice(pool: PoolRow, pledge: PledgeRow, { brand, last4, lastDay }: CardRow): Notice {
  const words = { card: cardName(brand, last4), date: fullDate(lastDay), pool: nameOfPool(pool) };
  const isOver = new Date(`${lastDay}T23:59:59Z`).getTime() < Date.now();
  return {
    kind: 'card_expiring',
    title: isOver ? t`Your card has expired` : t`Your card is about to expire`,
    body: sentences(
      isOver ? hasExpired(words) : willExpire(words),
      t`Replace it to keep your ${{ amount: formatMoney(pledge.amountCents) }} pledge.`,
      t`Nothing is charged now.`,
    ),
    href: paymentPath(pledge.id),
    poolId: pool.id,
    action: t`Replace card`,
  };
}

interface ExpiryWords {
  card: Text;
  date: Text;
  pool: Text;
}

const hasExpired = ({ card, date, pool }: ExpiryWords): Text =>
  t`Your ${{ card }} expired on ${{ date }}, so a charge for ${{ pool }} would fail.`;

const willExpire = ({ card, date, pool }: ExpiryWords): Text =>
  t`Your ${{ card }} expires on ${{ date }}, and it may be charged for ${{ pool }} after that.`;

export function receiptNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'receipt',
    title: t`Receipt for your pledge`,
    body: sentences(
      t`You were charged ${{ amount: formatMoney(pledge.amountCents) }} for ${{ pool: nameOfPool(pool) }}.`,
      whereTheMoneyIs(pool, pledge),
    ),
    ...poolLink(pool),
    figure: {
      amount: formatMoneyExact(pledge.amountCents),
      label: t`charged on ${{ date: fullDate(pledge.paidAt ?? new Date()) }}`,
    },
    ...pictureAndMeter(pool),
    facts: [
      [t({ message: 'For', context: 'the pool that a payment is for' }), nameOfPool(pool)],
      [t`Amount`, formatMoneyExact(pledge.amountCents)],
      [t`Date`, fullDate(pledge.paidAt ?? new Date())],
      [t`Your fees`, formatMoneyExact(0)],
      [t`Reference`, verbatim(pledge.id)],
    ],
  };
}

function whereTheMoneyIs(pool: PoolRow, pledge: PledgeRow): Text {
  if (pledge.status !== 'paid') return finalMoney(pledge);
  const ready = t`The delivery is ready on the pool’s page.`;
  switch (pool.status) {
    case 'delivered':
      return pool.quietUntil
        ? sentences(ready, t`Your payment is held until ${{ date: fullDate(pool.quietUntil) }}, in case you object.`)
        : ready;
    case 'completed':
      return sentences(ready, t`Your payment now goes to the creator.`);
    case 'removed':
      return sentences(
        t`The pool was removed after its delivery, so this payment is not refunded.`,
        pool.keepsDelivery ? t`You can still open the delivery.` : '',
      );
    default:
      return t`Your payment is held for this pool until the delivery. If nothing is delivered, you’ll be refunded in full.`;
  }
}

export function refundNotice(pool: PoolRow, pledge: PledgeRow, amountCents = pledge.amountCents): Notice {
  return {
    kind: 'refunded',
    title: t`Your pledge was refunded`,
    body: sentences(
      t`We refunded ${{ amount: formatMoney(amountCents) }} for ${{ pool: nameOfPool(pool) }} to the card you paid with.`,
      t`Your bank may take a few days to show it.`,
    ),
    ...poolLink(pool),
    facts: [
      [t({ message: 'Refunded', context: 'label of an amount' }), formatMoneyExact(amountCents)],
      [t`Reference`, verbatim(pledge.id)],
    ],
  };
}

export const lateEndedNotice = (pool: PoolRow, pledge: PledgeRow): Notice =>
  lateReleased(
    pool,
    pledge,
    t`The creator of ${{ pool: nameOfPool(pool) }} deleted their account, so the pool takes no more pledges.`,
  );

export const lateTakenBackNotice = (pool: PoolRow, pledge: PledgeRow): Notice =>
  lateReleased(
    pool,
    pledge,
    t`We couldn’t confirm who the creator of ${{ pool: nameOfPool(pool) }} is, so the pool takes no more pledges.`,
  );

export const lateWithheldNotice = (pool: PoolRow, pledge: PledgeRow): Notice =>
  lateReleased(
    pool,
    pledge,
    t`The delivery of ${{ pool: nameOfPool(pool) }} is disabled after a copyright notice, so the pool takes no more pledges.`,
  );

/** The fan may have paid just before the payment page closed. */
function lateReleased(pool: PoolRow, pledge: PledgeRow, why: Text): Notice {
  return {
    kind: 'pledge_dropped',
    title: t`Your pledge was released`,
    body: sentences(
      why,
      t`Your ${{ amount: formatMoney(pledge.amountCents) }} pledge was released. If you’ve already paid, you’ll be refunded in full.`,
    ),
    ...poolLink(pool),
  };
}

export function poolChangedNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'pledge_dropped',
    title: t`Your pledge was released`,
    body: t`${{ pool: nameOfPool(pool) }} changed before your card was saved, so your ${{ amount: formatMoney(pledge.amountCents) }} pledge was released. Nothing was charged. Read the pool again before you pledge.`,
    ...poolLink(pool),
  };
}

export function ownRequestNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'pledge_dropped',
    title: t`Your pledge was released`,
    body: t`${{ pool: nameOfPool(pool) }} now asks you as its creator, and creators can’t fund their own requests. So your ${{ amount: formatMoney(pledge.amountCents) }} pledge was released. Nothing was charged.`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: t`Open the request`,
  };
}

export function suspendedDropNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    ...droppedNotice(pool, pledge),
    body: t`Your account is suspended, so we didn’t charge your card. Your ${{ amount: formatMoney(pledge.amountCents) }} pledge to ${{ pool: nameOfPool(pool) }} was dropped.`,
  };
}

export function droppedNotice(pool: PoolRow, pledge: PledgeRow): Notice {
  return {
    kind: 'pledge_dropped',
    title: t`Your pledge was dropped`,
    body: t`Your ${{ amount: formatMoney(pledge.amountCents) }} pledge to ${{ pool: nameOfPool(pool) }} was not paid in time. Nothing was charged.`,
    ...poolLink(pool),
  };
}
