import type { Readable } from 'node:stream';
import type { Sql } from '#server/platform/postgres/db.ts';
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
  const loader = await DatabaseLoader.open(sql);
  const parts = new PartStream(loader.openCopy);
  let mayBeLoaded = false;
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
    mayBeLoaded = true;
    await loader.commit();
    return report;
  } catch (error) {
    parts.abort();
    await loader.rollBack();
    if (!mayBeLoaded) await files.undo();
    if (!isPostgresError(error)) throw error;
    if (isShortage(error))
      throw new BackupFault(`PostgreSQL has no room for the rows (${error.message}).`, { cause: error });
    throw damaged(`PostgreSQL does not accept its rows (${error.message})`, error);
  } finally {
    stored.destroy();
  }
}

/** Disk full, out of memory, or too many connections. */
function isShortage(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('53');
}

function isPostgresError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'PostgresError';
}
