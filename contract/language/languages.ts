// cspell:ignore Deutsch

interface Known {
  /** As the language calls itself. */
  name: string;
  /** The script runs from right to left. */
  isRtl?: true;
}

/**
 * The languages of the product, by their BCP 47 tag, which is also the beginning of the paths of their pages and the name of their
 * catalogue in `locales/`. English is the source and needs no catalogue. `en-XA` is no language: longer English with accents shows texts
 * that are cut off or not translatable.
 */
const known = {
  en: { name: 'English' },
  de: { name: 'Deutsch' },
  es: { name: 'Español' },
  fr: { name: 'Français' },
  'pt-BR': { name: 'Português (Brasil)' },
  ar: { name: 'العربية', isRtl: true },
  ja: { name: '日本語' },
  'en-XA': { name: '[Ƥşéũđô]' },
} satisfies Record<string, Known>;

export type Locale = keyof typeof known;

/** Never indexed by search engines or offered to people who did not ask for it. */
export const pseudoLocale = 'en-XA' satisfies Locale;

export const languages: Readonly<Record<Locale, Known>> = known;
export const allLocales = Object.keys(known) as [Locale, ...Locale[]];

export const isLocale = (tag: unknown): tag is Locale => typeof tag === 'string' && Object.hasOwn(known, tag);

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (languages[locale].isRtl ? 'rtl' : 'ltr');
