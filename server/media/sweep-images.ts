import type { Platform } from '#server/platform/platform.ts';
import { imageFileKeys, imageKeyOfFile } from './image-url.ts';
import { imageUsesOf } from './image-uses.ts';
import { deleteOldUnusedImages, listKnownImages } from './images.sql.ts';
import { sweepStrayFiles } from './sweep-stray-files.ts';

const dayMs = 24 * 60 * 60_000;
/** Drafts exist only in browsers, so the server cannot see which pictures they use. The form asks for the pictures of an older draft again. */
const unusedKeptMs = 30 * dayMs;
/** A picture's files are written before its row. */
const strayKeptMs = dayMs;
const batchSize = 500;

/** The beginnings of the picture keys that a run in this hour sweeps. The 24 runs of a day sweep all 256. */
export const prefixesAt = (hour: number): string[] =>
  Array.from({ length: 256 }, (_, index) => index)
    .filter((index) => index % 24 === hour)
    .map((index) => index.toString(16).padStart(2, '0'));

/**
 * Deletes pictures that nothing has used since their upload, and files of pictures that no longer exist. Handles only keys with these
 * beginnings, because a run that lists every picture would take too long.
 */
export async function sweepImages(context: Platform, prefixes: readonly string[]): Promise<void> {
  const { db, files, hooks } = context;
  for (const prefix of prefixes) {
    let deleted: string[];
    do {
      const batch = { prefix, olderThanMs: unusedKeptMs, limit: batchSize };
      deleted = await deleteOldUnusedImages(db.sql, imageUsesOf(hooks), batch);
      for (const key of deleted.flatMap(imageFileKeys)) await files.remove(key);
    } while (deleted.length === batchSize);
    for (const folder of ['images', 'avif']) {
      await sweepStrayFiles(context, {
        folder: `${folder}/${prefix}`,
        olderThanMs: strayKeptMs,
        rowIdOf: imageKeyOfFile,
        findRows: (keys) => listKnownImages(db.sql, keys),
      });
    }
  }
}
