import { type Locale, pseudoLocale } from '#contract/language/languages.ts';
import type { Site } from '#contract/site.ts';
import { logFailure } from './log.ts';

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

const offered = 'languageOffered';

/** Offers the page in the language of the browser's owner, once in this browser. `offer` shows the offer. */
export function offerOnce(shown: Locale, { locales }: Site, offer: (wanted: Locale) => Promise<void>): void {
  const wanted = wantedLanguage(navigator.languages, locales);
  if (!wanted || wanted === shown) return;
  try {
    if (localStorage.getItem(offered)) return;
    localStorage.setItem(offered, wanted);
  } catch {
    // Without storage it would come back with every page.
    return;
  }
  offer(wanted).catch((error: unknown) => logFailure('could not offer a language', error));
}
