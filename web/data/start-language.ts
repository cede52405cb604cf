import type { Locale } from '#contract/language/languages.ts';
import { splitPath } from '#contract/language/localized-path.ts';
import { logFailure } from './log.ts';
import { openTabLanguage } from './open-tab-language.ts';
import type { TabLanguage } from './tab-language.ts';

const retryMs = 1000;

/**
 * Makes this tab speak the language of the page that the server sent. Resolves to whether it does: if the texts cannot be loaded, also not
 * a second later, the tab and its address become English, so that the page works.
 */
export async function startLanguage(
  language: TabLanguage,
  offered: readonly Locale[],
  fileNow: () => string | undefined,
): Promise<boolean> {
  const open = () => openTabLanguage(language, fileNow);
  const later = () => new Promise((resolve) => setTimeout(resolve, retryMs)).then(open);
  try {
    const speak = await open().catch(later);
    speak();
    return true;
  } catch (error) {
    logFailure('could not load the texts of the page', error);
    const { pathname, search, hash } = window.location;
    window.history.replaceState(window.history.state, '', splitPath(pathname, offered).path + search + hash);
    document.documentElement.lang = 'en';
    document.documentElement.dir = 'ltr';
    return false;
  }
}
