import { directionOf, type Locale } from '#contract/language/languages.ts';
import { addressIn, unlocalized } from '#contract/language/localized-path.ts';
import { setLanguage } from '#contract/language/text.ts';
import { openTabLanguage } from './open-tab-language.ts';
import { type LanguageChange, pageTexts, type TabLanguage } from './tab-language.ts';

/** Makes this tab speak another language. `file` is the module of its page. Throws if the texts cannot be loaded: nothing has changed then. */
export async function switchLanguage(
  locale: Locale,
  { catalogues, inAddress, file }: LanguageChange & Pick<TabLanguage, 'catalogues'> & { file: string | undefined },
): Promise<void> {
  const { search, hash } = window.location;
  const path = unlocalized(window.location.pathname);
  const address = inAddress ? addressIn(locale, path) : path;
  if (locale === 'en') {
    setLanguage(() => undefined);
    pageTexts.load = undefined;
  } else {
    await openTabLanguage({ locale, prefix: inAddress ? `/${locale}` : '', catalogues }, file);
  }
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  window.history.replaceState(window.history.state, '', address + search + hash);
}
