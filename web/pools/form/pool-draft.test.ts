import { describe, expect, it, vi } from 'vitest';
import { poolForm } from '#contract/pools/pools.ts';
import { dayAfter, dayFault, daysUntil, deadlineOf, emptyDraft, formOf, isEmptyDraft } from './pool-draft.ts';

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

  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata'])(
    'has a deadline on the picked day in %s and in UTC, also after clocks change',
    (zone) => {
      vi.stubEnv('TZ', zone);
      // Clocks change on March 29 in Berlin, on April 5 in Auckland and on March 8 in Los Angeles.
      for (const hour of [0, 1, 6, 12, 18, 22, 23])
        for (const days of [2, 30, 45, 89]) {
          const from = new Date(2026, 1, 20, hour, 45);
          const day = dayAfter(days, from);
          const deadline = new Date(deadlineOf(day, from) ?? 0);
          expect(dayAfter(0, deadline)).toBe(day);
          expect(deadline.toISOString().slice(0, 10)).toBe(day);
        }
      vi.unstubAllEnvs();
    },
  );

  it('is empty while nothing but the creator is set', () => {
    expect(isEmptyDraft(emptyDraft)).toBe(true);
    expect(isEmptyDraft({ ...emptyDraft, title: 'a' })).toBe(false);
  });
});
