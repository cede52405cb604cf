import { describe, expect, it } from 'vitest';
import { at, dayMs, hourMs, now, poolIn, windows } from '#testing/pool-states.ts';
import type { DatedPool } from './dates.sql.ts';
import { entriesOf } from './entries.ts';

function datedPool(changes: Partial<DatedPool>): DatedPool {
  return {
    ...poolIn(changes.status ?? 'open'),
    title: 'Rain',
    slug: 'rain',
    adult: false,
    now,
    ownerUsername: 'ada',
    profileUsername: 'maya',
    isOwner: false,
    isCreator: false,
    creatorSuspended: false,
    pledgedAmountCents: null,
    pledgeStatus: null,
    pledgeDueAt: null,
    ...changes,
  };
}
const titlesOf = (changes: Partial<DatedPool>) => entriesOf(datedPool(changes), windows).map(({ title }) => title);

describe('a creator', () => {
  const waiting = { isCreator: true, status: 'accepted', accountDueAt: at(dayMs) } as const;

  it('has the end of the wait for the payout account, unless that wait stands still', () => {
    expect(titlesOf(waiting)).toEqual(['Last hour to set up payouts: Rain']);
    expect(titlesOf({ ...waiting, accountPausedAt: now })).toEqual([]);
  });

  it('has the last moment to start below the goal', () => {
    expect(titlesOf({ ...waiting, pledgedCents: 9_000 })).toEqual(['Last hour to start below the goal: Rain']);
  });

  it('has no date of a request that needs no answer yet', () => {
    expect(titlesOf({ isCreator: true, status: 'open' })).toEqual([]);
  });

  it('reads when everyone is refunded', () => {
    const [entry] = entriesOf(datedPool({ isCreator: true, status: 'in_production' }), windows);
    const end = at(5 * dayMs + windows.deliveryGraceMs);
    expect(entry?.end).toEqual(at(5 * dayMs));
    expect(entry?.text).toContain(`by Mar ${end.getUTCDate()}, 2026.`);
  });
});

describe('a fan', () => {
  it('has no closing time of a pool that takes no pledges', () => {
    expect(titlesOf({})).toEqual(['Last hour to pledge: Rain']);
    expect(titlesOf({ creatorSuspended: true })).toEqual([]);
    expect(titlesOf({ deadline: at(-hourMs) })).toEqual([]);
    expect(titlesOf({ status: 'collecting' })).toEqual([]);
  });

  it('has delivery and objections only of what they paid', () => {
    for (const status of ['in_production', 'delivered'] as const) {
      expect(titlesOf({ status })).toEqual([]);
      expect(titlesOf({ status, pledgeStatus: 'paid', pledgedAmountCents: 500 })).toHaveLength(1);
    }
  });

  it('reads why the pool concerns them', () => {
    const textOf = (changes: Partial<DatedPool>) => entriesOf(datedPool(changes), windows)[0]?.text;
    expect(textOf({})).toBe('You follow this pool.');
    expect(textOf({ isOwner: true })).toBe('You started this pool.');
    expect(textOf({ isOwner: true, pledgedAmountCents: 12_50 })).toBe('You pledged $12.50.');
  });

  it('finds the pool by a path that reveals nothing, if it is adult', () => {
    const [entry] = entriesOf(datedPool({ adult: true }), windows);
    expect(entry?.path).toBe(`/pool/${datedPool({}).id}`);
    expect(entry?.title).toBe('Last hour to pledge: Adult pool from Feb 28, 2026');
    expect(entriesOf(datedPool({}), windows)[0]?.path).toBe('/tip-pool/maya/rain');
  });
});
