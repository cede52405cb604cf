import { inEnglish, type Message, msg } from '#contract/language/text.ts';
import type { Decline, DeclineKind } from '#server/money/card-processor.ts';

type Row = readonly [kind: DeclineKind, reason: Message];

const declined: Row = ['hard', msg`Your card was declined. Use another card, or ask your bank why.`];
const later: Row = ['soft', msg`Your bank could not process the payment. Try again later, or use another card.`];
const details: Row = ['hard', msg`The card details are not right. Save the card again, or use another one.`];
const unsupported: Row = ['hard', msg`Your card does not support this kind of purchase. Use another card.`];
const limit: Row = ['soft', msg`The payment exceeds a limit of your card. Try again later, or use another card.`];
const approve: Row = ['needs_action', msg`Your bank asks you to approve this payment.`];

/**
 * Stripe's decline and error codes (https://docs.stripe.com/declines/codes). A lost or stolen card and suspected fraud read like any
 * decline, because Stripe asks not to tell the person at the keyboard.
 */
const table: Readonly<Record<string, Row>> = {
  authentication_required: approve,
  authentication_not_handled: approve,
  payment_intent_authentication_failure: [
    'hard',
    msg`The payment was not approved. Try again and approve it at your bank.`,
  ],
  setup_intent_authentication_failure: ['hard', msg`The card was not approved. Try again and approve it at your bank.`],
  offline_pin_required: approve,
  online_or_offline_pin_required: approve,
  insufficient_funds: ['soft', msg`Your card has insufficient funds. Add funds, or use another card.`],
  card_velocity_exceeded: limit,
  withdrawal_count_limit_exceeded: limit,
  amount_too_large: limit,
  approve_with_id: later,
  issuer_not_available: later,
  processing_error: later,
  reenter_transaction: later,
  try_again_later: later,
  duplicate_transaction: ['soft', msg`Your bank saw a payment of the same amount just now. Try again later.`],
  call_issuer: declined,
  card_declined: declined,
  do_not_honor: declined,
  do_not_try_again: declined,
  fraudulent: declined,
  generic_decline: declined,
  invalid_amount: declined,
  lost_card: declined,
  merchant_blacklist: declined,
  new_account_information_available: details,
  no_action_taken: declined,
  pickup_card: declined,
  restricted_card: declined,
  revocation_of_all_authorizations: ['hard', msg`You told your bank to stop these payments. Use another card.`],
  revocation_of_authorization: ['hard', msg`You told your bank to stop this payment. Use another card.`],
  security_violation: declined,
  service_not_allowed: declined,
  stolen_card: declined,
  stop_payment_order: ['hard', msg`You told your bank to stop this payment. Use another card.`],
  transaction_not_allowed: declined,
  card_not_supported: unsupported,
  currency_not_supported: ['hard', msg`Your card does not support payments in US dollars. Use another card.`],
  not_permitted: unsupported,
  expired_card: ['hard', msg`Your card has expired. Save another card.`],
  incorrect_address: details,
  incorrect_cvc: ['hard', msg`The card’s security code is not right. Save the card again.`],
  incorrect_number: details,
  incorrect_pin: details,
  incorrect_zip: ['hard', msg`The postal code does not match the card. Save the card again.`],
  invalid_account: declined,
  invalid_cvc: ['hard', msg`The card’s security code is not right. Save the card again.`],
  invalid_expiry_month: details,
  invalid_expiry_year: details,
  invalid_number: details,
  invalid_pin: details,
  pin_try_exceeded: declined,
  testmode_decline: ['hard', msg`A test card does not work here. Use a real card.`],
  live_mode_test_card: ['hard', msg`A test card does not work here. Use a real card.`],
  payment_method_customer_decline: declined,
};

/** Stripe's codes for a failed payment or card set-up. */
export interface StripeDecline {
  code?: string | undefined;
  decline_code?: string | undefined;
  /** The bank's advice, which outranks our table: https://docs.stripe.com/declines#advice-codes */
  advice_code?: string | undefined;
}

/** A charge that was canceled, or a page that closed before the fan paid. */
export const abandoned: Decline = {
  kind: 'abandoned',
  code: 'abandoned',
  reason: inEnglish(msg`You left the payment page before the payment was complete.`),
};

/**
 * The kind of a decline, and the reason that the fan reads, in English, because the attempt is stored with it. An unknown code counts as
 * hard, so that we never retry a card on a guess.
 */
export function declineOf({ code, decline_code, advice_code }: StripeDecline): Decline {
  const named = decline_code ?? code ?? 'card_declined';
  const [kind, text] = table[named] ?? table[code ?? ''] ?? declined;
  const reason = inEnglish(text);
  if (kind === 'needs_action') return { kind, code: named, reason };
  if (advice_code === 'do_not_try_again' || advice_code === 'confirm_card_data') {
    return { kind: 'hard', code: named, reason: kind === 'hard' ? reason : inEnglish(declined[1]) };
  }
  if (advice_code === 'try_again_later' && kind === 'hard')
    return { kind: 'soft', code: named, reason: inEnglish(later[1]) };
  return { kind, code: named, reason };
}
