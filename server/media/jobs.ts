import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '#server/platform/platform.ts';
import { encodeAvifCopies } from './encode-avif-copies.ts';
import { encodeAvifJob } from './image-jobs.ts';
import { removePart, uploadFolder, uploadKey } from './upload-parts.ts';
import { deleteExpiredUploads, listKnownUploads } from './uploads.sql.ts';

const batchSize = 500;

/** Expires unfinished uploads, deletes files without a row, and encodes the copies of pictures that nobody waits for. */
export function defineMediaJobs(context: Platform): void {
  const { kind, queue } = encodeAvifJob;
  context.jobs.define<{ key: string }>(kind, ({ key }) => encodeAvifCopies(context, key), { queue });
  const sweep = context.jobs.define<undefined>('media.sweep_uploads', () => sweepUploads(context), { queue: 'clock' });
  context.jobs.every('media.sweep_uploads', '17 * * * *', sweep);
}

/**
 * The rows go first, which frees the quota; a crash before the files are gone leaves files without a row for the next run. A part
 * that begins to arrive meanwhile either renews the row before it is deleted or finds none.
 */
export async function sweepUploads(context: Platform): Promise<void> {
  const { db, files, config } = context;
  const { unfinishedKeptMs } = config.uploads;
  let expired: string[];
  do {
    expired = await deleteExpiredUploads(db.sql, unfinishedKeptMs, batchSize);
    for (const key of expired) await removePart(files, key);
  } while (expired.length === batchSize);
  await sweepStrayFiles(context, Date.now() - unfinishedKeptMs);
}

/** Deletes what a crash between a deleted row and its deleted file left behind. A row is always there before its file. */
async function sweepStrayFiles(context: Platform, before: number): Promise<void> {
  const folder = context.files.localPath(uploadFolder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Nothing was uploaded yet.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const old: string[] = [];
  for (const name of names) {
    // Null for what was removed since.
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < before) old.push(name.replace(/\.part$/, ''));
  }
  for (let from = 0; from < old.length; from += batchSize) {
    const batch = old.slice(from, from + batchSize);
    const known = new Set(await listKnownUploads(context.db.sql, batch));
    for (const id of batch) if (!known.has(id)) await removePart(context.files, uploadKey(id));
  }
}
