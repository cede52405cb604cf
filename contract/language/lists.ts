import { currentFormats, type Text, verbatim } from './text.ts';

/** "Comedy, Music, and Art"; "Google or GitHub". English without `Intl`, as `grouped`. */
export function formatList(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): Text {
  const formats = currentFormats();
  if (formats) return verbatim(formats.list(items, type));
  const word = type === 'conjunction' ? 'and' : 'or';
  if (items.length < 3) return verbatim(items.join(` ${word} `));
  return verbatim(`${items.slice(0, -1).join(', ')}, ${word} ${items.at(-1)}`);
}

/** Compares names for a list that a person reads. */
export const compareNames = (one: string, other: string): number =>
  currentFormats()?.compare(one, other) ?? one.localeCompare(other, 'en');

/** "Comedy, Music, Art", without the empty ones. Other languages list with "and", because their commas differ. */
export const formatItems = (items: readonly (string | null | undefined | false | 0)[]): Text => {
  const words = items.flatMap((item) => item || []);
  return verbatim(currentFormats()?.list(words, 'conjunction') ?? words.join(', '));
};
