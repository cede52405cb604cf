import { randomBytes } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import { imageTypeOf } from '#contract/images.ts';
import type { Platform } from '#server/platform/platform.ts';
import { encodeAvifJob } from './encode-avif-copies.ts';
import { imageFileKey, imageUrl, imageWidths } from './image-url.ts';
import { insertImage } from './images.sql.ts';
import { reencodeImage } from './reencode-image.ts';

/**
 * Stores a PNG, JPEG or WebP picture, detected by its bytes, under a random key. Re-encodes it without metadata. A failure leaves no
 * files behind. Throws image_type, image_unreadable, insufficient_storage.
 */
export async function storeImage(
  context: Platform,
  { ownerId, data }: { ownerId: string; data: Buffer },
): Promise<{ id: string; url: string; width: number; height: number }> {
  if (!imageTypeOf(data)) throw appError('image_type');
  const key = randomBytes(16).toString('hex');
  const full = await reencodeImage(data, imageWidths.full);
  const { width, height } = full;
  const files = new Map([[imageFileKey(key), full.data]]);
  for (const width of imageWidths.variants) {
    if (full.width > width) files.set(imageFileKey(key, width), (await reencodeImage(full.data, width)).data);
  }
  try {
    for (const [fileKey, bytes] of files) await context.files.put(fileKey, bytes);
    const id = await context.db.tx(async (tx) => {
      await context.jobs.enqueue(tx, encodeAvifJob, { key });
      return insertImage(tx, { ownerId, key, width, height, sizeBytes: full.data.length });
    });
    return { id, url: imageUrl(key), width, height };
  } catch (error) {
    for (const fileKey of files.keys()) await context.files.remove(fileKey);
    throw error;
  }
}
