/** The smallest and largest side of a proxied picture, and the side of a thumbnail (specification 7), in pixels. */
export const proxySides = { min: 16, max: 512, thumbnail: 20 } as const;

/** `cover` crops to exactly these sides; `inside` keeps the whole picture and never enlarges it. */
export type ProxyFit = 'cover' | 'inside';

/** The URL of a picture from another server, which our server fetches, resizes and re-encodes. */
export function imageProxyUrl(url: string, width: number, height = width, fit: ProxyFit = 'cover'): string {
  const address = `/api/image-proxy?url=${encodeURIComponent(url)}&w=${width}&h=${height}`;
  return fit === 'cover' ? address : `${address}&fit=${fit}`;
}

type ImageType = 'png' | 'jpeg' | 'webp';

/** How many bytes from the start of a file `imageTypeOf` needs. */
export const imageHeadBytes = 12;

/** Detects the format of a picture by its first bytes. Browser and server agree on it, whatever name or type the file has. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const ascii = String.fromCharCode(...head.subarray(0, imageHeadBytes));
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (ascii.startsWith('\xff\xd8\xff')) return 'jpeg';
  return ascii.startsWith('RIFF') && ascii.slice(8) === 'WEBP' ? 'webp' : undefined;
}
