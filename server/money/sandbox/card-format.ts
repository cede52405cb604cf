/** A field's text and the caret's position in it. */
export interface Typed {
  text: string;
  caret: number;
}

// The hosted page sends the source of these functions to the browser, so each uses nothing outside itself.

/** Formats a card number in groups of four, or 4-6-5 for American Express. Keeps the caret behind the same digit. */
export function formatCardNumber({ text, caret }: Typed): Typed {
  const digits = text.replaceAll(/\D/g, '').slice(0, 19);
  const before = Math.min(text.slice(0, caret).replaceAll(/\D/g, '').length, digits.length);
  const isAmex = /^3[47]/.test(digits);
  const ends = isAmex ? [4, 10] : [4, 8, 12, 16];
  let formatted = '';
  let place = 0;
  for (let index = 0; index < digits.length; index += 1) {
    if (ends.includes(index)) formatted += ' ';
    formatted += digits.charAt(index);
    if (index + 1 === before) place = formatted.length;
  }
  return { text: formatted, caret: place };
}

/** Formats an expiry date as "MM / YY". A pasted year of four digits is shortened. Keeps the caret behind the same digit. */
export function formatExpiry({ text, caret }: Typed): Typed {
  let start = text;
  let shift = 0;
  // "3" can only be March, and "1/" is January.
  if (/^[2-9]/.test(start) || /^1\s*\//.test(start)) {
    start = `0${start}`;
    shift = 1;
  }
  const all = start.replaceAll(/\D/g, '');
  const digits = all.length === 6 && all.slice(2, 4) === '20' ? all.slice(0, 2) + all.slice(4) : all.slice(0, 4);
  const before = Math.min(start.slice(0, caret + shift).replaceAll(/\D/g, '').length, digits.length);
  const formatted = digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
  return { text: formatted, caret: before > 2 ? before + 3 : before };
}
