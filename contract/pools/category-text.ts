import { compareNames } from '#contract/language/lists.ts';
import { currentLanguage, type Message, msg, type Text, textOf } from '#contract/language/text.ts';
import { isAdultCategory } from '#contract/limits.ts';

/**
 * A category's name for people. The API, addresses and forms keep the English name. Names that an operator added stay as they are. It needs
 * no table of the built-in names, because a catalogue has them by their English; the browser's first load is English.
 */
export const categoryText = (name: string): Text =>
  textOf({ sentence: [name], parts: [], context: 'a category of pools' });

/** Categories as a person reads them: adult ones first, then by name. English has the order in which the server sends them. */
export function inOrderOfNames<T extends { name: string }>(categories: readonly T[]): readonly T[] {
  if (!currentLanguage()) return categories;
  return categories.toSorted(
    (one, other) =>
      Number(isAdultCategory(other.name)) - Number(isAdultCategory(one.name)) ||
      compareNames(categoryText(one.name), categoryText(other.name)),
  );
}

/** The names of `seedCategories` for translators. A function, which the build drops. */
export const categoryMessages = (): Message[] => [
  msg({ message: 'Comedy', context: 'a category of pools' }),
  msg({ message: 'Music', context: 'a category of pools' }),
  msg({ message: 'Gaming', context: 'a category of pools' }),
  msg({ message: 'Art', context: 'a category of pools' }),
  msg({ message: 'Cosplay', context: 'a category of pools' }),
  msg({ message: 'Fitness', context: 'a category of pools' }),
  msg({ message: 'Cooking', context: 'a category of pools' }),
  msg({ message: 'Education', context: 'a category of pools' }),
  msg({ message: 'Podcasts', context: 'a category of pools' }),
  msg({ message: 'Dance', context: 'a category of pools' }),
  msg({ message: 'Film', context: 'a category of pools' }),
  msg({ message: 'Tech', context: 'a category of pools' }),
  msg({ message: 'NSFW', context: 'a category of pools' }),
];
