import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { actorOf, type RawRoutes, rawContext } from '#server/platform/http/request-context.ts';
import { finishGoogleSignIn } from './finish-google-sign-in.ts';
import { readAttempt } from './google-attempt.ts';
import { callbackPath } from './google-provider.ts';
import { startGoogleSignIn } from './start-google-sign-in.ts';

/** Raw routes because browsers navigate to them: every outcome is a redirect. */
export function googleRoutes(context: AccountsContext): RawRoutes {
  return (app) => {
    app.get('/api/auth/google', async (request, reply) => {
      const redirect = oneOf(request.query, 'redirect');
      const chooseAccount = oneOf(request.query, 'prompt') === 'select_account';
      return endInRedirect(request, reply, redirect, async () =>
        startGoogleSignIn(context, await rawContext(request), { redirect, chooseAccount }),
      );
    });
    app.get(callbackPath, async (request, reply) => {
      const at = request.url.indexOf('?');
      const query = at < 0 ? '' : request.url.slice(at);
      const visitor = await rawContext(request);
      // A failed sign-in keeps the target, so that the next attempt still leads there.
      const redirect = readAttempt(visitor)?.redirect;
      return endInRedirect(request, reply, redirect, async () => finishGoogleSignIn(context, visitor, query));
    });
  };
}

async function endInRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  redirect: string | undefined,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-store');
  try {
    return reply.redirect(await work(), 302);
  } catch (error) {
    // A browser goes back to a page that shows the error. A program gets the usual JSON error.
    if (!(error instanceof AppError) || !wantsPage(request)) throw error;
    const isSignedIn = (await actorOf(request)) !== null;
    return reply.redirect(addressAfterFailure(safeRedirect(redirect), error.code, isSignedIn), 302);
  }
}

/** The sign-in page, which shows the error. A signed-in person would see the home page there; the settings show the error to them. */
function addressAfterFailure(redirect: string, error: ErrorCode, isSignedIn: boolean): string {
  const { pathname, hash } = new URL(redirect, 'http://localhost');
  if (isSignedIn && pathname === paths.settings) return `${paths.settings}?${new URLSearchParams({ error })}${hash}`;
  return `${paths.auth}?${new URLSearchParams({ mode: 'login', redirect, error })}`;
}

function wantsPage(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-mode'] === 'navigate' || (request.headers.accept ?? '').includes('text/html');
}

function oneOf(query: unknown, name: string): string | undefined {
  const value = typeof query === 'object' && query !== null ? (query as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
