import type { Platform } from '#server/platform/platform.ts';
import { imageFileKey } from './image-url.ts';
import { listNewestFiles } from './images.sql.ts';

const sampleSize = 20;

export interface SampledFiles {
  sampled: number;
  missing: number;
}

/**
 * Looks for the newest files that the database names. If all are missing, the process has another DATA_DIR or bucket than the server.
 * Single files may be missing: they are deleted after their rows are read.
 */
export async function findMissingFiles({ db, files }: Pick<Platform, 'db' | 'files'>): Promise<SampledFiles> {
  const named = await listNewestFiles(db.sql, sampleSize);
  const results = await Promise.all(
    named.map(({ kind, key }) => files.stat(kind === 'picture' ? imageFileKey(key) : key)),
  );
  return { sampled: named.length, missing: results.filter((file) => file === null).length };
}
