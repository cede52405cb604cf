import { describe, expect, it } from 'vitest';
import { verbatim } from '#contract/language/text.ts';
import { type Outcome, plannedOutcome, summaryOf, tallyOf } from './bulk.ts';

const outcomes = (states: Outcome['state'][]) => states.map((state): Outcome => ({ state, text: verbatim('') }));
const summary = (...states: Outcome['state'][]) => summaryOf(tallyOf(outcomes(states)));

describe('the plan of a bulk action', () => {
  it('states the change, or why a row cannot change', () => {
    expect(plannedOutcome({ change: verbatim('Open → Frozen') })).toEqual({ state: 'waiting', text: 'Open → Frozen' });
    expect(plannedOutcome({ skip: verbatim('Already frozen.') })).toEqual({
      state: 'skipped',
      text: 'Already frozen.',
    });
  });

  it('is counted before the run', () => {
    expect(summary('waiting')).toBe('1 row will change.');
    expect(summary('waiting', 'waiting', 'skipped')).toBe('2 rows will change, 1 cannot.');
    expect(summary('skipped', 'skipped')).toBe('None of these rows can change.');
  });

  it('is counted while it runs and afterward', () => {
    expect(summary('done', 'running', 'waiting', 'skipped')).toBe('1 changed, 2 to go, 1 unchanged.');
    expect(summary('done', 'failed', 'done')).toBe('2 changed, 1 failed.');
    expect(summary('failed')).toBe('0 changed, 1 failed.');
  });
});
