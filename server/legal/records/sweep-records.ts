import { sweepStrayFiles } from '#server/media/sweep-stray-files.ts';
import type { Platform } from '#server/platform/platform.ts';
import { scanFolder } from './add-performer.ts';
import { deleteExpired, listKnownScans } from './performers.sql.ts';

/** A scan is written before its row. Younger files may belong to a row that is not committed yet. */
const strayAfterMs = 24 * 60 * 60_000;

/** Deletes the records whose retention is over: first the rows, then the scans. A crash in between leaves stray scans for the next run. */
export async function sweepRecords(context: Platform): Promise<void> {
  const { db, files } = context;
  for (const key of await db.tx(deleteExpired)) await files.remove(key);
  await sweepStrayFiles(context, {
    folder: scanFolder,
    olderThanMs: strayAfterMs,
    rowIdOf: (key) => key,
    findRows: (keys) => listKnownScans(db.sql, keys),
  });
}
