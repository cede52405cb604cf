import { access, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '#server/platform/data/disk-files.ts';
import { makePrivateFolder, privateFile } from '#server/platform/data/private-paths.ts';

/**
 * A file in DATA_DIR from the first moment of a restore to its last. The schema `restore` says the same to servers on other machines, but
 * it needs a database, which a restore into an empty DATA_DIR makes first.
 */
const markerIn = (dataDir: string) => join(dataDir, 'restore.unfinished');
const text = 'A restore into this folder has begun and is not finished. See "Restore" in docs/operations.md.\n';

/** Returns once the disk has the marker. False if an earlier restore left it. */
export async function placeRestoreMarker(dataDir: string): Promise<boolean> {
  await makePrivateFolder(dataDir);
  const file = await open(markerIn(dataDir), 'wx', privateFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!file) return false;
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncPath(dataDir);
  return true;
}

export function hasRestoreMarker(dataDir: string): Promise<boolean> {
  return access(markerIn(dataDir)).then(
    () => true,
    () => false,
  );
}

export async function removeRestoreMarker(dataDir: string): Promise<void> {
  await rm(markerIn(dataDir), { force: true });
}
