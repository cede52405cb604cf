import { directionOf, type Locale } from '#contract/language/languages.ts';
import { addressIn, unlocalized } from '#contract/language/localized-path.ts';
import { setLanguage } from '#contract/language/text.ts';
import { openTabLanguage } from './open-tab-language.ts';
import { type LanguageChange, pageTexts, type TabLanguage } from './tab-language.ts';

interface Switch extends LanguageChange, Pick<TabLanguage, 'catalogues'> {
  /** The module of the page on screen. */
  fileNow: () => string | undefined;
  /** Whether a later change has replaced this one. */
  isOutdated: () => boolean;
}

function speakEnglish(): void {
  pageTexts.load = undefined;
  setLanguage(() => undefined);
}

/** Makes this tab speak another language. Throws if the texts cannot be loaded. Nothing changes then, or if this is outdated. */
export async function switchLanguage(
  locale: Locale,
  { catalogues, inAddress, fileNow, isOutdated }: Switch,
): Promise<void> {
  const prefix = inAddress ? `/${locale}` : '';
  const speak = locale === 'en' ? speakEnglish : await openTabLanguage({ locale, prefix, catalogues }, fileNow);
  if (isOutdated()) return;
  const { search, hash } = window.location;
  const path = unlocalized(window.location.pathname);
  const address = inAddress ? addressIn(locale, path) : path;
  window.history.replaceState(window.history.state, '', address + search + hash);
  speak();
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
}
