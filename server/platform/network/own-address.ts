/** Whether a URL belongs to the API, which answers in JSON even for unknown paths. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

/** Escapes the percent signs of a path with invalid escapes, so that the router can look for it (and answer 404). */
export function readableAddress(address: string): string {
  const { path, query } = partsOf(address);
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    return path.replaceAll('%', '%25') + query;
  }
}

function partsOf(address: string): { path: string; query: string } {
  const at = address.indexOf('?');
  return at < 0 ? { path: address, query: '' } : { path: address.slice(0, at), query: address.slice(at) };
}
