import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { afterEach, expect, test } from 'vitest';
import { createLanguage } from '#contract/language/create-language.ts';
import { inEnglish, setLanguage, textOf } from '#contract/language/text.ts';
import { seedCategories } from '#contract/limits.ts';
import { languageOf, speakEnglish } from '#testing/language.ts';
import { categoryMessages, categoryText, inOrderOfNames } from './category-text.ts';

// cspell:ignore Musik Kunst Kochen Überraschungen

afterEach(speakEnglish);

test('translators get every built-in category', () => {
  expect(categoryMessages().map(inEnglish)).toEqual(seedCategories.map(({ name }) => name));
});

test('translates the built-in names and leaves others as they are', () => {
  const id = (name: string) => generateMessageId(name, 'a category of pools') as string;
  const words = Object.fromEntries(seedCategories.map(({ name }) => [id(name), [`de:${name}`]]));
  const german = createLanguage('de', words);
  setLanguage(() => german);
  for (const message of categoryMessages()) expect(textOf(message)).toBe(categoryText(inEnglish(message)));
  expect(categoryText('Music')).toBe('de:Music');
  expect(categoryText('Pottery {wheel}')).toBe('Pottery {wheel}');
});

test('shows the name in English', () => {
  expect(categoryText('Music')).toBe('Music');
});

const categories = ['NSFW', 'Art', 'Cooking', 'Music', 'Surprises'].map((name) => ({ name }));

test('lists categories by their names in the language of the reader, adult ones first', () => {
  const words: Record<string, string> = {
    Art: 'Kunst',
    Cooking: 'Kochen',
    Music: 'Musik',
    Surprises: 'Überraschungen',
  };
  const german = languageOf(({ sentence }) => words[sentence[0] ?? '']);
  setLanguage(() => german);
  const names = inOrderOfNames(categories).map(({ name }) => categoryText(name));
  expect(names).toEqual(['NSFW', 'Kochen', 'Kunst', 'Musik', 'Überraschungen']);
});

test('keeps the order of the server in English', () => {
  expect(inOrderOfNames(categories)).toBe(categories);
});
