import type { IncomingMessage } from 'node:http';

/** The characters of RFC 3986, except the comma, which a proxy writes between two hosts that it joined. */
const host = /^[\w.~%!$&'()*+;=:[\]-]*$/;

/**
 * Whether a request names exactly one valid host (RFC 9112, 3.2). Of several, Node keeps the first, a proxy may use the last, and a
 * cache between them would mix up their sites.
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
