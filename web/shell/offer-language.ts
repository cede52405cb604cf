import type { QueryClient } from '@tanstack/react-query';
import { directionOf, type Locale, languages } from '#contract/language/languages.ts';
import { verbatim } from '#contract/language/text.ts';
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

/** Offers the page in the language of the browser's owner. */
export function offerLanguage(locale: Locale, queries: QueryClient): void {
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
