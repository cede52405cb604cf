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
  await removeDrafts(dataDir);
  const loader = await DatabaseLoader.open(sql);
  const parts = new PartStream(loader.openCopy);
  let draft = '';
  try {
    const report = await readBackup(stored, keys, {
      async manifest(manifest: Manifest) {
        await loader.begin(manifest);
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
    await loader.commit();
    await publishFiles(dataDir, report.manifest.id);
    return report;
  } catch (error) {
    await loader.rollBack();
    if (!isPostgresError(error)) throw error;
    throw damaged(`PostgreSQL does not accept its rows (${error.message})`, error);
  } finally {
    stored.destroy();
  }
}

/** Gives the files of a loaded backup their final name. Repeating it is harmless. */
export async function publishFiles(dataDir: string, backupId: string): Promise<void> {
  const draft = draftOf(dataDir, backupId);
  const isThere = await access(draft).then(
    () => true,
    () => false,
  );
  if (isThere) await rename(draft, join(dataDir, 'files'));
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

function isPostgresError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'PostgresError';
}
