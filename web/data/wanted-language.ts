import { type Locale, pseudoLocale } from '#contract/language/languages.ts';

/** The offered language that the browser's owner prefers; undefined if the site has none of theirs. */
export function wantedLanguage(preferred: readonly string[], offered: readonly Locale[]): Locale | undefined {
  for (const tag of preferred) {
    const [language = ''] = tag.split('-');
    const found =
      offered.find((known) => known === tag) ??
      offered.find((known) => known === language) ??
      offered.find((known) => known !== pseudoLocale && known.startsWith(`${language}-`));
    if (found) return found;
  }
  return undefined;
}
