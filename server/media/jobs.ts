import type { Platform } from '#server/platform/platform.ts';
import { encodeAvifCopies } from './encode-avif-copies.ts';
import { encodeAvifJob } from './image-jobs.ts';
import { deleteExpiredLocks } from './upload-locks.sql.ts';
import { uploadFolder, uploadKey, uploadParts } from './upload-parts.ts';
import { deleteExpiredUploads, listKnownUploads } from './uploads.sql.ts';

const batchSize = 500;

/** Defines the media jobs: the encoding of AVIF copies, and an hourly sweep of expired uploads and stray files. */
export function defineMediaJobs(context: Platform): void {
  const { kind, queue } = encodeAvifJob;
  context.jobs.define<{ key: string }>(kind, ({ key }, signal) => encodeAvifCopies(context, key, signal), { queue });
  const sweep = context.jobs.define<undefined>('media.sweep_uploads', () => sweepUploads(context), { queue: 'clock' });
  context.jobs.every('media.sweep_uploads', '17 * * * *', sweep);
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
  await sweepStrayFiles(context, Date.now() - unfinishedKeptMs);
}

/** Deletes files without a row, which a crash can leave behind. A row always exists before its file. */
async function sweepStrayFiles(context: Platform, before: number): Promise<void> {
  const old: { key: string; id: string }[] = [];
  for await (const { key, modifiedAt } of context.files.list(uploadFolder)) {
    if (modifiedAt.getTime() < before) old.push({ key, id: key.slice(uploadKey('').length).replace(/\..*$/, '') });
  }
  for (let from = 0; from < old.length; from += batchSize) {
    const batch = old.slice(from, from + batchSize);
    const known = new Set(
      await listKnownUploads(
        context.db.sql,
        batch.map(({ id }) => id),
      ),
    );
    for (const { key, id } of batch) {
      if (known.has(id)) continue;
      await uploadParts(context).remove(uploadKey(id));
      await context.files.remove(key);
    }
  }
}
