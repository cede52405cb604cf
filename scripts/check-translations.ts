import type { Locale } from '#contract/language/languages.ts';
import { fileOf, readTemplate, readTranslations, type Translation, translatedLocales } from './language/po-files.ts';
import { faultsOfTranslation, warningsOfTranslation } from './language/translation-faults.ts';

/** The languages that count as complete: the check fails if more than a few texts are missing in them. */
const complete: readonly Locale[] = ['de', 'es', 'fr', 'pt-BR', 'ar', 'ja'];
const missingMax = 0.02;

interface Report {
  faults: string[];
  warnings: string[];
  missing: number;
}

/** Checks the texts of a language against the English ones of the template. */
export function checkTranslations(
  locale: string,
  template: readonly { id: string }[],
  translations: readonly Translation[],
  isComplete: boolean,
): Report {
  const faults: string[] = [];
  const warnings: string[] = [];
  const ids = (texts: readonly { id: string }[]) => texts.map(({ id }) => id).join();
  if (ids(template) !== ids(translations))
    faults.push(`locales/${locale}.po does not have the texts of messages.pot: run npm run texts`);
  const usable = translations.filter(({ text, isFuzzy }) => text !== '' && !isFuzzy);
  for (const { message, text } of usable) {
    const describe = (problem: string) => `${locale}: ${problem}\n  ${message}\n  ${text}`;
    faults.push(...faultsOfTranslation(locale, message, text).map(describe));
    warnings.push(...warningsOfTranslation(message, text).map(describe));
  }
  const missing = translations.length - usable.length;
  if (isComplete && missing > missingMax * translations.length)
    faults.push(`${locale}: ${missing} texts are missing, but the language counts as complete`);
  return { faults, warnings, missing };
}

if (import.meta.main) {
  const template = readTemplate('messages');
  for (const locale of translatedLocales) {
    const { faults, warnings, missing } = checkTranslations(
      locale,
      template,
      readTranslations(fileOf(locale)),
      complete.includes(locale),
    );
    for (const fault of faults) console.log(fault);
    for (const warning of warnings) console.log(`warning: ${warning}`);
    console.log(`${locale}: ${template.length - missing} of ${template.length} texts, ${faults.length} faults`);
    if (faults.length > 0) process.exitCode = 1;
  }
}
