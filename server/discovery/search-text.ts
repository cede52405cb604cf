/** A stored word with its related words. */
export interface SearchWord {
  word: string;
  /** Known words with the same stem ("song", "songs"), or corrections of a typo. */
  kin: string[];
  /** Some text or name contains the word, so it is probably complete. */
  known: boolean;
  /** Known words with this prefix, at most `begunMax + 1`. */
  begun: string[];
}

/** Up to this many completions are searched as complete words, which costs the index much less than a prefix search. */
export const begunMax = 8;

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

/** The punctuation that migration 0017 indexes. */
const signs = /[%_\\+*=<>^~|$#€£¥§°]/g;
const characters = /[\u3040-\u9fff\uf900-\ufaff]{2}/;
/** Punctuation around a word that does not belong to it. "@maya" and "#music" are searched without it. */
const edges = /^[.,!?;:'"“”‘’()[\]{}@#…–—-]+|[.,!?;:'"“”‘’()[\]{}…–—-]+$/g;

/** The meaningful punctuation and the literal parts of a text. */
export function literalsOf(text: string): Pick<SearchText, 'signs' | 'literals'> {
  const parts = text
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
    words.map(({ word, kin, begun }, index) => {
      if (whole || index < words.length - 1) return anyOf([...new Set([word, ...kin])].map(lexeme));
      if (begun.length <= begunMax) return anyOf([...new Set([word, ...begun, ...kin])].map(lexeme));
      const others = kin.filter((other) => !other.startsWith(word));
      return anyOf([`${lexeme(word)}:*`, ...others.map(lexeme)]);
    }),
  );
}

/** Whether no text can match, because a word is unknown, has no related words and, as the last word, no completion. */
export function isUnheard({ words }: Pick<SearchText, 'words'>, { whole }: { whole: boolean }): boolean {
  return words.some(({ known, kin, begun }, index) => {
    const halfTyped = !whole && index === words.length - 1;
    return !known && kin.length === 0 && !(halfTyped && begun.length > 0);
  });
}

export interface SearchNarrowing {
  /** The last word is complete. */
  whole: boolean;
  adultToo: boolean;
  highlighted: 'only' | 'without' | 'any';
  /** Matches pools in any of these categories; 0 is the whole feed. */
  categoryIds: readonly number[];
}

/** The words and the filters of a search as texts of tsqueries over pool_search.words. */
export interface PoolsQuery {
  /** All conditions. */
  wanted: string;
  /** `wanted` without negations, which would make the index read everything that is excluded. */
  lookedUp: string;
  /** `lookedUp` without a last word that is a common prefix, if other words remain. */
  firm: string;
}

export function poolsQuery({ words, signs: asked }: SearchText, narrowing: SearchNarrowing): PoolsQuery {
  const { whole, adultToo, highlighted, categoryIds } = narrowing;
  const among = [
    ...asked.map(lexeme),
    ...(categoryIds.includes(0) ? [] : [anyOf(categoryIds.map((id) => lexeme(`/c${id}`)))]),
    ...(highlighted === 'only' ? [lexeme('/top')] : []),
  ];
  const without = [
    ...(adultToo ? [] : [`!${lexeme('/adult')}`]),
    ...(highlighted === 'without' ? [`!${lexeme('/top')}`] : []),
  ];
  const lookedUp = allOf([...(words.length > 0 ? [wordsQuery(words, { whole })] : []), ...among]);
  const wide = !whole && (words.at(-1)?.begun.length ?? 0) > begunMax;
  const firm = wide && words.length > 1 ? allOf([wordsQuery(words.slice(0, -1), { whole: true }), ...among]) : lookedUp;
  return { wanted: allOf([lookedUp, ...without]), lookedUp, firm };
}
