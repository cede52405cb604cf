import type { QueryClient } from '@tanstack/react-query';
import { setLocale } from '#contract/calls/accounts.ts';
import type { Locale } from '#contract/language/languages.ts';
import { call } from '#web/data/call.ts';
import { setUserIn, userIn } from '#web/data/session.ts';
import { changeLanguage } from '#web/data/tab-language.ts';

/** Shows this page in another language. A signed-in person gets everything in it from now on, also their emails. Throws `AppError`. */
export async function chooseLanguage(locale: Locale, queries: QueryClient): Promise<void> {
  const user = userIn(queries);
  if (user) setUserIn(queries, await call(setLocale, { body: { locale } }));
  await changeLanguage(locale, { inAddress: !user });
}
