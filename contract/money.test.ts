import { describe, expect, it } from 'vitest';
import { estimateCosts, formatMoney, formatMoneyExact } from './money.ts';

describe('estimated costs', () => {
  it('take as many charges as the average pledge asks for', () => {
    // $100 of four fans with $10 each so far: ten charges of $10.
    expect(estimateCosts(100_00, 40_00, 4)).toBe(290 + 10 * 30);
    expect(estimateCosts(40_00, 40_00, 4)).toBe(116 + 4 * 30);
  });

  it('count at least one charge', () => {
    expect(estimateCosts(10_00, 0, 0)).toBe(29 + 30);
    expect(estimateCosts(3_00, 5000_00, 2)).toBe(9 + 30);
  });
});

describe('cents as text', () => {
  const amounts = [0, 1, 9, 10, 99, 100, 105, 1050, 99_999, 100_000, 123_456_78, 100_000_000_00, -50, -1000, -1_234_50];
  const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

  it('are what Intl writes, with both decimals', () => {
    expect(amounts.map(formatMoneyExact)).toEqual(amounts.map((cents) => exact.format(cents / 100)));
  });

  it('leave the decimals of whole dollars away', () => {
    expect([0, 100, 1050, 100_000, -1000].map(formatMoney)).toEqual(['$0', '$1', '$10.50', '$1,000', '-$10']);
  });
});
