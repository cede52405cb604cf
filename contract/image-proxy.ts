/** The smallest and largest side of a picture from the proxy, in pixels. */
export const proxySides = { min: 16, max: 512, default: 64 } as const;

/** Cut to exactly these sides, or whole and never larger than it is. */
export type ProxyFit = 'cover' | 'inside';

/** Where a picture of somebody else's server is shown from: fetched, made small and encoded anew by ours. */
export function imageProxyUrl(url: string, width: number, height = width, fit: ProxyFit = 'cover'): string {
  const address = `/api/image-proxy?url=${encodeURIComponent(url)}&w=${width}&h=${height}`;
  return fit === 'cover' ? address : `${address}&fit=${fit}`;
}
