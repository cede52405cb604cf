import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, createLanguage } from '#contract/language/create-language.ts';
import type { Locale } from '#contract/language/languages.ts';
import type { Language } from '#contract/language/text.ts';
import { projectRoot } from '#server/platform/config/project.ts';

/** The languages of this installation. */
export interface Languages {
  /** Those that LOCALES names, and English, which is the first. */
  readonly offered: readonly Locale[];
  /** Undefined for English, and for a language that the site does not offer (any more). */
  of(locale: string | null | undefined): Language | undefined;
  /** The same for pages whose address begins with the language: "/de/creators". */
  ofAddress(locale: string | null | undefined): Language | undefined;
}

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
