import { inEnglish, type Message, type Text, textOf, verbatim } from './text.ts';

/** An English text of the API in the language of the moment, if it is one of these messages; any other text stays as it is. */
export function knownText(english: string, messages: readonly Message[]): Text {
  const known = messages.find((message) => inEnglish(message) === english);
  return known ? textOf(known) : verbatim(english);
}
