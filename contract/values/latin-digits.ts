/**
 * The text with the digits 0 to 9 instead of those of other scripts, as keyboards for Arabic or Japanese write them. Unicode encodes each
 * ten in a row, beginning with zero.
 */
export const latinDigits = (text: string): string => text.normalize('NFKC').replaceAll(/\p{Nd}/gu, latinDigit);

function latinDigit(digit: string): string {
  if (digit <= '9') return digit;
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}
