import { describe, expect, it } from 'vitest';
import { estimateCosts } from './money.ts';

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
