/** The path of a URL, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

/**
 * Resolves a requested path and query to one within this site: single slashes, no slash at the end, dots resolved. A path that begins
 * with two slashes or a backslash would otherwise lead a browser, and `new URL`, to another site.
 */
export function normalizePath(url: string): string {
  const path = pathOf(url);
  const { pathname } = new URL(path.replace(/[\\/]+/g, '/'), 'http://localhost');
  return (pathname === '/' ? pathname : pathname.replace(/\/$/, '')) + url.slice(path.length);
}
