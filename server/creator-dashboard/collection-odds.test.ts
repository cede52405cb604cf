import { describe, expect, it } from 'vitest';
import { type Collection, expectedCollection, type History } from './collection-odds.ts';

const none: History = { all: { paid: 0, unpaid: 0 }, due: { paid: 0, unpaid: 0 } };
const nothing = { cents: 0, squaredCents: 0 };
const pledges = (count: number, cents: number) => ({ cents: count * cents, squaredCents: count * cents * cents });
const collection = (parts: Partial<Collection>): Collection => ({
  paidCents: 0,
  waiting: nothing,
  due: nothing,
  ...parts,
});

describe('expectedCollection', () => {
  it('is exactly the paid sum when nothing is open', () => {
    expect(expectedCollection(collection({ paidCents: 12_345 }), none)).toEqual({
      lowCents: 12_345,
      highCents: 12_345,
    });
  });

  it('expects about 5 % less than pledged without a history', () => {
    const { lowCents, highCents } = expectedCollection(collection({ waiting: pledges(100, 10_00) }), none);
    expect(lowCents).toBeLessThan(950_00);
    expect(highCents).toBeGreaterThan(950_00);
    expect(highCents).toBeLessThanOrEqual(1000_00);
  });

  it('narrows as charges are seen', () => {
    const width = (history: History) => {
      const { lowCents, highCents } = expectedCollection(collection({ waiting: pledges(200, 10_00) }), history);
      return highCents - lowCents;
    };
    expect(width({ ...none, all: { paid: 950, unpaid: 50 } })).toBeLessThan(width(none));
  });

  it('expects less from a creator whose charges often stay unpaid', () => {
    const low = (unpaid: number) =>
      expectedCollection(collection({ waiting: pledges(50, 10_00) }), { ...none, all: { paid: 100, unpaid } }).lowCents;
    expect(low(50)).toBeLessThan(low(0));
  });

  it('expects less from failed cards than from cards that were not tried', () => {
    const due = expectedCollection(collection({ due: pledges(10, 10_00) }), none);
    const waiting = expectedCollection(collection({ waiting: pledges(10, 10_00) }), none);
    expect(due.highCents).toBeLessThan(waiting.highCents);
  });

  it('is wider for one large pledge than for many small ones of the same sum', () => {
    const low = (count: number, cents: number) =>
      expectedCollection(collection({ waiting: pledges(count, cents) }), none).lowCents;
    expect(low(1, 1000_00)).toBeLessThan(low(100, 10_00));
  });

  it('never leaves the span from paid to pledged', () => {
    const { lowCents, highCents } = expectedCollection(
      collection({ paidCents: 40_00, due: pledges(1, 60_00), waiting: pledges(1, 5_00) }),
      none,
    );
    expect(lowCents).toBeGreaterThanOrEqual(40_00);
    expect(highCents).toBeLessThanOrEqual(105_00);
  });
});
