import { expect, it } from 'vitest';
import { queuedReportKinds } from '#contract/reports.ts';
import { listStateIn } from '#web/admin-table/list-state.ts';
import { reports } from './lists.ts';
import type { Report } from './report-labels.ts';
import { dismissalOf, upholdingOf } from './report-plan.ts';

const report = (kind: Report['kind'], id = 'a', status: Report['status'] = 'open') => ({
  kind,
  status,
  reported: { id, path: null, excerpt: '', user: null, earlierTexts: [], images: [], gone: false, openReports: 2 },
});

it('the list can be filtered by every kind of report', () => {
  for (const kind of ['objection', ...queuedReportKinds]) {
    expect(listStateIn(reports.list, new URLSearchParams({ kind })).filters.kind).toBe(kind);
  }
});

it('dismisses no appeals among other reports, because the person reads the answer', () => {
  expect(dismissalOf(report('appeal'))).toHaveProperty('skip');
  expect(dismissalOf(report('objection'))).toEqual({ change: 'The delivery stands' });
  expect(dismissalOf(report('comment', 'a', 'upheld'))).toEqual({ skip: 'Already decided.' });
});

it('upholds one of several reports about the same thing, because that upholds the others', () => {
  const first = report('comment', 'a');
  expect(upholdingOf(first, [])).toEqual({ change: 'Removes the comment permanently' });
  expect(upholdingOf(report('comment', 'a'), [first])).toHaveProperty('skip');
  expect(upholdingOf(report('comment', 'b'), [first])).toHaveProperty('change');
  expect(upholdingOf(report('pool', 'a'), [first])).toHaveProperty('change');
  expect(upholdingOf(report('comment', 'a'), [report('comment', 'a', 'dismissed')])).toHaveProperty('change');
});
