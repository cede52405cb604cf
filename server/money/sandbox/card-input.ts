import { msg } from '#contract/language/text.ts';
import { type Behavior, behaviorOf } from './behaviors.ts';

/** The stored details of an entered card. The number is validated here and never stored. */
export interface EnteredCard {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  behavior: Behavior;
}

/** The reasons why a field is refused. The keys also appear in the address of the card form. */
export const cardFaultTexts = {
  number_missing: msg`Enter the card number.`,
  number_invalid: msg`This card number isn’t valid.`,
  expiry_missing: msg`Enter the expiry date as MM/YY.`,
  card_expired: msg`This card has expired.`,
  expiry_invalid: msg`This expiry date isn’t valid.`,
  cvc_invalid: msg`Enter the 3- or 4-digit security code.`,
} as const;

export type CardFault = keyof typeof cardFaultTexts;
export type CardFaults = Partial<Record<'cardNumber' | 'expiry' | 'cvc', CardFault>>;

/** Checks the check digit of a card number (Luhn algorithm). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const brands: readonly [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^6(011|4[4-9]|5)/, 'discover'],
  [/^35/, 'jcb'],
  [/^3(0[0-5]|[689])/, 'diners'],
];

function brandOf(digits: string): string {
  return brands.find(([pattern]) => pattern.test(digits))?.[1] ?? 'card';
}

/** Parses "12/34", "12 / 2034" or "1234" into month and full year. */
export function readExpiry(text: string): { expMonth: number; expYear: number } | undefined {
  const match = /^(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})$|^(\d{2})(\d{2})$/.exec(text.trim());
  if (!match) return undefined;
  const expMonth = Number(match[1] ?? match[3]);
  const year = Number(match[2] ?? match[4]);
  if (expMonth < 1 || expMonth > 12) return undefined;
  return { expMonth, expYear: year < 100 ? 2000 + year : year };
}

/** Validates the form fields; returns the card, or what is wrong with each invalid field. `now` is PostgreSQL's time. */
export function readCard(
  fields: { cardNumber: string; expiry: string; cvc: string },
  now: Date,
): { card: EnteredCard } | { faults: CardFaults } {
  const faults: CardFaults = {};
  const digits = fields.cardNumber.replaceAll(/[\s-]/g, '');
  if (digits === '') faults.cardNumber = 'number_missing';
  else if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) faults.cardNumber = 'number_invalid';
  const expiry = readExpiry(fields.expiry);
  if (!expiry) faults.expiry = 'expiry_missing';
  else if (isPast(expiry, now)) faults.expiry = 'card_expired';
  else if (expiry.expYear > now.getUTCFullYear() + 50) faults.expiry = 'expiry_invalid';
  if (!/^\d{3,4}$/.test(fields.cvc.trim())) faults.cvc = 'cvc_invalid';
  if (!expiry || Object.keys(faults).length > 0) return { faults };
  return { card: { brand: brandOf(digits), last4: digits.slice(-4), ...expiry, behavior: behaviorOf(digits) } };
}

/** A card is valid until the end of its month. */
function isPast({ expMonth, expYear }: { expMonth: number; expYear: number }, now: Date): boolean {
  return expYear * 12 + expMonth - 1 < now.getUTCFullYear() * 12 + now.getUTCMonth();
}
