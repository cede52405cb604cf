import { expect, it } from 'vitest';
import { checkTranslations } from './check-translations.ts';
import type { Translation } from './language/po-files.ts';

// cspell:ignore Schließen

const texts = Array.from({ length: 100 }, (_, index): Translation => {
  const message = `Text ${index}`;
  return { id: message, message, context: undefined, text: message, isFuzzy: false };
});
const without = (count: number) => texts.map((text, index) => (index < count ? { ...text, text: '' } : text));

it('lets a complete language miss a few texts, and others any number', () => {
  expect(checkTranslations('de', texts, without(2), true)).toEqual({ faults: [], warnings: [], missing: 2 });
  expect(checkTranslations('de', texts, without(3), true).faults).toEqual([
    'de: 3 texts are missing, but the language counts as complete',
  ]);
  expect(checkTranslations('de', texts, without(100), false)).toEqual({ faults: [], warnings: [], missing: 100 });
});

it('counts a fuzzy text as missing, and does not check it', () => {
  const [first, ...others] = texts as [Translation, ...Translation[]];
  const fuzzy = { ...first, text: '<img>', isFuzzy: true };
  expect(checkTranslations('de', texts, [fuzzy, ...others], true)).toEqual({ faults: [], warnings: [], missing: 1 });
});

it('finds texts that are not those of the source', () => {
  expect(checkTranslations('de', texts, texts.slice(1), false).faults).toEqual([
    'locales/de.po does not have the texts of messages.pot: run npm run texts',
  ]);
});

it('reports each faulty translation with its English', () => {
  const close = { id: 'a', message: 'Close', context: undefined, text: 'Schließen ', isFuzzy: false };
  expect(checkTranslations('de', [close], [close], false).faults).toEqual([
    'de: spaces at the beginning or the end\n  Close\n  Schließen ',
  ]);
});
