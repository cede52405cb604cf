import { t } from '#contract/language/text.ts';
import { siteTexts } from '#contract/site-texts.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import type { Languages } from '#server/platform/language/languages.ts';
import { plainPage } from './plain-page.ts';

/** The page that the worker shows without a network. It holds no one's data. */
function offlinePage(brand: string): string {
  return plainPage({
    title: t`You are offline | ${{ brand }}`,
    heading: t`You are offline`,
    text: siteTexts.offline(brand),
    again: t`Try again`,
  });
}

/** The script at /sw.js: the built web/service-worker.ts with the offline page in each language, which names the brand, defined in front of it. */
export function serviceWorkerScript(brand: string, languages: Languages, built: string): string {
  const pages = languages.offered.map((tag) => [tag, inLanguage(languages.of(tag), () => offlinePage(brand))]);
  const json = JSON.stringify(Object.fromEntries(pages)).replaceAll('<', '\\u003c');
  return `const offlinePages = ${json};\n${built}`;
}

/** The worker may only call this site and show its icons in notifications. */
export const serviceWorkerHeaders = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
  'Content-Type': 'text/javascript; charset=utf-8',
  // The browser checks for a newer worker on every visit.
  'Cache-Control': 'no-cache',
};
