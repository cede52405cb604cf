import { buffer } from 'node:stream/consumers';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { avifFileKey, imageFileKey, imageWidths } from './image-url.ts';
import { listKnownImages } from './images.sql.ts';
import { encodeAvif } from './reencode-image.ts';

/**
 * Encodes every width of a stored picture as AVIF for browsers that accept it. AVIF is a quarter smaller than WebP but so slow to
 * encode that a job does it. Skips a copy that would be larger than its WebP. Safe to repeat. Throws the reason of `signal` once it
 * is aborted, and writes no file after that.
 */
export async function encodeAvifCopies({ db, files }: Platform, key: string, signal: AbortSignal): Promise<void> {
  for (const width of [null, ...imageWidths.variants]) {
    const source = imageFileKey(key, width);
    const sourceStat = await files.stat(source);
    if (!sourceStat) continue;
    const data = await encodeAvif(await buffer(files.open(source)));
    signal.throwIfAborted();
    if (!data || data.length >= sourceStat.sizeBytes) continue;
    const copy = avifFileKey(key, width);
    await files.put(copy, data);
    // The picture may have been deleted during the encoding, such as with its owner's account.
    if ((await listKnownImages(db.sql, [key])).length === 0) await files.remove(copy);
  }
}

/** Encodes the AVIF copies of a stored picture. jobs.ts defines its handler. */
export const encodeAvifJob: JobKind<{ key: string }> = { kind: 'media.encode_avif', queue: 'encoding' };
