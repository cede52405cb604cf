import { type Message, msg, sentences, type Text, t, textOf } from '#contract/language/text.ts';
import { declineText } from '#contract/pledges/decline-text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { BackedPool, SavedCard } from '#contract/pledges/pledges.ts';
import { endedPoolStatuses } from '#contract/pools/pool-status.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate, timeLeft } from '#contract/values/time.ts';
import { withinTime } from '#contract/values/time-phrases.ts';
import type { Tone } from '#web/ui/display.tsx';
import { cardText } from './pledge-facts.ts';

const dayMs = 24 * 60 * 60_000;

type Words = readonly [label: Message, tone: Tone, meaning: (pledge: PledgeView) => Text];

/** The reason why the card was not charged. */
export function whyPaymentDue({ declineReason }: PledgeView): Text {
  return declineReason ? declineText(declineReason) : t`Your card could not be charged.`;
}

/** For a payment that is due while its pool is frozen. */
export const whileFrozen = ({ amountCents }: PledgeView) =>
  t`The pool is frozen, so your ${{ amount: formatMoney(amountCents) }} pledge isn’t due until an admin has reviewed it. Your time to pay is paused.`;

/** Why a payment that was due cannot be made now. The server refuses it while the pool is frozen, too late, and from a suspended fan. */
export function whyNotPayable(
  pledge: PledgeView,
  { isFrozen, isSuspended }: { isFrozen: boolean; isSuspended: boolean },
): { title: Text; text: Text } {
  if (isFrozen) return { title: t`Your card is not charged now`, text: whileFrozen(pledge) };
  const amount = formatMoney(pledge.amountCents);
  if (isSuspended) {
    const text = t`You can’t pay the ${{ amount }} while it is suspended. Nothing was charged.`;
    return { title: t`Your account is suspended`, text };
  }
  if (pledge.dueAt && timeLeft(pledge.dueAt)) return { title: t`You can’t pay now`, text: t`Nothing was charged.` };
  return { title: t`The time to pay is over`, text: t`The ${{ amount }} was not paid in time. Nothing was charged.` };
}

/** The next step after a decline, where the processor's reason leaves it open. */
export function howToSolve({ declineKind }: PledgeView): Text | '' {
  return declineKind === 'needs_action' ? t`The payment page takes you to your bank.` : '';
}

/** The saved card is charged without the bank's page; the other way opens the payment page. */
export type WayToPay = 'saved' | 'other';

/**
 * The ways to pay a pledge that is due, the most promising first. `card` is the newest saved card. A bank that asks for approval asks
 * again unless the fan pays on the payment page, and a card that was refused permanently is refused again.
 */
export function waysToPay(
  { amountCents, declineKind, card: used }: PledgeView,
  card: Pick<SavedCard, 'brand' | 'last4'> | undefined,
): { way: WayToPay; label: Text }[] {
  const amount = formatMoney(amountCents);
  if (declineKind === 'needs_action') return [{ way: 'other', label: t`Approve and pay ${{ amount }}` }];
  if (!card) return [{ way: 'other', label: t`Pay ${{ amount }}` }];
  const other = { way: 'other', label: t`Pay with another card` } as const;
  const isSame = used?.brand === card.brand && used.last4 === card.last4;
  if (declineKind === 'hard' && isSame)
    return [other, { way: 'saved', label: t`Try ${{ card: cardText(card) }} again` }];
  return [{ way: 'saved', label: t`Pay ${{ amount }} with ${{ card: cardText(card) }}` }, other];
}

/** For a pledge whose card expires before its pool can be collected. */
export function cardExpiryText({ card, cardExpiresOn }: PledgeView): Text | '' {
  if (!cardExpiresOn) return '';
  const named = card && cardText(card);
  const date = fullDate(cardExpiresOn);
  const hasExpired = Date.parse(cardExpiresOn) + dayMs <= Date.now();
  if (hasExpired)
    return named
      ? t`${{ card: named }} expired on ${{ date }}. Replace it, or this pledge cannot be charged.`
      : t`Your card expired on ${{ date }}. Replace it, or this pledge cannot be charged.`;
  return named
    ? t`${{ card: named }} expires on ${{ date }}, before it may be charged for this pool. Replace it to keep your pledge.`
    : t`Your card expires on ${{ date }}, before it may be charged for this pool. Replace it to keep your pledge.`;
}

/** For money that an upheld objection can still refund. */
export const deliveredUntil = (moment: string): Text =>
  t`Delivered. Held until ${{ date: fullDate(moment) }}, the last day to object.`;

/** Says that a part of a paid pledge was refunded; empty without one. Not "to your card" if some of it was paid in another way. */
export function partRefunded({ refundedCents, refundedOutside }: PledgeView): Text | '' {
  if (!refundedCents) return '';
  const amount = formatMoney(refundedCents);
  return refundedOutside ? t`${{ amount }} of it was refunded.` : t`${{ amount }} of it was refunded to your card.`;
}

/** As in `partRefunded`, "to your card" only if all of it went there. */
function refunded({ refundedAt, refundedOutside }: PledgeView): Text {
  if (!refundedAt) return refundedOutside ? t`Refunded.` : t`Refunded to your card.`;
  const date = fullDate(refundedAt);
  return refundedOutside ? t`Refunded on ${{ date }}.` : t`Refunded to your card on ${{ date }}.`;
}

/**
 * An unpaid pledge to a pool that was delivered. Its hosted page takes the money at once instead of saving a card. The pool is in production
 * again after an upheld objection.
 */
export const isUnpaidLate = ({ status, poolStatus }: PledgeView) =>
  status === 'setup_pending' && ['in_production', 'delivery_review', 'delivered', 'completed'].includes(poolStatus);

/** The consequence of paying an unpaid late pledge. */
export const lateCharge = msg`Your card is charged as soon as you pay, and you get access to the delivery.`;

const late: Words = [msg`Not paid yet`, 'accent', () => textOf(lateCharge)];

const paused: Words = [msg`Payment paused`, 'accent', whileFrozen];

/** Whether a listed pledge's payment waits until an admin has reviewed the frozen pool. */
export const isPaused = ({ status, pool }: DescribedPledge) =>
  pool?.frozen === true && (status === 'charging' || status === 'notified');

/** The place of a paid pledge's money. */
export function whereMoneyIs({ poolCompleted, objectUntil }: PledgeView): Text {
  if (poolCompleted) return t`Delivered, and the creator was paid.`;
  return objectUntil ? deliveredUntil(objectUntil) : t`Held for this pool until it is delivered.`;
}

/** The reason why a pledge ended without a charge. */
export function whyReleased({ poolStatus, poolCompleted }: PledgeView): Text {
  if (poolCompleted || poolStatus === 'delivered') return t`It was not paid before it ended.`;
  if (endedPoolStatuses.includes(poolStatus)) return t`The pool did not go ahead.`;
  return t`Your card was not saved in time, or the pool changed before that.`;
}

const words: Record<PledgeView['status'], Words> = {
  setup_pending: [
    msg`Card not saved yet`,
    'accent',
    () => t`Save a card so that this pledge counts. Nothing is charged now.`,
  ],
  pledged: [
    msg({ message: 'Pledged', context: 'status of a pledge' }),
    'plain',
    (pledge) => cardExpiryText(pledge) || t`Your card is charged only if the goal is met and the creator accepts.`,
  ],
  charging: [msg`Being charged`, 'accent', () => t`The creator accepted. Your card is being charged now.`],
  notified: [
    msg`Payment due`,
    'danger',
    (pledge) => {
      const leftMs = pledge.dueAt ? Date.parse(pledge.dueAt) - Date.now() : 0;
      return sentences(
        whyPaymentDue(pledge),
        leftMs > 0 ? t`Pay ${{ withinSomeDays: withinTime(leftMs) }}.` : t`Pay now.`,
      );
    },
  ],
  paid: [
    msg({ message: 'Paid', context: 'status of a pledge' }),
    'paid',
    (pledge) =>
      sentences(
        pledge.paidAt ? t`Paid on ${{ date: fullDate(pledge.paidAt) }}.` : t`Paid.`,
        partRefunded(pledge),
        whereMoneyIs(pledge),
      ),
  ],
  withdrawn: [
    msg({ message: 'Withdrawn', context: 'status of a pledge' }),
    'plain',
    () => t`You withdrew it. Nothing was charged.`,
  ],
  released: [
    msg({ message: 'Released', context: 'status of a pledge' }),
    'plain',
    (pledge) => sentences(whyReleased(pledge), t`Nothing was charged.`),
  ],
  dropped: [
    msg({ message: 'Dropped', context: 'status of a pledge' }),
    'plain',
    () => t`It was not paid in time. Nothing was charged.`,
  ],
  refund_pending: [
    msg`Refund on its way`,
    'accent',
    () => t`Your money is being refunded to your card. Banks take a few days to show it.`,
  ],
  refunded: [msg({ message: 'Refunded', context: 'status of a pledge' }), 'plain', refunded],
  disputed: [
    msg({ message: 'Disputed', context: 'status of a pledge' }),
    'danger',
    () => t`You disputed this charge with your bank. The bank decides.`,
  ],
  dispute_lost: [msg`Charged back`, 'plain', () => t`Your bank returned this payment to you.`],
};

function wordsFor(pledge: DescribedPledge): Words {
  if (isUnpaidLate(pledge)) return late;
  return isPaused(pledge) ? paused : words[pledge.status];
}

type DescribedPledge = PledgeView & { pool?: Pick<BackedPool, 'frozen'> | null };

/** The label and color of a pledge's status, and the result for the fan's money. */
export function describePledge(pledge: DescribedPledge): { label: Text; tone: Tone; meaning: Text } {
  const [label, tone, meaning] = wordsFor(pledge);
  return { label: textOf(label), tone, meaning: meaning(pledge) };
}
