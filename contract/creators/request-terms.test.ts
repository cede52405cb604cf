import { describe, expect, it } from 'vitest';
import { termsFaults } from '#contract/creators/request-terms-faults.ts';
import { openTerms, requestTermsForm } from './request-terms.ts';

const form = { categories: ['Music'], goalCents: 20_00 };

describe('termsFaults', () => {
  it('accepts everything under open terms', () => {
    expect(termsFaults(openTerms, form)).toEqual({});
  });

  it('refuses every request while the creator is away', () => {
    const faults = termsFaults({ ...openTerms, away: true, awayUntil: '2026-12-05T12:00:00.000Z' }, form);
    expect(faults.creatorProfileId).toContain('Dec 5, 2026');
    expect(termsFaults({ ...openTerms, away: true }, form)).toHaveProperty('creatorProfileId');
  });

  it('refuses a goal below the minimum only if the creator declines it', () => {
    const terms = { ...openTerms, minimumGoal: 50_00 };
    expect(termsFaults(terms, form)).toEqual({});
    expect(termsFaults({ ...terms, declinesBelowMinimum: true }, form).fundingGoal).toContain('$50');
    expect(termsFaults({ ...terms, declinesBelowMinimum: true }, { ...form, goalCents: 50_00 })).toEqual({});
  });

  it('refuses a request with any category that the creator does not take', () => {
    const terms = { ...openTerms, categories: ['Music', 'Art'] };
    expect(termsFaults(terms, { ...form, categories: ['music', 'Art'] })).toEqual({});
    expect(termsFaults(terms, { ...form, categories: ['Music', 'Tech'] }).categories).toContain('Music and Art only');
  });
});

it('needs a minimum to decline below it', () => {
  const result = requestTermsForm.safeParse({ ...openTerms, declinesBelowMinimum: true });
  expect(result.error?.issues[0]?.path).toEqual(['minimumGoal']);
});
