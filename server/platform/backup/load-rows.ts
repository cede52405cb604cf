import type { Readable } from 'node:stream';
import { type CopyTx, isPostgresError, isUnavailable, type Sql } from '#server/platform/postgres/db.ts';
import { BackupFault, filesPrefix, type Manifest } from './backup-format.ts';
import type { BackupKeys } from './encryption.ts';
import { DatabaseLoader, PartStream } from './load-database.ts';
import { type BackupEntry, damaged, type ReadReport, readBackup } from './read-backup.ts';

/** The part of a restore outside of the database. */
export interface FileReceiver {
  /** From now on, no other restore into this database is running. */
  begin(manifest: Manifest): Promise<void>;
  /** Must read the whole content. */
  file(entry: BackupEntry): Promise<void>;
  /** Every checksum is right. Returns once the files are on the disk. */
  end(): Promise<void>;
  /** The load failed, and the database has none of its rows. */
  undo(): Promise<void>;
}

/**
 * Loads the rows of a backup into an empty database, in one transaction that commits once every checksum is verified. The database then
 * has an unfinished restore. Throws BackupFault.
 */
export async function loadRows(sql: Sql, keys: BackupKeys, stored: Readable, files: FileReceiver): Promise<ReadReport> {
  let mayBeLoaded = false;
  try {
    // Unlike a reserved connection, `begin` ends when its connection is lost, whatever waits for an answer then.
    return await sql.begin(async (tx) => {
      const report = await loadWithin(tx, keys, stored, files);
      mayBeLoaded = true;
      return report;
    });
  } catch (error) {
    // The reading may still run when a lost connection has ended the transaction.
    stored.destroy();
    if (!mayBeLoaded) await files.undo();
    throw explain(error);
  }
}

async function loadWithin(tx: CopyTx, keys: BackupKeys, stored: Readable, files: FileReceiver): Promise<ReadReport> {
  const loader = new DatabaseLoader(tx);
  const parts = new PartStream(loader.openCopy);
  try {
    const report = await readBackup(stored, keys, {
      async manifest(manifest: Manifest) {
        await loader.begin(manifest);
        await files.begin(manifest);
      },
      async entry(entry) {
        if (entry.name.startsWith(filesPrefix)) await files.file(entry);
        else await loader.loadPart(entry, parts);
      },
    });
    await parts.end();
    await loader.end(report.manifest);
    await files.end();
    return report;
  } catch (error) {
    parts.abort();
    throw error;
  }
}

function explain(error: unknown): unknown {
  if (isUnavailable(error))
    return new BackupFault('The connection to PostgreSQL was lost. Its log says why.', { cause: error });
  if (!isPostgresError(error)) return error;
  return isShortage(error)
    ? new BackupFault(`PostgreSQL has no room for the rows (${error.message}).`, { cause: error })
    : damaged(`PostgreSQL does not accept its rows (${error.message})`, error);
}

/** Disk full, out of memory, or too many connections. */
function isShortage(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('53');
}
