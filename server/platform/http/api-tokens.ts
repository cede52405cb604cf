import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { isApi } from '#server/platform/network/own-address.ts';
import type { SessionReaders, TokenCall } from './request-context.ts';
import { hasEncodedToken, hasToken } from './token-text.ts';

/**
 * The credential of `Authorization: Bearer …`; the scheme in upper or lower case (RFC 9110, 11.1). Empty if there is none, and for a token without the
 * scheme or as a name or password (`curl -u`), mistakes that must not pass as a visit. Undefined for other schemes.
 */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return undefined;
  const [scheme = '', credential = ''] = authorization.trim().split(/ +(.*)/s);
  if (scheme.toLowerCase() === 'bearer') return credential;
  const text = scheme.toLowerCase() === 'basic' ? Buffer.from(credential, 'base64').toString('latin1') : authorization;
  return hasToken(text) ? '' : undefined;
}

/** Whether a request has an API token in a place where the server might see it. Other bearer tokens belong to single addresses. */
export const carriesToken = ({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): boolean =>
  hasToken(headers.authorization ?? '') || hasToken(url);

const isRepeated = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization').length > 1;

/**
 * Refuses a token outside of endpoints, in an address, and next to a second one: Node keeps the first Authorization header, and a proxy may
 * have looked at the other.
 */
export function guardTokens({ raw, url, headers, routeOptions }: FastifyRequest): void {
  if (isApi(url) && hasEncodedToken(url)) {
    throw appError('validation_failed', {
      message: () =>
        t`An API token belongs in the Authorization header, never in an address, which logs keep. Revoke this token.`,
    });
  }
  if (headers.authorization === undefined) return;
  if (isRepeated(raw)) {
    throw appError('validation_failed', { message: () => t`The request has more than one Authorization header.` });
  }
  // The route of all pages takes unknown addresses of the API, too: those get 404.
  const isKnown = routeOptions.url !== undefined && !(routeOptions.url === '/*' && isApi(url));
  if (isKnown && !routeOptions.config.takesTokens && hasToken(headers.authorization)) {
    throw appError('token_forbidden', { message: () => t`API tokens don’t work at this address.` });
  }
}

/** Reads the token of a call of an endpoint. Null without one. Throws token_invalid, and validation_failed beside a session cookie. */
export async function readToken(
  { headers, ip, routeOptions }: FastifyRequest,
  sessions: Pick<SessionReaders, 'readToken'>,
  hasSession: boolean,
): Promise<TokenCall | null> {
  const bearer = routeOptions.config.takesTokens ? bearerOf(headers) : undefined;
  if (bearer === undefined) return null;
  if (hasSession) {
    throw appError('validation_failed', {
      message: () => t`Send an API token or a session cookie, not both. Nothing was done.`,
    });
  }
  const byToken = await sessions.readToken(bearer, ip);
  if (!byToken) throw appError('token_invalid');
  return byToken;
}
