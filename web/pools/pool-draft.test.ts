import { describe, expect, it } from 'vitest';
import { poolForm } from '#contract/pools.ts';
import { dayAfter, dayFault, daysUntil, emptyDraft, formOf, isEmptyDraft } from './pool-draft.ts';

describe('a pool draft', () => {
  const now = new Date(2026, 1, 27, 23, 30);

  it('counts days across month ends in both directions', () => {
    expect(dayAfter(2, now)).toBe('2026-03-01');
    for (const days of [1, 30, 90]) expect(daysUntil(dayAfter(days, now), now)).toBe(days);
    expect(daysUntil('', now)).toBeNaN();
  });

  it('rejects deadlines outside the allowed range', () => {
    expect(dayFault('')).toBeUndefined();
    expect(dayFault(dayAfter(90))).toBeUndefined();
    expect(dayFault(dayAfter(91))).toBeDefined();
    expect(dayFault(dayAfter(0))).toBeDefined();
  });

  it('converts to a valid pool form whose deadline has the current time of day', () => {
    const draft = {
      ...emptyDraft,
      title: 'Low Tide, once',
      description: 'All of it, start to finish, in one take.',
      goalCents: 500_00,
      day: dayAfter(90),
      categories: ['Music'],
    };
    const form = formOf(draft);
    expect(poolForm.safeParse(form).success).toBe(true);
    const left = new Date(form.deadline ?? 0).getTime() - Date.now();
    expect(Math.round(left / 60_000)).toBe(90 * 24 * 60);
  });

  it('is empty while nothing but the creator is set', () => {
    expect(isEmptyDraft(emptyDraft)).toBe(true);
    expect(isEmptyDraft({ ...emptyDraft, title: 'a' })).toBe(false);
  });
});
