export type ImageType = 'png' | 'jpeg' | 'webp';

/** How many bytes from the start of a file `imageTypeOf` needs. */
export const imageHeadBytes = 12;

/** Detects the format of a picture by its first bytes. Browser and server agree on it, whatever name or type the file has. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const ascii = String.fromCharCode(...head.subarray(0, imageHeadBytes));
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (ascii.startsWith('\xff\xd8\xff')) return 'jpeg';
  return ascii.startsWith('RIFF') && ascii.slice(8) === 'WEBP' ? 'webp' : undefined;
}
