import type { IncomingMessage } from 'node:http';

/** The characters of RFC 3986, except the comma, which a proxy writes between two hosts that it joined. */
const host = /^[\w.~%!$&'()*+;=:[\]-]*$/;

/**
 * Whether a request names one host that can be one (RFC 9112, 3.2). Node keeps the first of several, a proxy may have gone by the
 * last, and a cache between them would mix their sites up.
 */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'host') continue;
    count += 1;
    if (!host.test(rawHeaders[index + 1] ?? '')) return false;
  }
  return count <= 1;
}
