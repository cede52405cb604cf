import type { Platform } from '#server/platform/platform.ts';

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

/** Deletes the files of a folder that have no row, which a crash can leave behind. Holds one batch of names in memory at a time. */
export async function sweepStrayFiles(
  { files }: Pick<Platform, 'files'>,
  { folder, olderThanMs, rowIdOf, findRows, remove = (key) => files.remove(key) }: StrayFiles,
): Promise<void> {
  const before = Date.now() - olderThanMs;
  let batch: { key: string; id: string }[] = [];
  const sweepBatch = async () => {
    const known = new Set(batch.length > 0 ? await findRows(batch.map(({ id }) => id)) : []);
    for (const { key, id } of batch) if (!known.has(id)) await remove(key, id);
    batch = [];
  };
  for await (const { key, modifiedAt } of files.list(folder)) {
    const id = modifiedAt.getTime() < before ? rowIdOf(key) : undefined;
    if (id !== undefined) batch.push({ key, id });
    if (batch.length === batchSize) await sweepBatch();
  }
  await sweepBatch();
}
