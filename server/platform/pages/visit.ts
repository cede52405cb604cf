import type { FastifyRequest } from 'fastify';
import type { Locale } from '#contract/language/languages.ts';
import { splitPath } from '#contract/language/localized-path.ts';
import { drawnChoices, type Theme } from '#contract/page-renderer.ts';
import type { Site } from '#contract/site.ts';
import { withoutTracking } from '#contract/values/tracking.ts';
import { type AdultViewer, ageCookie, seesAdult } from '#server/platform/http/adult-gate.ts';
import { parseCookies } from '#server/platform/http/cookies.ts';
import { sessionCookie } from '#server/platform/http/request-context.ts';
import type { Languages } from '#server/platform/language/languages.ts';
import { themeOf } from './plain-page.ts';

/** Everything in a visitor's request that a page may depend on. */
export interface Visit extends AdultViewer {
  /** Path and query as the client sent them, without the language and tracking parameters. */
  url: string;
  locale: Locale;
  /** Whether the address begins with the language. */
  hasPrefix: boolean;
  theme: Theme;
  /** Those of `drawnChoices` that are switched on on the device. */
  choices: string[];
  /** Whether the page includes the stylesheet, which saves visitors from other sites one round trip on their first page. */
  inlineCss: boolean;
}

const fromOutside = new Set<unknown>(['none', 'cross-site', 'same-site']);

/** Reads what a page may depend on, besides the account. */
export function visitOf(request: FastifyRequest, settings: Pick<Site, 'adultContent' | 'locales'>): Visit {
  const { cookie, 'sec-fetch-site': site } = request.headers;
  const given = cookie?.split(/;\s*/) ?? [];
  const { locale, path } = splitPath(withoutTracking(request.url), settings.locales);
  return {
    url: path,
    locale: locale ?? 'en',
    hasPrefix: locale !== null,
    theme: themeOf(cookie),
    seesAdult: seesAdult(settings, parseCookies(cookie)[ageCookie]),
    choices: drawnChoices.filter((name) => given.includes(`${name}=on`)),
    inlineCss: fromOutside.has(site),
  };
}

/** The language of a page; undefined for English. */
export const languageOf = (languages: Languages, { locale, hasPrefix }: Pick<Visit, 'locale' | 'hasPrefix'>) =>
  hasPrefix ? languages.ofAddress(locale) : languages.of(locale);

/** The one spelling of an address that begins with a language; undefined if it is that already. English has no beginning. */
export function canonicalAddress({ url, locale, hasPrefix }: Visit, requested: string): string | undefined {
  if (!hasPrefix) return undefined;
  if (locale === 'en') return url;
  return requested.startsWith(`/${locale}/?`) || requested === `/${locale}/` ? `/${locale}${url.slice(1)}` : undefined;
}

/** Whether the request has no trace of a session, not even an invalid one. */
export const isVisitor = ({ headers }: FastifyRequest): boolean => !headers.cookie?.includes(`${sessionCookie}=`);

/** Whether a page depends on nothing that a cookie says, so that every proxy may give it to every visitor. */
export const isForAll = ({ theme, seesAdult, choices }: Visit): boolean =>
  theme === null && !seesAdult && choices.length === 0;
