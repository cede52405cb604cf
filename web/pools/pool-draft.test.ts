import { describe, expect, it } from 'vitest';
import { poolForm } from '#contract/pools.ts';
import { dayAfter, dayFault, daysUntil, emptyDraft, formOf, isEmptyDraft } from './pool-draft.ts';

describe('a draft of a pool', () => {
  const now = new Date(2026, 1, 27, 23, 30);

  it('counts days over the ends of months and back', () => {
    expect(dayAfter(2, now)).toBe('2026-03-01');
    for (const days of [1, 30, 90]) expect(daysUntil(dayAfter(days, now), now)).toBe(days);
    expect(daysUntil('', now)).toBeNaN();
  });

  it('refuses days out of reach', () => {
    expect(dayFault('')).toBeUndefined();
    expect(dayFault(dayAfter(90))).toBeUndefined();
    expect(dayFault(dayAfter(91))).toBeDefined();
    expect(dayFault(dayAfter(0))).toBeDefined();
  });

  it('becomes the form of the contract, the day at the same time as now', () => {
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

  it('is empty while only the creator of a link is in it', () => {
    expect(isEmptyDraft(emptyDraft)).toBe(true);
    expect(isEmptyDraft({ ...emptyDraft, title: 'a' })).toBe(false);
  });
});
