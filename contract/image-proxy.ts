/** The smallest and largest side of a proxied picture, and the side of a thumbnail (specification 7), in pixels. */
export const proxySides = { min: 16, max: 512, thumbnail: 20 } as const;

/** `cover` crops to exactly these sides; `inside` keeps the whole picture and never enlarges it. */
export type ProxyFit = 'cover' | 'inside';

/** The URL of a picture from another server, which our server fetches, resizes and re-encodes. */
export function imageProxyUrl(url: string, width: number, height = width, fit: ProxyFit = 'cover'): string {
  const address = `/api/image-proxy?url=${encodeURIComponent(url)}&w=${width}&h=${height}`;
  return fit === 'cover' ? address : `${address}&fit=${fit}`;
}
