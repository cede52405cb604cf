import { inEnglish, type Message, msg } from '#contract/language/text.ts';
import type { Decline, DeclineKind } from '#server/money/card-processor.ts';

/** How a sandbox card behaves. The sandbox stores only the last four digits of a card number. */
export type Behavior = 'pays' | 'declined' | 'insufficient_funds' | 'needs_authentication' | 'disputed';

export interface TestCard {
  number: string;
  behavior: Behavior;
  what: Message;
}

/** The cards listed on the page. Any other valid number pays, too. */
export const testCards: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', behavior: 'pays', what: msg({ message: 'Pays', context: 'what a test card does' }) },
  {
    number: '4000 0000 0000 0002',
    behavior: 'declined',
    what: msg({ message: 'Declined', context: 'what a test card does' }),
  },
  {
    number: '4000 0000 0000 9995',
    behavior: 'insufficient_funds',
    what: msg`Can be saved; declined for insufficient funds when charged`,
  },
  { number: '4000 0000 0000 0259', behavior: 'disputed', what: msg`Pays; disputed with the bank soon after` },
  { number: '4000 0025 0000 3155', behavior: 'needs_authentication', what: msg`Requires your approval` },
];

const byNumber = new Map(testCards.map(({ number, behavior }) => [number.replaceAll(' ', ''), behavior]));

export function behaviorOf(digits: string): Behavior {
  return byNumber.get(digits) ?? 'pays';
}

const declines = {
  card_declined: { kind: 'hard', reason: msg`Your card was declined.` },
  insufficient_funds: { kind: 'soft', reason: msg`Your card has insufficient funds.` },
  authentication_required: { kind: 'needs_action', reason: msg`Your bank asks you to approve this payment.` },
  authentication_failed: { kind: 'hard', reason: msg`The payment was not approved.` },
  abandoned: { kind: 'abandoned', reason: msg`You left the payment page before the payment was complete.` },
} as const satisfies Record<string, { kind: DeclineKind; reason: Message }>;

export type DeclineCode = keyof typeof declines;

/** The reason stays English, because the attempt is stored with it. */
export function declineOf(code: string): Decline {
  const { kind, reason } = rowOf(code);
  return { kind, code, reason: inEnglish(reason) };
}

/** The reason of a decline, for the card page. */
export const declineMessage = (code: string): Message => rowOf(code).reason;

const rowOf = (code: string): { kind: DeclineKind; reason: Message } =>
  declines[code as DeclineCode] ?? declines.card_declined;

/**
 * The reason why a charge with this card fails; undefined if it succeeds. `present`: the customer is on the hosted page and has approved
 * if asked.
 */
export function declineCodeFor(behavior: Behavior, present: boolean): DeclineCode | undefined {
  if (behavior === 'declined') return 'card_declined';
  if (behavior === 'insufficient_funds') return 'insufficient_funds';
  if (behavior === 'needs_authentication' && !present) return 'authentication_required';
  return undefined;
}
