import { describe, expect, it } from 'vitest';
import { estimateCosts } from './fees.ts';
import { fillOf, formatMoney, formatMoneyExact, percentage, percentageText } from './money.ts';

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

describe('a share of a goal', () => {
  it('is an integer rounded down, and never reads as nothing when it is more', () => {
    expect([0, 1, 99, 100, 199, 99_99, 250_00].map((cents) => percentage(cents, 100_00))).toEqual([
      0, 0, 0, 1, 1, 99, 250,
    ]);
    expect([0, 1, 99, 100, 199, 250_00].map((cents) => percentageText(cents, 100_00))).toEqual([
      '0%',
      '<1%',
      '<1%',
      '1%',
      '1%',
      '250%',
    ]);
    expect(percentageText(500, 0)).toBe('0%');
  });

  it('fills a meter as far as it is, but always so that it can be seen', () => {
    expect([0, 1, 2_00, 50_00, 50_90, 100_00, 250_00].map((cents) => fillOf(cents, 100_00))).toEqual([
      0, 0.02, 0.02, 0.5, 0.509, 1, 1,
    ]);
    expect(fillOf(500, 0)).toBe(0);
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
