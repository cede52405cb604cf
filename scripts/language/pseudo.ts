import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

const plain = 'AaBCcDdEeGgHhIiJjKkLlNnOoPRrSsTtUuWwYyZz';
const accented = 'ÅåƁÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöÞŔŕŠšŢţÛûŴŵÝýŽž';
const accentOf = new Map([...plain].map((letter, index) => [letter, [...accented][index] ?? letter]));

/** Words for the longer text, so that it breaks into lines as other languages do. */
const filler = ' öñé ţŵö ţĥŕéé föûŕ fîvé šîx šévéñ éîĝĥţ ñîñé ţéñ éļévéñ ţŵéļvé';

const tag = /(<\/?\w+\/?>)/;

/** With accents, but for tags. */
const accent = (text: string) =>
  text
    .split(tag)
    .map((part) => (tag.test(part) ? part : [...part].map((letter) => accentOf.get(letter) ?? letter).join('')))
    .join('');

/** The length of the text without its tags and values. Of a plural, the longest form counts. */
function lengthOf(message: CompiledMessage): number {
  let length = 0;
  for (const token of message) {
    if (typeof token === 'string') length += token.replace(/<[^>]*>/g, '').length;
    else if (token[2] instanceof Object)
      length += Math.max(...Object.values(token[2]).filter(Array.isArray).map(lengthOf));
  }
  return length;
}

/**
 * A text in the pseudo-language: English with accents, longer by 40 %, in brackets. A text without accents cannot be translated yet, and
 * one without its closing bracket is cut off.
 */
export function pseudoMessage(message: string) {
  const compiled = compileMessageOrThrow(message, accent);
  const added = Math.ceil(lengthOf(compiled) * 0.4);
  const longer = filler.repeat(Math.ceil(added / filler.length)).slice(0, added);
  return ['[', ...compiled, `${longer.trimEnd()}]`];
}
