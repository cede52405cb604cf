import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ageCookie } from './adult-gate.ts';
import type { ReplyCookies } from './request-context.ts';

/** Parses a Cookie header. If a name appears twice, the first value counts. */
export function parseCookies(header: string | undefined): Record<string, string | undefined> {
  return fastifyCookie.parse(header ?? '');
}

/** The name in the header. The `__Host-` prefix stops other hosts of the domain from setting the cookie; it needs https. */
export function cookieName(name: string, secure: boolean): string {
  return secure && name !== ageCookie ? `__Host-${name}` : name;
}

/** Reads cookies of the request and sets cookies on the reply. `Secure` follows the scheme of PUBLIC_URL, so plain http works. */
export function replyCookies(request: FastifyRequest, reply: FastifyReply, secure: boolean): ReplyCookies {
  const given = parseCookies(request.headers.cookie);
  const common = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    get: (name) => given[cookieName(name, secure)],
    set(name, value, { maxAgeS, ...options } = {}) {
      const maxAge = maxAgeS === undefined ? undefined : Math.floor(maxAgeS);
      reply.setCookie(cookieName(name, secure), value, { ...common, ...options, maxAge });
    },
    clear: (name) => void reply.clearCookie(cookieName(name, secure), common),
  };
}
