import { expect, test } from 'vitest';
import { purposeOf } from './describe-transfer.ts';

const id = '0197a0c2-7a43-7f10-8f52-0a5b6c7d8e9f';

test('names the pool and its id', () => {
  expect(purposeOf({ id, title: 'A song about rain' })).toEqual({
    poolId: id,
    poolTitle: 'A song about rain',
    description: `A song about rain (pool ${id})`,
  });
});

test.each([
  ['line breaks and tabs', 'A\r\nsong\tabout\u2028rain', 'A song about rain'],
  ['control and direction characters', '\u0000A \u202esong\u0007', 'A song'],
  ['nothing visible', '\u200b\u3164', 'Pool'],
])('makes one visible line of a title with %s', (_what, title, expected) => {
  expect(purposeOf({ id, title }).poolTitle).toBe(expected);
});

test.each([
  ['letters', 'x'],
  ['emoji of several code points', '👩‍👩‍👧‍👦'],
  ['letters with three marks', 'e\u0301\u0302\u0303'],
])('cuts a title of %s to 500 characters without cutting one in half', (_what, letter) => {
  const { poolTitle, description } = purposeOf({ id, title: letter.repeat(600) });
  for (const text of [poolTitle, description]) {
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.isWellFormed()).toBe(true);
  }
  const kept = [...new Intl.Segmenter().segment(poolTitle)].map(({ segment }) => segment.normalize('NFC'));
  expect(new Set(kept)).toEqual(new Set([letter.normalize('NFC'), '…']));
  expect(description.endsWith(` (pool ${id})`)).toBe(true);
});

test('keeps a title of exactly 500 characters', () => {
  expect(purposeOf({ id, title: 'x'.repeat(500) }).poolTitle).toBe('x'.repeat(500));
});
