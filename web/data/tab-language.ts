import type { Locale } from '#contract/language/languages.ts';

/** The language of a tab, as the server sends it with a page. */
export interface TabLanguage {
  locale: Locale;
  /** The beginning of the paths: "/de", or empty. */
  prefix: string;
  /** The path of the catalogues, before the language. */
  catalogues: string;
}

/** The name of a page's catalogue: "pool-page", "admin/users-page". Undefined for modules of which the base catalogue has the texts. */
export const catalogueOf = (file: string): string | undefined => /^web\/pages\/(.+)\.tsx$/.exec(file)?.[1];

/** Loads the texts of a page, for a language other than English. Client only: `openTabLanguage` sets it. */
export const pageTexts: { load?: ((file: string) => Promise<void>) | undefined } = {};

export interface LanguageChange {
  /** Whether the address begins with the language from now on. */
  inAddress: boolean;
}

type Change = (locale: Locale, how: LanguageChange & { isOutdated: () => boolean }) => Promise<void>;

// Client only: the browser's entry and choices of the person write them.
let change: Change = () => Promise.reject(new Error('the page has not started'));
const listeners = new Set<() => void>();
let changes = 0;
let wanted: Locale | undefined;

/** Called once by the browser's entry, which knows the page and its catalogues. */
export function setLanguageChange(made: Change): void {
  change = made;
}

/**
 * Shows the page in another language, unless a later call asks for yet another one. It keeps what the person has typed and where they have
 * scrolled to. Throws if it cannot.
 */
export async function changeLanguage(locale: Locale, how: LanguageChange): Promise<void> {
  wanted = locale;
  const isOutdated = () => wanted !== locale;
  await change(locale, { ...how, isOutdated });
  if (isOutdated()) return;
  changes += 1;
  for (const listener of listeners) listener();
}

/** The number of changes of language in this tab. */
export const languageChanges = () => changes;

/** Calls the listener after the tab's language has changed. Returns a stop function. */
export function watchLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
