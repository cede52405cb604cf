import type { PledgeView } from '#contract/pledge-view.ts';
import { fullDate, timeLeft } from '#contract/values/time.ts';
import type { Tone } from '#web/ui/display.tsx';
import { cardText } from './pledge-facts.ts';

const dayMs = 24 * 60 * 60_000;

type Words = readonly [label: string, tone: Tone, meaning: (pledge: PledgeView) => string];

/** The reason why the card was not charged. The processor's text may or may not end with a period. */
export function whyPaymentDue({ declineReason }: PledgeView): string {
  return declineReason ? `${declineReason.replace(/[.\s]+$/, '')}.` : 'Your card could not be charged.';
}

/** For a pledge whose card expires before its pool can be collected. */
export function cardExpiryText({ card, cardExpiresOn }: PledgeView): string {
  const name = card ? cardText(card) : 'Your card';
  if (!cardExpiresOn) return '';
  const hasExpired = Date.parse(cardExpiresOn) + dayMs <= Date.now();
  if (hasExpired) return `${name} expired on ${fullDate(cardExpiresOn)}. Replace it, or this pledge cannot be charged.`;
  return `${name} expires on ${fullDate(cardExpiresOn)}, before this pool may be charged. Replace it to keep your pledge.`;
}

/** For money that an upheld objection can still refund. */
export const deliveredUntil = (moment: string) => `Delivered. Held until ${fullDate(moment)}, the last day to object.`;

const day = (moment: string | null) => (moment ? ` on ${fullDate(moment)}` : '');

/** The place of a paid pledge's money. */
export function whereMoneyIs({ poolCompleted, objectUntil }: PledgeView): string {
  if (poolCompleted) return 'Delivered, and the creator was paid.';
  return objectUntil ? deliveredUntil(objectUntil) : 'Held for this pool until it is delivered.';
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
  paid: ['Paid', 'paid', (pledge) => `Paid${day(pledge.paidAt)}. ${whereMoneyIs(pledge)}`],
  withdrawn: ['Withdrawn', 'plain', () => 'You withdrew it. Nothing was charged.'],
  released: ['Released', 'plain', () => 'The pool did not go ahead. Nothing was charged.'],
  dropped: ['Dropped', 'plain', () => 'It was not paid in time. Nothing was charged.'],
  refund_pending: [
    'Refund on its way',
    'accent',
    () => 'Your money is being refunded to your card. Banks take a few days to show it.',
  ],
  refunded: ['Refunded', 'plain', ({ refundedAt }) => `Refunded to your card${day(refundedAt)}.`],
  disputed: ['Disputed', 'danger', () => 'You disputed this charge with your bank. The bank decides.'],
  dispute_lost: ['Charged back', 'plain', () => 'Your bank returned this payment to you.'],
};

/** The label and color of a pledge's status, and the result for the fan's money. */
export function pledgeWords(pledge: PledgeView): { label: string; tone: Tone; meaning: string } {
  const [label, tone, meaning] = words[pledge.status];
  return { label, tone, meaning: meaning(pledge) };
}
