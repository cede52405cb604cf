/** A word as it is stored, with the words that have its stem ("song", "songs"). */
export interface SearchWord {
  word: string;
  kin: string[];
  /** Some text or name has it, so that it is no half of another. */
  known: boolean;
  /** Words in use that begin with it, up to `begunMax` and one. */
  begun: string[];
}

/** As many words are asked for one by one, whole, which costs the index much less than all that begin with something. */
export const begunMax = 8;

/** What somebody looks for. */
export interface SearchText {
  words: SearchWord[];
  /** Its words apart by one space, as titles are stored. */
  folded: string;
  /** Signs that have to be there, each a word of the index; those of names are not in it. */
  signs: string[];
  /** Parts that have to be there as they are: those with signs, and several Chinese or Japanese characters. */
  literals: string[];
}

const wordsMax = 16;

/** The signs of migration 0017 that mean something. */
const signs = /[%_\\+*=<>^~|$#€£¥§°]/g;
const characters = /[\u3040-\u9fff\uf900-\ufaff]{2}/;
/** What stands around a word without belonging to it; "@maya" and "#music" are looked for without it. */
const edges = /^[.,!?;:'"“”‘’()[\]{}@#…–—-]+|[.,!?;:'"“”‘’()[\]{}…–—-]+$/g;

/** The signs and literal parts of what was typed. */
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

/** A word of the index within the text of a tsquery. */
export function lexeme(word: string): string {
  return `'${word.replace(/['\\]/g, (sign) => sign + sign)}'`;
}

const anyOf = (alternatives: readonly string[]) => `(${alternatives.join(' | ')})`;
const allOf = (terms: readonly string[]) => terms.join(' & ');

/**
 * All words, each by itself or by one of its kin, as the text of a tsquery; empty without words. The last one may be half typed,
 * unless `whole`.
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

/** Whether no text can have all the words, since none in use is one of them, or begins with the last. */
export function isUnheard({ words }: Pick<SearchText, 'words'>, { whole }: { whole: boolean }): boolean {
  return words.some(({ known, kin, begun }, index) => {
    const halfTyped = !whole && index === words.length - 1;
    return !known && kin.length === 0 && !(halfTyped && begun.length > 0);
  });
}

export interface SearchNarrowing {
  /** The last word is not half typed. */
  whole: boolean;
  adultToo: boolean;
  highlighted: 'only' | 'without' | 'any';
  /** Any of these; 0 is the whole feed. */
  categoryIds: readonly number[];
}

/** What is looked for and among what, as texts of tsqueries over pool_search.words. */
export interface PoolsQuery {
  wanted: string;
  /** What an index finds at a low price: no "not", for which it would read all that is excluded. */
  lookedUp: string;
  /** The same without a half word that many begin with, where other words are left. */
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
