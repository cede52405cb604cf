import type { PledgeView } from '#contract/pledge-view.ts';
import { fullDate, timeLeft } from '#contract/time.ts';
import type { Tone } from '#web/ui/display.tsx';

type Words = readonly [label: string, tone: Tone, meaning: (pledge: PledgeView) => string];

/** Says why the card was not charged. The processor's text may or may not end with a period. */
export function whyPaymentDue({ declineReason }: PledgeView): string {
  return declineReason ? `${declineReason.replace(/[.\s]+$/, '')}.` : 'Your card could not be charged.';
}

/** Of money that fans can still have back. */
export const deliveredUntil = (moment: string) => `Delivered. Held until ${fullDate(moment)}, the last day to object.`;

const day = (moment: string | null) => (moment ? ` on ${fullDate(moment)}` : '');

/** Says where the money of a paid pledge is. */
export function whereMoneyIs({ poolCompleted, objectUntil }: PledgeView): string {
  if (poolCompleted) return 'Delivered, and the creator has their part.';
  return objectUntil ? deliveredUntil(objectUntil) : 'Held for this pool until it is delivered.';
}

const words: Record<PledgeView['status'], Words> = {
  setup_pending: ['Card not saved yet', 'accent', () => 'Finish saving your card, or this pledge does not count.'],
  pledged: ['Pledged', 'plain', () => 'Nothing is charged until the goal is met and the creator says yes.'],
  charging: ['Being charged', 'accent', () => 'The creator said yes. Your card is being charged now.'],
  notified: [
    'Payment due',
    'danger',
    (pledge) => {
      const left = pledge.dueAt && timeLeft(pledge.dueAt);
      return `${whyPaymentDue(pledge)} ${left ? `Pay within ${left}.` : 'Pay now.'}`;
    },
  ],
  paid: ['Paid', 'paid', (pledge) => `Paid${day(pledge.paidAt)}. ${whereMoneyIs(pledge)}`],
  withdrawn: ['Withdrawn', 'plain', () => 'You took it back. Nothing was charged.'],
  released: ['Released', 'plain', () => 'The pool did not go ahead. Nothing was charged.'],
  dropped: ['Dropped', 'plain', () => 'It was not paid in time. Nothing was charged.'],
  refund_pending: ['Refund on its way', 'accent', () => 'Your money is on its way back to your card.'],
  refunded: ['Refunded', 'plain', ({ refundedAt }) => `Paid back to your card${day(refundedAt)}.`],
  disputed: ['Disputed', 'danger', () => 'You disputed this charge with your bank. The bank decides.'],
  dispute_lost: ['Charged back', 'plain', () => 'Your bank gave this payment back to you.'],
};

/** What a pledge's status is called, how it looks and what it means for the fan's money. */
export function pledgeWords(pledge: PledgeView): { label: string; tone: Tone; meaning: string } {
  const [label, tone, meaning] = words[pledge.status];
  return { label, tone, meaning: meaning(pledge) };
}
