import { randomBytes } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import { imageTypeOf } from '#contract/images.ts';
import type { Platform } from '#server/platform/platform.ts';
import { avatarPx, imageFileKey, imageUrl } from './image-url.ts';
import { insertImage } from './images.sql.ts';
import { makeThumbnail } from './reencode-image.ts';

/**
 * Stores an avatar: cropped to a centered square of `avatarPx` pixels and re-encoded without metadata. Throws image_type,
 * image_unreadable, insufficient_storage.
 */
export async function storeAvatar(
  { db, files }: Platform,
  { ownerId, data }: { ownerId: string; data: Buffer },
): Promise<{ id: string; url: string }> {
  if (!imageTypeOf(data)) throw appError('image_type');
  const key = randomBytes(16).toString('hex');
  const picture = await makeThumbnail(data, avatarPx, avatarPx);
  await files.put(imageFileKey(key), picture);
  try {
    const size = { width: avatarPx, height: avatarPx, sizeBytes: picture.length };
    return { id: await db.tx((tx) => insertImage(tx, { ownerId, key, ...size })), url: imageUrl(key) };
  } catch (error) {
    await files.remove(imageFileKey(key));
    throw error;
  }
}
