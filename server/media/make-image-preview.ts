import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { imageTypeOf } from '#contract/images.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isUnreadableImage, reencodeImage } from './reencode-image.ts';

export const previewWidth = 800;
export const previewFolder = 'previews';
/** Larger than any usual photo. A bigger file would take too much memory. */
const maxSourceBytes = 100 * 1024 * 1024;

/** Makes a small WebP of a stored file and returns its key, or null when the file is not a readable image. */
export async function makeImagePreview(context: Platform, sourceKey: string): Promise<string | null> {
  const stored = await context.files.stat(sourceKey);
  if (!stored || stored.sizeBytes > maxSourceBytes) return null;
  const firstBytes =
    stored.sizeBytes > 0 ? await buffer(context.files.open(sourceKey, { start: 0, end: 15 })) : Buffer.alloc(0);
  if (!imageTypeOf(firstBytes)) return null;
  try {
    const { data } = await context.files.withLocalCopy(sourceKey, (path) => reencodeImage(path, previewWidth));
    return await storePreview(context, data);
  } catch (error) {
    if (isUnreadableImage(error)) return null;
    throw error;
  }
}

/** Stores the bytes of a WebP as a preview and returns its key. */
export async function storePreview({ files }: Platform, data: Buffer): Promise<string> {
  const key = `${previewFolder}/${randomBytes(24).toString('hex')}.webp`;
  await files.put(key, data);
  return key;
}
