import { createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createFiles } from '#server/platform/data/files.ts';
import { BackupFault, filesPrefix, type Manifest } from './backup-format.ts';
import type { BackupKeys } from './encryption.ts';
import { DatabaseLoader, PartStream } from './load-database.ts';
import { type BackupEntry, damaged, type ReadReport, readBackup } from './read-backup.ts';
import type { BackupSource } from './write-backup.ts';

const draftPrefix = 'files.restoring-';
const draftOf = (dataDir: string, backupId: string) => join(dataDir, `${draftPrefix}${backupId}`);

/**
 * Loads a backup into an empty database and an empty DATA_DIR, in one pass. Rows stay in an open transaction and files in a folder of
 * another name until every checksum is verified, so that a damaged backup or a crash leaves nothing visible and the call can be repeated.
 * The database then has an unfinished restore. Throws BackupFault.
 */
export async function loadBackup(
  { sql, dataDir }: BackupSource,
  keys: BackupKeys,
  stored: Readable,
): Promise<ReadReport> {
  await assertNoFiles(dataDir);
  const loader = await DatabaseLoader.open(sql);
  const parts = new PartStream(loader.openCopy);
  let draft = '';
  let report: ReadReport;
  let mayBeLoaded = false;
  try {
    report = await readBackup(stored, keys, {
      async manifest(manifest: Manifest) {
        await loader.begin(manifest);
        // Now no other restore into this database is running.
        await removeDrafts(dataDir);
        draft = draftOf(dataDir, manifest.id);
        await mkdir(draft, { recursive: true });
      },
      async entry(entry) {
        if (entry.name.startsWith(filesPrefix)) await storeFile(draft, entry);
        else await loader.loadPart(entry, parts);
      },
    });
    await parts.end();
    await loader.end(report.manifest);
    mayBeLoaded = true;
    await loader.commit();
  } catch (error) {
    await loader.rollBack();
    // A full disk is a reason to fail, so the files do not stay there until the next try.
    if (draft && !mayBeLoaded) await rm(draft, { recursive: true, force: true });
    if (!isPostgresError(error)) throw error;
    if (isShortage(error))
      throw new BackupFault(`PostgreSQL has no room for the rows (${error.message}).`, { cause: error });
    throw damaged(`PostgreSQL does not accept its rows (${error.message})`, error);
  } finally {
    stored.destroy();
  }
  await publishFiles(dataDir, report.manifest.id);
  return report;
}

/** Gives the files of a loaded backup their final name. Repeating it is harmless. Throws BackupFault in another DATA_DIR. */
export async function publishFiles(dataDir: string, backupId: string): Promise<void> {
  const draft = draftOf(dataDir, backupId);
  const isThere = await access(draft).then(
    () => true,
    () => false,
  );
  if (isThere) return rename(draft, join(dataDir, 'files'));
  // Without the files, the restore would go on to delete the rows of every upload.
  await access(join(dataDir, 'files')).catch((cause) => {
    throw new BackupFault(`${dataDir} has no files of this restore. Use the DATA_DIR in which it began.`, { cause });
  });
}

async function assertNoFiles(dataDir: string): Promise<void> {
  const names = await readdir(join(dataDir, 'files')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0) {
    throw new BackupFault(`${join(dataDir, 'files')} is not empty. Restore into an empty DATA_DIR.`);
  }
}

/** Removes what an interrupted restore left. */
async function removeDrafts(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(draftPrefix)) await rm(join(dataDir, name), { recursive: true });
  }
}

async function storeFile(draft: string, { name, content }: BackupEntry): Promise<void> {
  // Throws for a name that leaves the folder.
  const path = createFiles(draft, 0).localPath(name.slice(filesPrefix.length));
  await mkdir(dirname(path), { recursive: true });
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o640, flush: true }));
}

/** Disk full, out of memory, or too many connections. */
function isShortage(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('53');
}

function isPostgresError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'PostgresError';
}
