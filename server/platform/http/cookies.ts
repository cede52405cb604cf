import type { FastifyReply, FastifyRequest } from 'fastify';
import { ageCookie, type ReplyCookies } from './request-context.ts';

/** Cookies of a request header; the first of a name counts. */
export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    const value = part.slice(at + 1).trim();
    if (!cookies.has(name)) cookies.set(name, value);
  }
  return cookies;
}

/** The name on the wire: `__Host-` keeps other hosts of the domain from planting it, and needs https. */
export function cookieName(name: string, secure: boolean): string {
  return secure && name !== ageCookie ? `__Host-${name}` : name;
}

const safeValue = /^[\w!#$%&'()*+./:<=>?@[\]^`{|}~-]*$/;

/** Reads from the request and writes to the reply; `Secure` follows the scheme of PUBLIC_URL, so that plain http works. */
export function replyCookies(request: FastifyRequest, reply: FastifyReply, secure: boolean): ReplyCookies {
  const given = parseCookies(request.headers.cookie);
  function write(name: string, value: string, attributes: string[]): void {
    if (!safeValue.test(value)) throw new Error(`the value of cookie ${name} needs encoding`);
    const line = [`${cookieName(name, secure)}=${value}`, 'Path=/', ...attributes, ...(secure ? ['Secure'] : [])].join(
      '; ',
    );
    const already = reply.getHeader('set-cookie');
    const lines = already === undefined ? [] : [already].flat().map(String);
    const others = lines.filter((other) => !other.startsWith(`${cookieName(name, secure)}=`));
    reply.removeHeader('set-cookie');
    reply.header('set-cookie', [...others, line]);
  }
  return {
    get: (name) => given.get(cookieName(name, secure)),
    set(name, value, { maxAgeS, httpOnly = true, sameSite = 'lax' } = {}) {
      write(name, value, [
        ...(maxAgeS === undefined ? [] : [`Max-Age=${Math.floor(maxAgeS)}`]),
        `SameSite=${sameSite === 'lax' ? 'Lax' : 'Strict'}`,
        ...(httpOnly ? ['HttpOnly'] : []),
      ]);
    },
    clear: (name) => write(name, '', ['Max-Age=0', 'SameSite=Lax', 'HttpOnly']),
  };
}
