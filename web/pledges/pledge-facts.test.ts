import { expect, it } from 'vitest';
import { amountChoices, amountError, cardText } from './pledge-facts.ts';

it('explains why an amount is invalid', () => {
  expect(amountError(null, 300)).toMatch(/Enter an amount/);
  expect(amountError(299, 300)).toBe('The minimum pledge is $3');
  expect(amountError(300, 300)).toBeUndefined();
  expect(amountError(10_000_00, 300)).toBeUndefined();
  expect(amountError(10_000_01, 300)).toBe('The maximum pledge is $10,000');
});

it('offers $5, $10 and $25, and never less than the minimum', () => {
  expect(amountChoices(300)).toEqual([500, 1000, 2500]);
  expect(amountChoices(500)).toEqual([500, 1000, 2500]);
  expect(amountChoices(2000)).toEqual([2000, 4000, 10_000]);
});

it('names a card', () => {
  expect(cardText({ brand: 'visa', last4: '4242' })).toBe('Visa ending 4242');
});
