import { buffer } from 'node:stream/consumers';
import type { Platform } from '#server/platform/platform.ts';
import { imageFileKey, parseImageFile } from './image-url.ts';

const prefix = '/media/images/';

/**
 * Reads a stored picture by its URL path: the copy of 800 pixels if it exists, else the full picture. Returns null for another URL or
 * a deleted picture.
 */
export async function readStoredImage({ files }: Platform, url: string): Promise<Buffer | null> {
  const image = url.startsWith(prefix) ? parseImageFile(url.slice(prefix.length)) : undefined;
  if (!image) return null;
  for (const key of [imageFileKey(image.key, 800), imageFileKey(image.key)]) {
    if (await files.stat(key)) return buffer(files.open(key));
  }
  return null;
}
