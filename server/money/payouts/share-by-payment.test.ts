import { expect, test } from 'vitest';
import { fc } from '#testing/fast-check.ts';
import { deductFromLast, shareByPayment } from './share-by-payment.ts';

const payments = fc.array(fc.record({ amountCents: fc.integer({ min: 50, max: 1_000_000_00 }) }), {
  minLength: 1,
  maxLength: 40,
});
const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

test('divides a sum without losing a cent, and gives no payment more than it paid', () => {
  fc.assert(
    fc.property(payments, fc.double({ min: 0, max: 1, noNaN: true }), (paid, part) => {
      const cents = Math.floor(sum(paid.map(({ amountCents }) => amountCents)) * part);
      const shares = shareByPayment(paid, cents);
      expect(sum(shares.map(({ shareCents }) => shareCents))).toBe(cents);
      for (const { amountCents, shareCents } of shares) {
        expect(shareCents).toBeGreaterThanOrEqual(0);
        expect(shareCents).toBeLessThanOrEqual(amountCents);
      }
    }),
  );
});

test('deducts from the last amounts first, and never more than there is', () => {
  const parts = [{ amountCents: 300 }, { amountCents: 200 }];
  expect(deductFromLast(parts, 250)).toEqual([{ amountCents: 250 }, { amountCents: 0 }]);
  expect(deductFromLast(parts, 900)).toEqual([{ amountCents: 0 }, { amountCents: 0 }]);
});
