/** Whether a URL belongs to the API, which answers in JSON even for unknown paths. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

/**
 * The address of a page or a file as the router looks for it: invalid escapes as text (and then a 404), and without a slash at its end, as
 * pages read theirs. A path of one part keeps its slash, because the canonical address of a language depends on it.
 */
export function readableAddress(address: string): string {
  const { path: given, query } = partsOf(address);
  const path = given.replace(/(?<=[^/]\/[^/]+)\/$/, '');
  try {
    decodeURIComponent(path);
    return path + query;
  } catch {
    return path.replaceAll('%', '%25') + query;
  }
}

function partsOf(address: string): { path: string; query: string } {
  const at = address.indexOf('?');
  return at < 0 ? { path: address, query: '' } : { path: address.slice(0, at), query: address.slice(at) };
}
