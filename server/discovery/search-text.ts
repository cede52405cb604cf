/** A stored word with its related words. */
export interface SearchWord {
  word: string;
  /** Known words with the same stem ("song", "songs"), or corrections of a typo. */
  related: string[];
  /** Some text or name contains the word, so it is probably complete. */
  known: boolean;
  /** Known words with this prefix, at most `completionsMax + 1`. */
  completions: string[];
}

/** Up to this many completions are searched as complete words, which costs the index much less than a prefix search. */
export const completionsMax = 8;

/** A parsed search text. */
export interface SearchText {
  words: SearchWord[];
  /** The normalized text with single spaces, as titles are stored. */
  folded: string;
  /** Required punctuation characters. Each is a word of the index; the index does not contain those of names. */
  signs: string[];
  /** Parts that must occur literally: those with punctuation, and sequences of Chinese or Japanese characters. */
  literals: string[];
}

const wordsMax = 16;

/** The punctuation that pool-search.sql indexes. */
const signs = /[%_\\+*=<>^~|$#€£¥§°]/g;
const characters = /[\u3040-\u9fff\uf900-\ufaff]{2}/;
/** Punctuation around a word that does not belong to it. "@maya" and "#music" are searched without it. */
const edges = /^[.,!?;:'"“”‘’()[\]{}@#…–—-]+|[.,!?;:'"“”‘’()[\]{}…–—-]+$/g;

/** The meaningful punctuation and the literal parts of a text. */
export function literalsOf(text: string): Pick<SearchText, 'signs' | 'literals'> {
  const parts = text
    .normalize('NFKC')
    .split(/\s+/)
    .map((part) => part.replace(edges, '') || part)
    .filter((part) => part.search(signs) >= 0 || characters.test(part));
  return { signs: [...new Set(parts.join('').match(signs) ?? [])], literals: parts };
}

export function firstWords(words: SearchWord[]): SearchWord[] {
  return words.slice(0, wordsMax);
}

/** Quotes a word for the text of a tsquery. */
export function lexeme(word: string): string {
  return `'${word.replace(/['\\]/g, (sign) => sign + sign)}'`;
}

const anyOf = (alternatives: readonly string[]) => `(${alternatives.join(' | ')})`;
const allOf = (terms: readonly string[]) => terms.join(' & ');

/**
 * The text of a tsquery that requires every word or one of its related words; empty without words. The last word matches as a prefix
 * unless `whole` is set.
 */
export function wordsQuery(words: readonly SearchWord[], { whole = false } = {}): string {
  return allOf(
    words.map(({ word, related, completions }, index) => {
      if (whole || index < words.length - 1) return anyOf([...new Set([word, ...related])].map(lexeme));
      if (completions.length <= completionsMax)
        return anyOf([...new Set([word, ...completions, ...related])].map(lexeme));
      const others = related.filter((other) => !other.startsWith(word));
      return anyOf([`${lexeme(word)}:*`, ...others.map(lexeme)]);
    }),
  );
}

/** Whether no text can match, because a word is unknown, has no related words and, as the last word, no completion. */
export function cannotMatch({ words }: Pick<SearchText, 'words'>, { whole }: { whole: boolean }): boolean {
  return words.some(({ known, related, completions }, index) => {
    const halfTyped = !whole && index === words.length - 1;
    return !known && related.length === 0 && !(halfTyped && completions.length > 0);
  });
}

export interface SearchNarrowing {
  /** The last word is complete. */
  whole: boolean;
  seesAdult: boolean;
  highlighted: 'only' | 'without' | 'any';
  /** Matches pools in any of these categories; 0 is the whole feed. */
  categoryIds: readonly number[];
}

/** The words and the filters of a search as texts of tsqueries over pool_search.words. */
export interface PoolsQuery {
  /** All conditions. */
  fullQuery: string;
  /** `fullQuery` without negations, which would make the index read everything that is excluded. */
  indexQuery: string;
  /** `indexQuery` without a last word that is a common prefix, if other words remain. */
  selectiveQuery: string;
}

export function poolsQuery({ words, signs: searchSigns }: SearchText, narrowing: SearchNarrowing): PoolsQuery {
  const { whole, seesAdult, highlighted, categoryIds } = narrowing;
  const among = [
    ...searchSigns.map(lexeme),
    ...(categoryIds.includes(0) ? [] : [anyOf(categoryIds.map((id) => lexeme(`/c${id}`)))]),
    ...(highlighted === 'only' ? [lexeme('/top')] : []),
  ];
  const without = [
    ...(seesAdult ? [] : [`!${lexeme('/adult')}`]),
    ...(highlighted === 'without' ? [`!${lexeme('/top')}`] : []),
  ];
  const indexQuery = allOf([...(words.length > 0 ? [wordsQuery(words, { whole })] : []), ...among]);
  const wide = !whole && (words.at(-1)?.completions.length ?? 0) > completionsMax;
  const selectiveQuery =
    wide && words.length > 1 ? allOf([wordsQuery(words.slice(0, -1), { whole: true }), ...among]) : indexQuery;
  return { fullQuery: allOf([indexQuery, ...without]), indexQuery, selectiveQuery };
}
