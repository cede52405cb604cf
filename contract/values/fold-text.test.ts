import { expect, it } from 'vitest';
import { foldText, hasWords } from './fold-text.ts';

// cspell:ignore strasse strass isparta irmak odegard bezahl bezahlt zahlt

it.each([
  ['STRASSE', 'Straße'],
  ['istanbul', 'İstanbul'],
  ['isparta', 'Isparta'],
  ['ırmak', 'Irmak'],
  ['カタカナ', 'かたかな'],
  ['ｶﾀｶﾅ', 'カタカナ'],
  ['ｶﾞﾝﾀﾞﾑ', 'がんだむ'],
  ['Ｆａｎ', 'fan'],
  ['e', 'é'],
  ['Ødegård', 'odegard'],
])('a search for “%s” compares as “%s”', (one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

it('keeps letters apart that differ', () => {
  for (const [one, other] of [
    ['が', 'か'],
    ['a', 'b'],
    ['ば', 'ぱ'],
  ] as const)
    expect(foldText(one)).not.toBe(foldText(other));
});

it('finds words by their beginning, and Japanese ones anywhere', () => {
  expect(hasWords('Wer bezahlt die Straße?', 'strass bezahl')).toBe(true);
  expect(hasWords('Wer bezahlt die Straße?', 'zahlt')).toBe(false);
  expect(hasWords('お支払いのカードを変更', 'かーど')).toBe(true);
  expect(hasWords('お支払いのカードを変更', 'ﾄﾞﾙ')).toBe(false);
});
