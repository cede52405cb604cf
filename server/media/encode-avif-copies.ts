import { buffer } from 'node:stream/consumers';
import type { Platform } from '#server/platform/platform.ts';
import { avifFileKey, imageFileKey, imageWidths } from './image-url.ts';
import { encodeAvif } from './reencode-image.ts';

/**
 * Encodes every width of a stored picture as AVIF, too, for browsers that take it: a quarter smaller, and so slow to make that
 * nobody should wait for it. Where it does not come out smaller there is none. Safe to run again.
 */
export async function encodeAvifCopies({ files }: Platform, key: string): Promise<void> {
  for (const width of [null, ...imageWidths.variants]) {
    const source = imageFileKey(key, width);
    const known = await files.stat(source);
    if (!known) continue;
    const data = await encodeAvif(await buffer(files.open(source)));
    if (data.length < known.sizeBytes) await files.put(avifFileKey(key, width), data);
  }
}
