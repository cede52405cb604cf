import { expect, test } from 'vitest';
import { fc } from '#testing/fast-check.ts';
import { testCards } from './behaviors.ts';
import { passesLuhn, readCard, readExpiry } from './card-input.ts';

const now = new Date('2026-11-20T23:00:00Z');
const good = { cardNumber: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };

test('accepts the cards listed on the page and keeps only their last four digits', () => {
  for (const { number, behavior } of testCards) {
    const read = readCard({ ...good, cardNumber: number }, now);
    expect(read).toEqual({
      card: { brand: 'visa', last4: number.slice(-4), expMonth: 12, expYear: 2034, behavior },
    });
  }
});

test('refuses a card number with any single digit changed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
      const digits = [...'4242424242424242'].map(Number);
      digits[place] = ((digits[place] ?? 0) + by) % 10;
      expect(passesLuhn(digits.join(''))).toBe(false);
    }),
  );
});

test('reports each invalid field', () => {
  const faultsOf = (fields: Partial<typeof good>) => {
    const read = readCard({ ...good, ...fields }, now);
    return 'faults' in read ? Object.keys(read.faults) : [];
  };
  expect(faultsOf({})).toEqual([]);
  for (const cardNumber of ['', '4242', '4242 4242 4242 4241', 'abcd', '4'.repeat(20)])
    expect(faultsOf({ cardNumber })).toEqual(['cardNumber']);
  for (const expiry of ['', '13/30', '00/30', '1/2', 'x', '10/26', '12/25', '12/2099'])
    expect(faultsOf({ expiry })).toEqual(['expiry']);
  for (const cvc of ['', '12', '12345', 'abc']) expect(faultsOf({ cvc })).toEqual(['cvc']);
  expect(faultsOf({ cardNumber: '', expiry: '', cvc: '' })).toEqual(['cardNumber', 'expiry', 'cvc']);
});

test('accepts a card until the end of its expiry month', () => {
  expect(readCard({ ...good, expiry: '11/26' }, now)).toHaveProperty('card');
  expect(readCard({ ...good, expiry: '11/26' }, new Date('2026-12-01T00:00:00Z'))).toHaveProperty('faults');
});

test('reads an expiry date in several notations', () => {
  for (const text of ['12/34', '12 / 34', '12-34', '1234', '12/2034', ' 12/34 '])
    expect(readExpiry(text)).toEqual({ expMonth: 12, expYear: 2034 });
});

test('derives the brand from the first digits', () => {
  const brandOf = (cardNumber: string) => {
    const read = readCard({ ...good, cardNumber }, now);
    return 'card' in read ? read.card.brand : undefined;
  };
  expect(brandOf('5555 5555 5555 4444')).toBe('mastercard');
  expect(brandOf('2223 0031 2200 3222')).toBe('mastercard');
  expect(brandOf('3782 822463 10005')).toBe('amex');
  expect(brandOf('6011 1111 1111 1117')).toBe('discover');
});
