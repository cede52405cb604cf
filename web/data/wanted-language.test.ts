import { expect, it } from 'vitest';
import { allLocales } from '#contract/language/languages.ts';
import { wantedLanguage } from './wanted-language.ts';

it.each([
  [['de-AT', 'en'], 'de'],
  [['pt-PT'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['nl', 'fr-CA', 'de'], 'fr'],
  [['en-GB', 'de'], 'en'],
  [['zh-TW'], undefined],
  [[''], undefined],
  [[], undefined],
])('finds the language for %j', (preferred, wanted) => {
  expect(wantedLanguage(preferred, allLocales)).toBe(wanted);
});

it('offers only languages of the site', () => {
  expect(wantedLanguage(['de', 'fr'], ['en', 'fr'])).toBe('fr');
  expect(wantedLanguage(['ja'], ['en'])).toBeUndefined();
});
