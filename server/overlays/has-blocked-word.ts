const letterOf: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const asLetters = (text: string, one = 'i') =>
  text.replace(/[013-578@$!]/g, (sign) => (sign === '1' ? one : (letterOf[sign] ?? sign)));

/** Without accents and decorated forms of letters. Marks of other scripts are parts of their words. */
const asPlain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)\p{M}/gu, '')
    .normalize('NFC');

/**
 * Whether a name has a blocked word, also with accents, with digits for letters, in decorated letters or with signs between them. The chat
 * compares words exactly, because it would refuse harmless messages otherwise. A harmless name only becomes "Someone".
 */
export function hasBlockedWord(filter: RegExp | null, name: string): boolean {
  if (!filter) return false;
  const plain = asPlain(name);
  const spellings = [name, plain, asLetters(plain), asLetters(plain, 'l')];
  return spellings.some((text) => filter.test(text) || filter.test(text.replace(/[^\p{L}\p{N}\p{M}]+/gu, '')));
}
