import { expect, test } from 'vitest';
import { hasEntityTag } from './send-shared.ts';

const has = (header: string | undefined) => hasEntityTag({ headers: { 'if-none-match': header } }, '"a"');

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b" , "a"', true],
  ['*', true],
  ['"b", "aa"', false],
  ['', false],
  [undefined, false],
])('%j contains the tag: %s', (header, expected) => {
  expect(has(header)).toBe(expected);
});

// Backtracking over this text would take hours.
test('reads a long run of spaces in linear time', () => {
  expect(has(`"b"${' '.repeat(4_000_000)}"a"`)).toBe(false);
});
