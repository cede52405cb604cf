import { describe, expect, it } from 'vitest';
import { literalsOf, poolsQuery, wordsQuery } from './search-text.ts';

describe('what is looked for', () => {
  it('is every word, or one of its kin, the last one half typed', () => {
    const words = [
      { word: 'songs', kin: ['song'], known: true },
      { word: 'rain', kin: ['rains', 'raining', 'ran'], known: true },
    ];
    expect(wordsQuery(words)).toBe("('songs' | 'song') & ('rain':* | 'ran')");
    expect(wordsQuery(words, { whole: true })).toBe("('songs' | 'song') & ('rain' | 'rains' | 'raining' | 'ran')");
    expect(wordsQuery([])).toBe('');
  });

  it('holds signs that mean something, and leaves out those around a word', () => {
    expect(literalsOf('100% silk_screen, "rain" (c++)!')).toEqual({
      signs: ['%', '_', '+'],
      literals: ['100%', 'silk_screen', 'c++'],
    });
    expect(literalsOf('@maya #music it’s lo-fi.')).toEqual({ signs: [], literals: [] });
    expect(literalsOf('雨の歌 雨')).toEqual({ signs: [], literals: ['雨の歌'] });
    expect(literalsOf('%')).toEqual({ signs: ['%'], literals: ['%'] });
  });

  it('cannot break out of its quotes, and is narrowed by what the reader may see', () => {
    const text = { words: [{ word: "o'x\\", kin: [], known: false }], folded: '', signs: ['\\'], literals: [] };
    expect(poolsQuery(text, { whole: false, adultToo: false, highlighted: 'without', categoryIds: [3, 4] })).toBe(
      "('o''x\\\\':*) & '\\\\' & ('/c3' | '/c4') & !'/adult' & !'/top'",
    );
    expect(
      poolsQuery({ ...text, words: [] }, { whole: false, adultToo: true, highlighted: 'any', categoryIds: [0] }),
    ).toBe("'\\\\'");
  });
});
