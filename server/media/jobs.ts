import type { Platform } from '#server/platform/platform.ts';
import { encodeAvifCopies, encodeAvifJob } from './encode-avif-copies.ts';
import { prefixesAt, sweepImages } from './sweep-images.ts';
import { sweepStrayFiles } from './sweep-stray-files.ts';
import { deleteExpiredLocks } from './uploads/upload-locks.sql.ts';
import { uploadFolder, uploadKey, uploadParts } from './uploads/upload-parts.ts';
import { deleteExpiredUploads, listKnownUploads } from './uploads/uploads.sql.ts';

const batchSize = 500;

/** Defines the media jobs: the encoding of AVIF copies, and hourly sweeps of expired uploads, unused pictures and stray files. */
export function defineMediaJobs(context: Platform): void {
  const { kind, queue } = encodeAvifJob;
  context.jobs.define<{ key: string }>(kind, ({ key }, signal) => encodeAvifCopies(context, key, signal), { queue });
  const sweep = context.jobs.define<undefined>('media.sweep_uploads', () => sweepUploads(context), { queue: 'clock' });
  context.jobs.every('media.sweep_uploads', '17 * * * *', sweep);
  const sweepPictures = context.jobs.define<undefined>(
    'media.sweep_images',
    () => sweepImages(context, prefixesAt(new Date().getUTCHours())),
    { queue: 'clock' },
  );
  context.jobs.every('media.sweep_images', '29 * * * *', sweepPictures);
}

/**
 * Deletes expired uploads: first the rows, which frees the quota, then the files. A crash in between leaves stray files for the next
 * run. A concurrent part of an upload either renews the row before it is deleted, or finds no row.
 */
export async function sweepUploads(context: Platform): Promise<void> {
  const { db, config } = context;
  const { unfinishedKeptMs } = config.uploads;
  await deleteExpiredLocks(db.sql);
  let expired: string[];
  do {
    expired = await deleteExpiredUploads(db.sql, unfinishedKeptMs, batchSize);
    for (const key of expired) await uploadParts(context).remove(key);
  } while (expired.length === batchSize);
  await sweepStrayFiles(context, {
    folder: uploadFolder,
    olderThanMs: unfinishedKeptMs,
    // The file of a part has an extension. A row always exists before its file.
    rowIdOf: (key) => key.slice(uploadKey('').length).replace(/\..*$/, ''),
    findRows: (ids) => listKnownUploads(db.sql, ids),
    remove: async (key, id) => {
      await uploadParts(context).remove(uploadKey(id));
      await context.files.remove(key);
    },
  });
}
