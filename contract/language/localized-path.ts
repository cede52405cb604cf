import type { Locale } from './languages.ts';
import { currentLanguage } from './text.ts';

/**
 * The paths of pages in other languages begin with the language: "/de/creators". English paths have no such beginning, and code knows only
 * English paths: `localized` makes the address for the browser, and `unlocalized` reads it.
 */

export interface SplitPath {
  /** The offered language that the path begins with; null if it begins with none. */
  locale: Locale | null;
  /** The path without it, with exactly one slash at its beginning. */
  path: string;
}

/** Splits a path, with or without a query. Only the exact spelling of an offered language counts. */
export function splitPath(path: string, offered: readonly Locale[]): SplitPath {
  const [, tag, rest = ''] = /^\/([A-Za-z-]{2,10})(?=[/\\?#]|$)(.*)$/s.exec(path) ?? [];
  const locale = offered.find((known) => known === tag);
  return locale ? { locale, path: `/${rest.replace(/^[/\\]+/, '')}` } : { locale: null, path };
}

/** The address of a page in a language. */
export const addressIn = (locale: Locale, path: string): string =>
  locale === 'en' ? path : withPrefix(`/${locale}`, path);

const withPrefix = (prefix: string, path: string) => prefix + path.replace(/^\/(?=[?#]|$)/, '');

/** A path of this site as the address in the language of the moment. Paths of files and of the API have no language. */
export function localized(path: string): string {
  const prefix = currentLanguage()?.prefix;
  if (!prefix || !/^\/(?![/\\])(?!(?:api|sandbox)\/)/.test(path)) return path;
  return withPrefix(prefix, path);
}

/** The path of an address in the language of the moment. Like the server, it reads "//evil.example" as "/evil.example". */
export function unlocalized(address: string): string {
  const prefix = currentLanguage()?.prefix;
  const rest = prefix && address.startsWith(prefix) ? address.slice(prefix.length) : undefined;
  const path = rest === undefined || !/^(?:[/?#]|$)/.test(rest) ? address : rest;
  return path.replace(/^\/*/, '/');
}
