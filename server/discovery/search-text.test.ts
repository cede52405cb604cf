import { describe, expect, it } from 'vitest';
import { isUnheard, literalsOf, poolsQuery, wordsQuery } from './search-text.ts';

// cspell:ignore rainer rainings

/** More words than `begunMax`. */
const many = ['rain', 'rained', 'rainer', 'raining', 'rainings', 'rainless', 'rains', 'rainy', 'rainier'];

describe('search queries', () => {
  it('require every word or a related one, with the last word as a prefix', () => {
    const words = [
      { word: 'songs', kin: ['song'], known: true, begun: [] },
      { word: 'rain', kin: ['rains', 'raining', 'ran'], known: true, begun: many },
    ];
    expect(wordsQuery(words)).toBe("('songs' | 'song') & ('rain':* | 'ran')");
    expect(wordsQuery(words, { whole: true })).toBe("('songs' | 'song') & ('rain' | 'rains' | 'raining' | 'ran')");
    const few = { word: 'rai', kin: [], known: false, begun: ['rain', 'rains'] };
    expect(wordsQuery([few])).toBe("('rai' | 'rain' | 'rains')");
    expect(wordsQuery([])).toBe('');
  });

  it('match nothing if one of the words is unknown', () => {
    const known = { word: 'song', kin: [], known: true, begun: [] };
    const half = { word: 'rai', kin: [], known: false, begun: ['rain'] };
    const strange = { word: 'zzyzx', kin: [], known: false, begun: [] };
    expect(isUnheard({ words: [known, half] }, { whole: false })).toBe(false);
    expect(isUnheard({ words: [half, known] }, { whole: false })).toBe(true);
    expect(isUnheard({ words: [known, half] }, { whole: true })).toBe(true);
    expect(isUnheard({ words: [known, strange] }, { whole: false })).toBe(true);
    expect(isUnheard({ words: [known, { ...strange, kin: ['song'] }] }, { whole: false })).toBe(false);
    expect(isUnheard({ words: [] }, { whole: false })).toBe(false);
  });

  it('keep meaningful punctuation and drop punctuation around words', () => {
    expect(literalsOf('100% silk_screen, "rain" (c++)!')).toEqual({
      signs: ['%', '_', '+'],
      literals: ['100%', 'silk_screen', 'c++'],
    });
    expect(literalsOf('@maya #music it’s lo-fi.')).toEqual({ signs: [], literals: [] });
    expect(literalsOf('雨の歌 雨')).toEqual({ signs: [], literals: ['雨の歌'] });
    expect(literalsOf('%')).toEqual({ signs: ['%'], literals: ['%'] });
  });

  it('escape quotes and exclude what the viewer may not see', () => {
    const words = [{ word: "o'x\\", kin: [], known: false, begun: [] }];
    const text = { words, folded: '', signs: ['\\'], literals: [] };
    const lookedUp = "('o''x\\\\') & '\\\\' & ('/c3' | '/c4')";
    expect(poolsQuery(text, { whole: false, adultToo: false, highlighted: 'without', categoryIds: [3, 4] })).toEqual({
      wanted: `${lookedUp} & !'/adult' & !'/top'`,
      lookedUp,
      firm: lookedUp,
    });
    expect(
      poolsQuery({ ...text, words: [] }, { whole: false, adultToo: true, highlighted: 'any', categoryIds: [0] }),
    ).toEqual({ wanted: "'\\\\'", lookedUp: "'\\\\'", firm: "'\\\\'" });
  });

  it('drop a prefix with too many completions from the sample query', () => {
    const song = { word: 'song', kin: [], known: true, begun: [] };
    const half = { word: 'rai', kin: [], known: false, begun: many };
    const narrowing = { whole: false, adultToo: true, highlighted: 'only', categoryIds: [0] } as const;
    const text = { folded: '', signs: [], literals: [] };
    expect(poolsQuery({ ...text, words: [song, half] }, narrowing)).toMatchObject({
      lookedUp: "('song') & ('rai':*) & '/top'",
      firm: "('song') & '/top'",
    });
    expect(poolsQuery({ ...text, words: [half] }, narrowing).firm).toBe("('rai':*) & '/top'");
  });
});
