/** What answers in JSON, whether it exists or not. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

/**
 * An address that was asked for as a path of our own and its query: one slash between words and none at the end, dots resolved.
 * What begins with two slashes, or with a backslash, would be another site's to a browser, and to `new URL`.
 */
export function ownAddress(asked: string): string {
  const { path, query } = partsOf(asked);
  const { pathname } = new URL(path.replace(/[\\/]+/g, '/'), 'http://localhost');
  return (pathname === '/' ? pathname : pathname.replace(/\/$/, '')) + query;
}

/** A path whose escapes mean nothing, with its signs as they stand: it names nothing then, but can be looked for. */
export function readableAddress(asked: string): string {
  const { path, query } = partsOf(asked);
  try {
    decodeURIComponent(path);
    return asked;
  } catch {
    return path.replaceAll('%', '%25') + query;
  }
}

function partsOf(address: string): { path: string; query: string } {
  const at = address.indexOf('?');
  return at < 0 ? { path: address, query: '' } : { path: address.slice(0, at), query: address.slice(at) };
}
