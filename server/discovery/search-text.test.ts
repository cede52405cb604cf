import { describe, expect, it } from 'vitest';
import { cannotMatch, literalsOf, poolsQuery, wordsQuery } from './search-text.ts';

// cspell:ignore rainer rainings

/** More words than `completionsMax`. */
const many = ['rain', 'rained', 'rainer', 'raining', 'rainings', 'rainless', 'rains', 'rainy', 'rainier'];

describe('search queries', () => {
  it('require every word or a related one, with the last word as a prefix', () => {
    const words = [
      { word: 'songs', related: ['song'], known: true, completions: [] },
      { word: 'rain', related: ['rains', 'raining', 'ran'], known: true, completions: many },
    ];
    expect(wordsQuery(words)).toBe("('songs' | 'song') & ('rain':* | 'ran')");
    expect(wordsQuery(words, { whole: true })).toBe("('songs' | 'song') & ('rain' | 'rains' | 'raining' | 'ran')");
    const few = { word: 'rai', related: [], known: false, completions: ['rain', 'rains'] };
    expect(wordsQuery([few])).toBe("('rai' | 'rain' | 'rains')");
    expect(wordsQuery([])).toBe('');
  });

  it('match nothing if one of the words is unknown', () => {
    const knownWord = { word: 'song', related: [], known: true, completions: [] };
    const half = { word: 'rai', related: [], known: false, completions: ['rain'] };
    const strange = { word: 'zzyzx', related: [], known: false, completions: [] };
    expect(cannotMatch({ words: [knownWord, half] }, { whole: false })).toBe(false);
    expect(cannotMatch({ words: [half, knownWord] }, { whole: false })).toBe(true);
    expect(cannotMatch({ words: [knownWord, half] }, { whole: true })).toBe(true);
    expect(cannotMatch({ words: [knownWord, strange] }, { whole: false })).toBe(true);
    expect(cannotMatch({ words: [knownWord, { ...strange, related: ['song'] }] }, { whole: false })).toBe(false);
    expect(cannotMatch({ words: [] }, { whole: false })).toBe(false);
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

  it('escape quotes and exclude pools that the viewer may not see', () => {
    const words = [{ word: "o'x\\", related: [], known: false, completions: [] }];
    const text = { words, folded: '', signs: ['\\'], literals: [] };
    const indexQuery = "('o''x\\\\') & '\\\\' & ('/c3' | '/c4')";
    expect(poolsQuery(text, { whole: false, seesAdult: false, highlighted: 'without', categoryIds: [3, 4] })).toEqual({
      fullQuery: `${indexQuery} & !'/adult' & !'/top'`,
      indexQuery,
      selectiveQuery: indexQuery,
    });
    expect(
      poolsQuery({ ...text, words: [] }, { whole: false, seesAdult: true, highlighted: 'any', categoryIds: [0] }),
    ).toEqual({ fullQuery: "'\\\\'", indexQuery: "'\\\\'", selectiveQuery: "'\\\\'" });
  });

  it('drop a prefix with too many completions from the sample query', () => {
    const song = { word: 'song', related: [], known: true, completions: [] };
    const half = { word: 'rai', related: [], known: false, completions: many };
    const narrowing = { whole: false, seesAdult: true, highlighted: 'only', categoryIds: [0] } as const;
    const text = { folded: '', signs: [], literals: [] };
    expect(poolsQuery({ ...text, words: [song, half] }, narrowing)).toMatchObject({
      indexQuery: "('song') & ('rai':*) & '/top'",
      selectiveQuery: "('song') & '/top'",
    });
    expect(poolsQuery({ ...text, words: [half] }, narrowing).selectiveQuery).toBe("('rai':*) & '/top'");
  });
});
