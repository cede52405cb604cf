import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Catalogue } from '#contract/language/create-language.ts';
import { allLocales, type Locale } from '#contract/language/languages.ts';
import { fileOf, readTemplate, readTranslations } from './po-files.ts';
import { pseudoMessage } from './pseudo.ts';

/** The languages that have catalogues: all but English. */
export const compiledLocales = allLocales.filter((locale) => locale !== 'en');

interface Compiled {
  catalogue: Catalogue;
  /** How many texts stay English because they are not translated. */
  missing: number;
}

export const compile = (locale: Locale): Compiled =>
  locale === 'en-XA' ? { catalogue: pseudoCatalogue(), missing: 0 } : compileFile(fileOf(locale));

/** Compiles the texts of a PO file. Those that are not translated, or are faulty, are left out: they stay English. */
export function compileFile(file: string): Compiled {
  const catalogue: Catalogue = {};
  let missing = 0;
  for (const { id, text, isFuzzy } of readTranslations(file)) {
    const compiled = text === '' || isFuzzy ? undefined : compileOrSkip(text);
    if (compiled) catalogue[id] = compiled;
    else missing += 1;
  }
  return { catalogue, missing };
}

/** `npm run check` reports a faulty text. It must not keep a site from starting. */
function compileOrSkip(text: string) {
  try {
    return compileMessageOrThrow(text);
  } catch {
    return undefined;
  }
}

const pseudoCatalogue = (): Catalogue =>
  Object.fromEntries(
    [...readTemplate('messages'), ...readTemplate('english-only')].map(({ id, message }) => [
      id,
      pseudoMessage(message),
    ]),
  );
