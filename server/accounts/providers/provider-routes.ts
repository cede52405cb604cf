import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '#contract/app-error.ts';
import type { Locale } from '#contract/language/languages.ts';
import { addressIn } from '#contract/language/localized-path.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { actorOf, type RawRoutes, rawContext } from '#server/platform/http/request-context.ts';
import { offeredLocale } from '#server/platform/language/languages.ts';
import { readAttempt } from './attempt.ts';
import { finishProviderSignIn } from './finish-provider-sign-in.ts';
import type { StartOptions } from './provider.ts';
import { startProviderSignIn } from './start-provider-sign-in.ts';

const prompts: Record<string, Omit<StartOptions, 'locale'>> = {
  select_account: { purpose: 'sign_in', chooseAccount: true },
  login: { purpose: 'prove' },
};

/** Raw routes because browsers navigate to them: every outcome is a redirect. */
export function providerRoutes(context: AccountsContext): RawRoutes {
  const start = async (request: FastifyRequest, reply: FastifyReply, id: string) => {
    const redirect = oneOf(request.query, 'redirect');
    const options = prompts[oneOf(request.query, 'prompt') ?? ''] ?? { purpose: 'sign_in' };
    // A link with a language that the site does not offer leads to an English account.
    const locale = offeredLocale(context.config, oneOf(request.query, 'locale') ?? 'en');
    return endInRedirect(request, reply, { id, redirect, locale }, async () =>
      startProviderSignIn(context, await rawContext(request), id, { ...options, redirect, locale }),
    );
  };
  const finish = async (request: FastifyRequest, reply: FastifyReply, id: string) => {
    const at = request.url.indexOf('?');
    const query = at < 0 ? '' : request.url.slice(at);
    const visitor = await rawContext(request);
    // A failed sign-in keeps the target, so that the next attempt still leads there.
    const { redirect, locale = 'en' } = readAttempt(visitor, id) ?? {};
    const from = { id, redirect, locale: offeredLocale(context.config, locale) };
    return endInRedirect(request, reply, from, () => finishProviderSignIn(context, visitor, id, query));
  };
  // The settings refuse "google" as another provider's id, and its own addresses are those below.
  const idOf = ({ params }: FastifyRequest) => {
    const id = oneOf(params, 'id') ?? '';
    return id === 'google' ? '' : id;
  };
  return (app) => {
    app.get('/api/auth/google', (request, reply) => start(request, reply, 'google'));
    app.get('/api/auth/google/callback', (request, reply) => finish(request, reply, 'google'));
    app.get('/api/auth/oidc/:id', (request, reply) => start(request, reply, idOf(request)));
    app.get('/api/auth/oidc/:id/callback', (request, reply) => finish(request, reply, idOf(request)));
  };
}

interface From {
  id: string;
  redirect: string | undefined;
  /** The language of the page that it began on. */
  locale: Locale;
}

async function endInRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, redirect, locale }: From,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-store');
  try {
    return reply.redirect(await work(), 302);
  } catch (error) {
    // A browser goes back to a page that shows the error. A program gets the usual JSON error.
    if (!(error instanceof AppError) || !wantsPage(request)) throw error;
    const isSignedIn = (await actorOf(request)) !== null;
    const path = pathAfterFailure(safeRedirect(redirect), error.code, id, isSignedIn);
    return reply.redirect(isSignedIn ? path : addressIn(locale, path), 302);
  }
}

/** The sign-in page, which shows the error. A signed-in person would see the home page there; the settings show the error to them. */
function pathAfterFailure(redirect: string, error: ErrorCode, id: string, isSignedIn: boolean): string {
  const { pathname, hash } = new URL(redirect, 'http://localhost');
  if (isSignedIn && pathname === paths.settings) return `${paths.settings}?${new URLSearchParams({ error })}${hash}`;
  const from = id === 'google' ? '' : `&${new URLSearchParams({ provider: id })}`;
  return `${paths.auth}?${new URLSearchParams({ mode: 'login', redirect, error })}${from}`;
}

function wantsPage(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-mode'] === 'navigate' || (request.headers.accept ?? '').includes('text/html');
}

function oneOf(values: unknown, name: string): string | undefined {
  const value = typeof values === 'object' && values !== null ? (values as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
