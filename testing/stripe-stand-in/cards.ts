import type Stripe from 'stripe';
import { newId, type Store } from './store.ts';
import type { CardOnFile } from './tables.ts';

/** The effect of charging the card. Codes are Stripe's. */
export interface Behavior {
  /** Refused when the card is saved, too. */
  attaches: boolean;
  decline?: { code: string; declineCode: string; message: string };
  /** once: only until the cardholder approved later charges; always: every time. */
  authentication?: 'once' | 'always';
  disputed?: string;
  fraudWarning?: boolean;
  refund?: 'pending' | 'fails';
}

const decline = (code: string, declineCode: string, message: string, attaches = false): Behavior => ({
  attaches,
  decline: { code, declineCode, message },
});
const declined = (declineCode: string, attaches = false) =>
  decline('card_declined', declineCode, 'Your card was declined.', attaches);
const pays: Behavior = { attaches: true };

/** https://docs.stripe.com/testing */
const numbers: Record<string, Behavior> = {
  '4242424242424242': pays,
  '4000056655665556': pays,
  '5555555555554444': pays,
  '378282246310005': pays,
  '6011111111111117': pays,
  '4000000000000077': pays,
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': decline('expired_card', 'expired_card', 'Your card has expired.'),
  '4000000000000127': decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  '4000000000000119': decline(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  '4000000000006975': declined('card_velocity_exceeded'),
  '4100000000000019': declined('fraudulent'),
  '4000000000000341': declined('generic_decline', true),
  '4000002500003155': { attaches: true, authentication: 'once' },
  '4000002760003184': { attaches: true, authentication: 'always' },
  '4000008260003178': {
    attaches: true,
    authentication: 'once',
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  '4000000000000259': { attaches: true, disputed: 'fraudulent' },
  '4000000000002685': { attaches: true, disputed: 'product_not_received' },
  '4000000000005423': { attaches: true, fraudWarning: true },
  '4000000000007726': { attaches: true, refund: 'pending' },
  '4000000000005126': { attaches: true, refund: 'fails' },
};

/** The behavior that the control API gives a saved card: a decline code, "authentication_required" or "pays". */
function overridden(name: string): Behavior {
  if (name === 'pays') return pays;
  if (name === 'authentication_required') return { attaches: true, authentication: 'always' };
  const same = Object.values(numbers).find((entry) => entry.decline?.declineCode === name)?.decline;
  return same ? { attaches: true, decline: same } : declined(name, true);
}

export function behaviorOf(card: Pick<CardOnFile, 'number' | 'behavior'>): Behavior {
  return card.behavior ? overridden(card.behavior) : (numbers[card.number] ?? declined('generic_decline'));
}

export function isTestNumber(number: string): boolean {
  return number in numbers;
}

/** A card by its test token, such as pm_card_visa, so that calls without a page can save one. */
export const tokens: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
};

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (number.startsWith('5')) return 'mastercard';
  return number.startsWith('3') ? 'amex' : 'discover';
}

/** Stores a payment method for a card number. */
export function createCard(
  store: Store,
  card: {
    number: string;
    expMonth: number;
    expYear: number;
    customer: string | null;
    livemode: boolean;
    setUp: boolean;
  },
): Stripe.PaymentMethod {
  const id = newId('pm_');
  store.put('cards', { id, number: card.number, setUp: card.setUp, behavior: null });
  const brand = brandOf(card.number);
  return store.put('paymentMethods', {
    id,
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: `print_${card.number.slice(-8)}`,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: store.now(),
    customer: card.customer,
    customer_account: null,
    livemode: card.livemode,
    metadata: {},
    type: 'card',
  });
}
