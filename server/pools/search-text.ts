/** A word as it is stored, with the words that have its stem ("song", "songs"). */
export interface SearchWord {
  word: string;
  kin: string[];
  /** Some text or name has it, so that it is no half of another. */
  known: boolean;
}

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
    words.map(({ word, kin }, index) => {
      if (whole || index < words.length - 1) return anyOf([...new Set([word, ...kin])].map(lexeme));
      const others = kin.filter((other) => !other.startsWith(word));
      return anyOf([`${lexeme(word)}:*`, ...others.map(lexeme)]);
    }),
  );
}

export interface SearchNarrowing {
  /** The last word is not half typed. */
  whole: boolean;
  adultToo: boolean;
  highlighted: 'only' | 'without' | 'any';
  /** Any of these; 0 is the whole feed. */
  categoryIds: readonly number[];
}

/** What is looked for and among what, as the text of a tsquery over pool_search.words. */
export function poolsQuery({ words, signs: asked }: SearchText, narrowing: SearchNarrowing): string {
  const { whole, adultToo, highlighted, categoryIds } = narrowing;
  return allOf([
    ...(words.length > 0 ? [wordsQuery(words, { whole })] : []),
    ...asked.map(lexeme),
    ...(categoryIds.includes(0) ? [] : [anyOf(categoryIds.map((id) => lexeme(`/c${id}`)))]),
    ...(adultToo ? [] : [`!${lexeme('/adult')}`]),
    ...(highlighted === 'any' ? [] : [`${highlighted === 'only' ? '' : '!'}${lexeme('/top')}`]),
  ]);
}
