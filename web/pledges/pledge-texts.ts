import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { BackedPool, SavedCard } from '#contract/pledges/pledges.ts';
import { endedPoolStatuses } from '#contract/pools/pool-status.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate, timeLeft } from '#contract/values/time.ts';
import type { Tone } from '#web/ui/display.tsx';
import { cardText } from './pledge-facts.ts';

const dayMs = 24 * 60 * 60_000;

type Words = readonly [label: string, tone: Tone, meaning: (pledge: PledgeView) => string];

/** The reason why the card was not charged. The processor's text may or may not end with a period. */
export function whyPaymentDue({ declineReason }: PledgeView): string {
  return declineReason ? `${declineReason.replace(/[.\s]+$/, '')}.` : 'Your card could not be charged.';
}

/** For a payment that is due while its pool is frozen. */
export const whileFrozen = ({ amountCents }: PledgeView) =>
  `The pool is frozen, so your ${formatMoney(amountCents)} pledge isn’t due until an admin has reviewed it. Your time to pay is paused.`;

/** Why a payment that was due cannot be made now. The server refuses it while the pool is frozen, too late, and from a suspended fan. */
export function whyNotPayable(
  pledge: PledgeView,
  { isFrozen, isSuspended }: { isFrozen: boolean; isSuspended: boolean },
): { title: string; text: string } {
  if (isFrozen) return { title: 'Your card is not charged now', text: whileFrozen(pledge) };
  const amount = formatMoney(pledge.amountCents);
  if (isSuspended) {
    const text = `You can’t pay the ${amount} while it is suspended. Nothing was charged.`;
    return { title: 'Your account is suspended', text };
  }
  if (pledge.dueAt && timeLeft(pledge.dueAt)) return { title: 'You can’t pay now', text: 'Nothing was charged.' };
  return { title: 'The time to pay is over', text: `The ${amount} was not paid in time. Nothing was charged.` };
}

/** The next step after a decline, where the processor's reason leaves it open. */
export function howToSolve({ declineKind }: PledgeView): string {
  return declineKind === 'needs_action' ? 'The payment page takes you to your bank.' : '';
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
): { way: WayToPay; label: string }[] {
  const amount = formatMoney(amountCents);
  if (declineKind === 'needs_action') return [{ way: 'other', label: `Approve and pay ${amount}` }];
  if (!card) return [{ way: 'other', label: `Pay ${amount}` }];
  const other = { way: 'other', label: 'Pay with another card' } as const;
  const isSame = used?.brand === card.brand && used.last4 === card.last4;
  if (declineKind === 'hard' && isSame) return [other, { way: 'saved', label: `Try ${cardText(card)} again` }];
  return [{ way: 'saved', label: `Pay ${amount} with ${cardText(card)}` }, other];
}

/** For a pledge whose card expires before its pool can be collected. */
export function cardExpiryText({ card, cardExpiresOn }: PledgeView): string {
  const name = card ? cardText(card) : 'Your card';
  if (!cardExpiresOn) return '';
  const hasExpired = Date.parse(cardExpiresOn) + dayMs <= Date.now();
  if (hasExpired) return `${name} expired on ${fullDate(cardExpiresOn)}. Replace it, or this pledge cannot be charged.`;
  return `${name} expires on ${fullDate(cardExpiresOn)}, before it may be charged for this pool. Replace it to keep your pledge.`;
}

/** For money that an upheld objection can still refund. */
export const deliveredUntil = (moment: string) => `Delivered. Held until ${fullDate(moment)}, the last day to object.`;

const day = (moment: string | null) => (moment ? ` on ${fullDate(moment)}` : '');

/** Empty if a part of the refund was paid in another way. */
export const toCard = ({ refundedOutside }: Pick<PledgeView, 'refundedOutside'>) =>
  refundedOutside ? '' : ' to your card';

/** Says that a part of a paid pledge was refunded; empty without one. */
export const partRefunded = (pledge: PledgeView) =>
  pledge.refundedCents > 0 ? `${formatMoney(pledge.refundedCents)} of it was refunded${toCard(pledge)}. ` : '';

/**
 * An unpaid pledge to a pool that was delivered. Its hosted page takes the money at once instead of saving a card. The pool is in production
 * again after an upheld objection.
 */
export const isUnpaidLate = ({ status, poolStatus }: PledgeView) =>
  status === 'setup_pending' && ['in_production', 'delivery_review', 'delivered', 'completed'].includes(poolStatus);

/** The consequence of paying an unpaid late pledge. */
export const lateCharge = 'Your card is charged as soon as you pay, and you get access to the delivery.';

const late: Words = ['Not paid yet', 'accent', () => lateCharge];

const paused: Words = ['Payment paused', 'accent', whileFrozen];

/** Whether a listed pledge's payment waits until an admin has reviewed the frozen pool. */
export const isPaused = ({ status, pool }: DescribedPledge) =>
  pool?.frozen === true && (status === 'charging' || status === 'notified');

/** The place of a paid pledge's money. */
export function whereMoneyIs({ poolCompleted, objectUntil }: PledgeView): string {
  if (poolCompleted) return 'Delivered, and the creator was paid.';
  return objectUntil ? deliveredUntil(objectUntil) : 'Held for this pool until it is delivered.';
}

/** The reason why a pledge ended without a charge. */
export function whyReleased({ poolStatus, poolCompleted }: PledgeView): string {
  if (poolCompleted || poolStatus === 'delivered') return 'It was not paid before it ended.';
  if (endedPoolStatuses.includes(poolStatus)) return 'The pool did not go ahead.';
  return 'Your card was not saved in time, or the pool changed before that.';
}

const words: Record<PledgeView['status'], Words> = {
  setup_pending: [
    'Card not saved yet',
    'accent',
    () => 'Save a card so that this pledge counts. Nothing is charged now.',
  ],
  pledged: [
    'Pledged',
    'plain',
    (pledge) => cardExpiryText(pledge) || 'Your card is charged only if the goal is met and the creator accepts.',
  ],
  charging: ['Being charged', 'accent', () => 'The creator accepted. Your card is being charged now.'],
  notified: [
    'Payment due',
    'danger',
    (pledge) => {
      const left = pledge.dueAt && timeLeft(pledge.dueAt);
      return `${whyPaymentDue(pledge)} ${left ? `Pay within ${left}.` : 'Pay now.'}`;
    },
  ],
  paid: ['Paid', 'paid', (pledge) => `Paid${day(pledge.paidAt)}. ${partRefunded(pledge)}${whereMoneyIs(pledge)}`],
  withdrawn: ['Withdrawn', 'plain', () => 'You withdrew it. Nothing was charged.'],
  released: ['Released', 'plain', (pledge) => `${whyReleased(pledge)} Nothing was charged.`],
  dropped: ['Dropped', 'plain', () => 'It was not paid in time. Nothing was charged.'],
  refund_pending: [
    'Refund on its way',
    'accent',
    () => 'Your money is being refunded to your card. Banks take a few days to show it.',
  ],
  refunded: ['Refunded', 'plain', (pledge) => `Refunded${toCard(pledge)}${day(pledge.refundedAt)}.`],
  disputed: ['Disputed', 'danger', () => 'You disputed this charge with your bank. The bank decides.'],
  dispute_lost: ['Charged back', 'plain', () => 'Your bank returned this payment to you.'],
};

function wordsFor(pledge: DescribedPledge): Words {
  if (isUnpaidLate(pledge)) return late;
  return isPaused(pledge) ? paused : words[pledge.status];
}

type DescribedPledge = PledgeView & { pool?: Pick<BackedPool, 'frozen'> | null };

/** The label and color of a pledge's status, and the result for the fan's money. */
export function describePledge(pledge: DescribedPledge): { label: string; tone: Tone; meaning: string } {
  const [label, tone, meaning] = wordsFor(pledge);
  return { label, tone, meaning: meaning(pledge) };
}
