/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
};

/** All marks but those that make another sound of a kana: "が" is not "か". */
const marks = /(?![\u3099\u309a])\p{M}/gu;

/**
 * The form in which a search compares texts: case, accents, width and the kind of kana do not matter. PostgreSQL does the same in
 * `search_fold`, whose results are in indexes.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[ßæœþςøđðłı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[\u30a1-\u30f6\u30fd]/g, (katakana) => String.fromCharCode(katakana.charCodeAt(0) - 0x60));
}

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

const hasNoSpaces = /[\u3040-\u9fff\uf900-\ufaff]/;

/** Whether each word of a search begins a word of the text. Chinese and Japanese write without spaces, so theirs may stand anywhere. */
export function hasWords(text: string, search: string): boolean {
  const words = wordsOf(text);
  return wordsOf(search).every((part) =>
    words.some((word) => (hasNoSpaces.test(part) ? word.includes(part) : word.startsWith(part))),
  );
}

/** Whether a search has a letter or a digit. */
export const isSearch = (text: string): boolean => wordsOf(text).length > 0;
