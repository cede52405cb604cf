import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '#server/platform/platform.ts';
import { encodeAvifCopies } from './encode-avif-copies.ts';
import { encodeAvifJob } from './image-jobs.ts';
import { removeUpload } from './remove-upload.ts';
import { partTouchedAt, removePart, uploadFolder, uploadKey } from './upload-parts.ts';
import { listKnownUploads, listUnfinishedUploads } from './uploads.sql.ts';

/** An unfinished upload is kept this long after its last byte, so that it can be resumed the next day. */
export const abandonedAfterMs = 48 * 60 * 60 * 1000;

/** Sweeps uploads that nobody finishes and bytes that no row knows; encodes what nobody waits for. */
export function defineMediaJobs(context: Platform): void {
  const { kind, queue } = encodeAvifJob;
  context.jobs.define<{ key: string }>(kind, ({ key }) => encodeAvifCopies(context, key), { queue });
  const sweep = context.jobs.define<undefined>('media.sweep_uploads', () => sweepUploads(context), { queue: 'clock' });
  context.jobs.every('media.sweep_uploads', '17 * * * *', sweep);
}

export async function sweepUploads(context: Platform, olderThanMs = abandonedAfterMs): Promise<void> {
  const before = Date.now() - olderThanMs;
  for (const upload of await listUnfinishedUploads(context.db.sql, olderThanMs)) {
    const touched = await partTouchedAt(context.files, upload.key);
    if (!touched || touched.getTime() < before) await removeUpload(context, upload.id);
  }
  await sweepStrayFiles(context, before);
}

/** What a crash between a deleted row and its deleted file left behind. */
async function sweepStrayFiles(context: Platform, before: number): Promise<void> {
  const folder = context.files.localPath(uploadFolder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Nothing was uploaded yet.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const old: string[] = [];
  for (const name of names) {
    if ((await stat(join(folder, name))).mtimeMs < before) old.push(name.replace(/\.part$/, ''));
  }
  for (let from = 0; from < old.length; from += 1000) {
    const batch = old.slice(from, from + 1000);
    const known = new Set(await listKnownUploads(context.db.sql, batch));
    for (const id of batch) if (!known.has(id)) await removePart(context.files, uploadKey(id));
  }
}
