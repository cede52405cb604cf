/** Whether a URL belongs to the API, which always answers in JSON. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

/**
 * Normalizes a requested URL to a path of this site with its query: single slashes, none at the end, dots resolved. A browser and
 * `new URL` would read a path that starts with two slashes or a backslash as another site.
 */
export function ownAddress(asked: string): string {
  const { path, query } = partsOf(asked);
  const { pathname } = new URL(path.replace(/[\\/]+/g, '/'), 'http://localhost');
  return (pathname === '/' ? pathname : pathname.replace(/\/$/, '')) + query;
}

/** Escapes the percent signs of a path with invalid escapes, so that it can be routed (and found missing). */
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
