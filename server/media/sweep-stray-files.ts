import type { Platform } from '#server/platform/platform.ts';
import { readDatabaseStart } from '#server/platform/postgres/migrate.ts';

const batchSize = 500;

export interface StrayFiles {
  folder: string;
  /** Spares younger files, because the rows of some may not be committed yet. */
  olderThanMs: number;
  /** Returns the id of the row that must exist for a file. Undefined spares the file. */
  rowIdOf: (key: string) => string | undefined;
  /** Returns the ids that have a row. */
  findRows: (ids: string[]) => Promise<string[]>;
  /** Deletes a file without a row; by default only the file itself. */
  remove?: (key: string, id: string) => Promise<void>;
}

/**
 * Deletes the files of a folder that have no row, which a crash can leave behind. Spares files that are older than the database: a server
 * that starts on a new database, such as before a restore, would delete every file. Holds one batch of names in memory at a time.
 */
export async function sweepStrayFiles(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  { folder, olderThanMs, rowIdOf, findRows, remove = (key) => files.remove(key) }: StrayFiles,
): Promise<void> {
  const after = (await readDatabaseStart(db.sql)).getTime();
  const before = Date.now() - olderThanMs;
  let batch: { key: string; id: string }[] = [];
  const sweepBatch = async () => {
    const existingIds = new Set(batch.length > 0 ? await findRows(batch.map(({ id }) => id)) : []);
    for (const { key, id } of batch) if (!existingIds.has(id)) await remove(key, id);
    batch = [];
  };
  for await (const { key, modifiedAt } of files.list(folder)) {
    const modified = modifiedAt.getTime();
    const id = modified > after && modified < before ? rowIdOf(key) : undefined;
    if (id !== undefined) batch.push({ key, id });
    if (batch.length === batchSize) await sweepBatch();
  }
  await sweepBatch();
}
