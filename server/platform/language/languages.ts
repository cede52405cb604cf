import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, createLanguage } from '#contract/language/create-language.ts';
import type { Locale } from '#contract/language/languages.ts';
import type { Language } from '#contract/language/text.ts';
import { projectRoot } from '#server/platform/config/project.ts';
import { inLanguage } from './in-language.ts';

/** The languages of this installation. */
export interface Languages {
  /** Those that LOCALES names, and English, which is the first. */
  readonly offered: readonly Locale[];
  /** Undefined for English, for anything that is no language, and for a language that the site does not offer (any more). */
  of(locale: unknown): Language | undefined;
  /** The same for pages whose address begins with the language: "/de/about-us". */
  ofAddress(locale: unknown): Language | undefined;
}

/** A stored language, or English if the site does not offer it (any more). */
export const offeredLocale = ({ locales }: { locales: readonly Locale[] }, stored: string): Locale =>
  locales.find((locale) => locale === stored) ?? 'en';

/** Composes a text for a person, in their language. */
export const inLanguageOf = <T>(languages: Languages, { locale }: { locale: string }, compose: () => T): T =>
  inLanguage(languages.of(locale), compose);

export interface InLanguage<T> {
  locale: Locale;
  composed: T;
}

/**
 * Composes a text once in each language that the site offers, English first, for statements that store it for many people. People with
 * another language get the English one.
 */
export const inEachLanguage = <T>(languages: Languages, compose: () => T): InLanguage<T>[] =>
  languages.offered.map((locale) => ({ locale, composed: inLanguageOf(languages, { locale }, compose) }));

/** Reads the built catalogues. Throws if one is missing. */
export function openLanguages(offered: readonly Locale[]): Languages {
  const known = offered.flatMap((locale) => {
    if (locale === 'en') return [];
    const file = join(projectRoot, `dist/language/${locale}.json`);
    const language = createLanguage(locale, JSON.parse(readFileSync(file, 'utf8')) as Catalogue);
    return [[locale as string, language, { ...language, prefix: `/${locale}` }] as const];
  });
  const find = (locale: unknown) => known.find(([tag]) => tag === locale);
  return { offered, of: (locale) => find(locale)?.[1], ofAddress: (locale) => find(locale)?.[2] };
}
