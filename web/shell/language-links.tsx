import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { type Locale, languages } from '#contract/language/languages.ts';
import { addressIn } from '#contract/language/localized-path.ts';
import { currentLocale, t } from '#contract/language/text.ts';
import { useLocation } from '#web/data/location.tsx';
import { logFailure } from '#web/data/log.ts';
import { useSite } from '#web/data/session.ts';

/** The page in each language. Without code, and in a new tab, these are plain links. */
export function LanguageLinks() {
  const { locales } = useSite();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  if (locales.length < 2) return null;
  const now = currentLocale();
  const choose = (event: MouseEvent<HTMLAnchorElement>, locale: Locale) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    const { href } = event.currentTarget;
    event.preventDefault();
    import('./choose-language.ts')
      .then(({ chooseLanguage }) => chooseLanguage(locale, queries))
      .catch((error: unknown) => {
        logFailure('could not change the language', error);
        window.location.assign(href);
      });
  };
  return (
    <nav aria-label={t`Language`} className="col-span-full border-t border-line pt-4 brief:hidden">
      <ul className="flex flex-wrap gap-x-5">
        {locales.map((locale) => (
          <li key={locale}>
            <a
              href={addressIn(locale, pathname) + search}
              hrefLang={locale}
              lang={locale}
              aria-current={locale === now ? 'true' : undefined}
              className="flex min-h-8.5 items-center underline-offset-3 hover:text-ink hover:underline aria-current:font-[650] aria-current:text-ink pointer-coarse:min-h-11"
              onClick={(event) => choose(event, locale)}
            >
              {languages[locale].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
