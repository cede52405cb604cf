import { expect, test } from 'vitest';
import { sectionAt } from './use-current-section.ts';

const tops = (...values: number[]) => values.map((top, index) => ({ id: `s${index + 1}`, top }));

test.each([
  ['above the first heading', tops(300, 900), false, undefined],
  ['with the first heading below the top bar', tops(90, 690), false, 's1'],
  ['inside a long section', tops(-900, -200, 700), false, 's2'],
  ['at the end of the page, where the last heading is still low', tops(-900, -200, 500), true, 's3'],
  ['in a page without sections', [], true, undefined],
])('finds the section %s', (_, headings, isAtEnd, expected) => {
  expect(sectionAt(headings, isAtEnd)).toBe(expected);
});
