import { t } from '#contract/language/text.ts';
import { siteTexts } from '#contract/site-texts.ts';
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

/** The script at /sw.js: the built web/service-worker.ts with the offline page, which names the brand, defined in front of it. */
export function serviceWorkerScript(brand: string, built: string): string {
  const page = JSON.stringify(offlinePage(brand)).replaceAll('<', '\\u003c');
  return `const offlinePage = ${page};\n${built}`;
}

/** The worker may only call this site and show its icons in notifications. */
export const serviceWorkerHeaders = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
  'Content-Type': 'text/javascript; charset=utf-8',
  // The browser checks for a newer worker on every visit.
  'Cache-Control': 'no-cache',
};
