import type { QueryClient } from '@tanstack/react-query';
import { directionOf, type Locale, languages } from '#contract/language/languages.ts';
import { currentLocale, verbatim } from '#contract/language/text.ts';
import type { Site } from '#contract/site.ts';
import { wantedLanguage } from '#web/data/wanted-language.ts';
import { toast, toastError } from '#web/ui/toast.tsx';
import { chooseLanguage } from './choose-language.ts';

// cspell:ignore Diese Seite Deutsch Esta Cette

/** In the language that is offered, because its catalogue is not loaded yet. */
const offers: Readonly<Record<Locale, string>> = {
  en: 'This page in English',
  de: 'Diese Seite auf Deutsch',
  es: 'Esta página en español',
  fr: 'Cette page en français',
  'pt-BR': 'Esta página em português',
  ar: 'هذه الصفحة بالعربية',
  ja: 'このページを日本語で表示',
  'en-XA': '[Ţĥîş ƥàĝé îñ ƥşéũđô]',
};

const shownForMs = 20_000;

const storageKey = 'languageOffered';

/** Whether this browser has had its offer. Without storage it would come back with every page. */
function hasHadOffer(locale: Locale): boolean {
  try {
    if (localStorage.getItem(storageKey)) return true;
    localStorage.setItem(storageKey, locale);
    return false;
  } catch {
    return true;
  }
}

/** Offers the page in the language of the browser's owner, once in this browser. */
export function offerLanguage({ locales }: Site, queries: QueryClient): void {
  const locale = wantedLanguage(navigator.languages, locales);
  if (!locale || locale === currentLocale() || hasHadOffer(locale)) return;
  toast({
    title: verbatim(offers[locale]),
    language: { lang: locale, dir: directionOf(locale) },
    durationMs: shownForMs,
    action: {
      label: verbatim(languages[locale].name),
      onPress: () => void chooseLanguage(locale, queries).catch((error: unknown) => toastError(error)),
    },
  });
}
