import { appError } from '#contract/errors.ts';
import { imageTypeOf } from '#contract/images.ts';
import { previewWidth } from '#server/media/make-image-preview.ts';
import { reencodeImage } from '#server/media/reencode-image.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findOwnUpload, type OwnUpload, saveUploadDetails } from './uploads.sql.ts';

/**
 * Stores what the owner's browser measured in a complete upload: its length, its waveform and a frame. The values decorate the player
 * and decide nothing, so the server checks only their form (decisions/0031). Only the first call counts: later ones return
 * `stored: false`, so that a delivery keeps the look that an admin approved. Throws `not_found`, `image_type`, `image_unreadable`.
 */
export async function describeUpload(
  { db }: Platform,
  upload: OwnUpload,
  given: { durationMs: number; peaks?: number[] | undefined; poster?: string | undefined },
): Promise<{ stored: boolean }> {
  const row = await findOwnUpload(db.sql, upload);
  if (!row?.completedAt) throw appError('not_found');
  const poster = given.poster ? await encodePoster(Buffer.from(given.poster, 'base64')) : null;
  const { durationMs, peaks = null } = given;
  return { stored: await saveUploadDetails(db.sql, upload, { durationMs, peaks, poster }) };
}

async function encodePoster(data: Buffer): Promise<Buffer> {
  if (!imageTypeOf(data)) throw appError('image_type');
  return (await reencodeImage(data, previewWidth)).data;
}
