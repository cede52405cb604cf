/**
 * What visible text is, for everything that people type: names, titles, comments, messages and addresses (decisions/0064). The properties
 * are those of Unicode, because a list of code points is never complete.
 */

/**
 * Format and variation characters that change what the reader sees: parts of an emoji, a flag, a Chinese character, a Persian word. Each pattern begins with the character
 * itself: a look-behind that runs at each position of a long text would take seconds.
 */
const effective = [
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}`,
  String.raw`[\ufe0e\ufe0f](?<=\p{Extended_Pictographic}.)`,
  String.raw`\ufe0f(?<=[0-9#*].)(?=\u20e3)`,
  String.raw`\u200d(?<=(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier}).)(?=\p{Extended_Pictographic})`,
  String.raw`[\ufe00-\ufe0d\u{e0100}-\u{e01ef}](?<=\p{Script=Han}.)`,
  String.raw`[\u180b-\u180d\u180f](?<=\p{Script=Mongolian}.)`,
  String.raw`[\u200c\u200d](?<=(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Han}|\p{Script=Hangul})\p{L}\p{M}*.)`,
].join('|');
/** Control, direction and invisible characters, which can disguise a text. The signs of Arabic numbers belong to Cf and are visible. */
const unseen = String.raw`(?!\n)[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2])\p{Cf}|(?!\p{Extended_Pictographic})\p{Cn}`;
const effectiveOrUnseen = /* @__PURE__ */ new RegExp(`(${effective})|${unseen}`, 'gu');
/** Characters that count as symbols or letters, and whose glyphs are empty: blank Braille, a musical rest without a head, hieroglyphic gaps, a missing object. */
const blank = String.raw`\u2800\u{1d159}\u{13441}\u{13442}\ufffc`;
const visible = /* @__PURE__ */ new RegExp(String.raw`[^\s\p{M}\p{C}\p{Default_Ignorable_Code_Point}${blank}]`, 'u');
const blanks = /* @__PURE__ */ new RegExp(`[\\s${blank}]+`, 'gu');

/** Whether a reader sees anything of the text. Combining marks alone are not visible: they decorate the text before. */
export const isVisible = (text: string): boolean => visible.test(text);

/** Removes what no one sees. Normalizes to NFC, because keyboards type "é" in two ways. */
const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(effectiveOrUnseen, '$1')
    .normalize('NFC')
    .trim();

/**
 * Normalizes user text for display: at most three combining marks per letter and at most one empty line in a row.
 * Returns an empty text if nothing visible remains.
 */
export function tidyText(text: string): string {
  const tidy = cleanText(text)
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\n\s*\n\s*\n/g, '\n\n')
    .trim();
  return isVisible(tidy) ? tidy : '';
}

/** The same for one-line texts: names and titles. */
export const tidyLine = (text: string): string => tidyText(text).replace(blanks, ' ').trim();

/** Text that is itself the work: keeps every character, and returns an empty text if nothing is visible. */
export const visibleWork = (text: string): string => (isVisible(text) ? text.trim() : '');

/** An email address as it is stored and compared, apart from its domain (server/platform/mail/email-address.ts). Input methods type "＠" and "。". */
export const tidyAddress = (text: string): string =>
  cleanText(text)
    .replaceAll('\ufe0f', '')
    .replace('＠', '@')
    .replace(/@[^@]*$/, (domain) => domain.normalize('NFKC').replaceAll('。', '.'));

/** Whether the length in code points, as the database counts, is larger. Normalizing may lengthen a text. */
export const isLongerThan = (text: string, most: number): boolean => text.length > most && [...text].length > most;
