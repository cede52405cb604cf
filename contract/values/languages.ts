import { msg } from '#contract/language/text.ts';

/** Languages that creators can say they work in, by BCP 47 code, in the order of their English names. */
export const languages = {
  ar: msg`Arabic`,
  bn: msg`Bengali`,
  zh: msg`Chinese`,
  cs: msg`Czech`,
  da: msg`Danish`,
  nl: msg`Dutch`,
  en: msg`English`,
  fil: msg`Filipino`,
  fi: msg`Finnish`,
  fr: msg`French`,
  de: msg`German`,
  el: msg`Greek`,
  he: msg`Hebrew`,
  hi: msg`Hindi`,
  hu: msg`Hungarian`,
  id: msg`Indonesian`,
  it: msg`Italian`,
  ja: msg`Japanese`,
  ko: msg`Korean`,
  no: msg`Norwegian`,
  pl: msg`Polish`,
  pt: msg`Portuguese`,
  ro: msg`Romanian`,
  ru: msg`Russian`,
  es: msg`Spanish`,
  sv: msg`Swedish`,
  th: msg`Thai`,
  tr: msg`Turkish`,
  uk: msg`Ukrainian`,
  vi: msg`Vietnamese`,
} as const;

export type LanguageCode = keyof typeof languages;
export const languageCodes = Object.keys(languages) as [LanguageCode, ...LanguageCode[]];
