/** The smallest and largest side of a picture from the proxy, in pixels. */
export const proxySides = { min: 16, max: 512, default: 64 } as const;

/** Where a picture of somebody else's server is shown from: fetched, made small and encoded anew by ours. */
export function imageProxyUrl(url: string, width: number, height = width): string {
  return `/api/image-proxy?url=${encodeURIComponent(url)}&w=${width}&h=${height}`;
}
