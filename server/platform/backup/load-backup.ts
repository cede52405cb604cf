import { createWriteStream } from 'node:fs';
import { access, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDiskFiles, syncPath } from '#server/platform/data/disk-files.ts';
import type { Files } from '#server/platform/data/files.ts';
import { makePrivateFolder, privateFile } from '#server/platform/data/private-paths.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { BackupFault, filesPrefix } from './backup-format.ts';
import type { BackupKeys } from './encryption.ts';
import { loadRows } from './load-rows.ts';
import type { BackupEntry, ReadReport } from './read-backup.ts';

/** Where the files of a restore go. They wait in DATA_DIR until every checksum is verified, also on their way to S3. */
export interface RestorePlace {
  dataDir: string;
  files: Files;
  onS3: boolean;
}

const draftPrefix = 'files.restoring-';
const draftOf = (dataDir: string, backupId: string) => join(dataDir, `${draftPrefix}${backupId}`);

/**
 * Loads a backup into an empty database and an empty DATA_DIR, in one pass. Rows stay in an open transaction and files in a folder of
 * another name until every checksum is verified, so that a damaged backup or a crash leaves nothing visible and the call can be repeated.
 * The database then has an unfinished restore. Throws BackupFault.
 */
export async function loadBackup(
  { sql, ...place }: RestorePlace & { sql: Sql },
  keys: BackupKeys,
  stored: Readable,
): Promise<ReadReport> {
  const { dataDir } = place;
  await assertNoFiles(place);
  let draft = '';
  const folders = new Set<string>();
  const report = await loadRows(sql, keys, stored, {
    async begin({ id }) {
      await removeDrafts(dataDir);
      draft = draftOf(dataDir, id);
      await makePrivateFolder(draft);
      folders.add(draft);
    },
    async file(entry) {
      folders.add(await storeFile(draft, entry));
    },
    async end() {
      for (const folder of withParents(folders, dataDir)) await syncPath(folder);
    },
    // A full disk is a reason to fail, so the files do not stay there until the next try.
    async undo() {
      if (draft) await rm(draft, { recursive: true, force: true });
    },
  });
  await publishFiles(place, report.manifest.id);
  return report;
}

/**
 * Gives the files of a loaded backup their final place: a name in DATA_DIR, or S3. Repeating it is harmless. Throws BackupFault in
 * another DATA_DIR.
 */
export async function publishFiles({ dataDir, files, onS3 }: RestorePlace, backupId: string): Promise<void> {
  const draft = draftOf(dataDir, backupId);
  const isThere = await access(draft).then(
    () => true,
    () => false,
  );
  if (isThere && onS3) return moveToStore(draft, files, backupId);
  if (isThere) {
    await rename(draft, join(dataDir, 'files'));
    return syncPath(dataDir);
  }
  // Without the files, the restore would go on to delete the rows of every upload.
  if (onS3 && (await files.stat(markOf(backupId)))) return;
  await access(onS3 ? draft : join(dataDir, 'files')).catch((cause) => {
    throw new BackupFault(`${dataDir} has no files of this restore. Use the DATA_DIR in which it began.`, { cause });
  });
}

/** Shows that all files of a restore are on S3, where no single rename can show it. */
const markOf = (backupId: string) => `restored/${backupId}`;

async function moveToStore(draft: string, files: Files, backupId: string): Promise<void> {
  const onDisk = createDiskFiles(draft, 0);
  for await (const { key } of onDisk.list()) {
    const opened = await onDisk.openWhole(key);
    if (opened) await files.put(key, opened.data);
  }
  await files.put(markOf(backupId), Buffer.alloc(0));
  await rm(draft, { recursive: true });
}

export async function assertNoFiles({ dataDir, files, onS3 }: RestorePlace): Promise<void> {
  if (onS3) {
    for await (const { key } of files.list())
      throw new BackupFault(`The bucket is not empty: it has ${key}. Restore into an empty bucket.`);
    return;
  }
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
  await makePrivateFolder(dataDir);
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(draftPrefix)) await rm(join(dataDir, name), { recursive: true });
  }
}

/** Returns its folder. */
async function storeFile(draft: string, { name, content }: BackupEntry): Promise<string> {
  // Throws for a name that leaves the folder.
  const path = createDiskFiles(draft, 0).localPath(name.slice(filesPrefix.length));
  await makePrivateFolder(dirname(path));
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: privateFile, flush: true }));
  return dirname(path);
}

/** These folders and those above them, up to `top`. */
function withParents(folders: ReadonlySet<string>, top: string): Set<string> {
  const all = new Set<string>();
  for (const folder of folders) for (let at = folder; at.startsWith(top) && !all.has(at); at = dirname(at)) all.add(at);
  return all;
}
