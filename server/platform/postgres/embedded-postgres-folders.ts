import { access, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Names in DATA_DIR that belong to the embedded database. */
export const folderNames = {
  lock: 'postgres.lock',
  live: 'postgres',
  /** The first start makes the folder under a name that begins so. */
  initial: 'postgres.new',
  /** An upgrade to another major version of PostgreSQL fills this folder. */
  draft: 'postgres.upgrading',
  /** The complete folder of an upgrade, until it gets the name `live`. */
  done: 'postgres.upgraded',
  /** Programs of an older PostgreSQL, while an upgrade needs them. */
  programs: 'postgres.programs',
} as const;

/** The name under which an upgrade keeps the folder of the older version. */
export const keptName = (major: number) => `${folderNames.live}-${major}`;

export const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Renames within `home`, and returns once the disk has stored it. */
export async function move(home: string, from: string, to: string): Promise<void> {
  await rename(join(home, from), join(home, to));
  const folder = await open(home, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Puts the folder of an upgrade in the place of the old one, which it keeps. Until the second rename, the old folder is in place, and the
 * next upgrade begins again. After it, `finishSwap` completes the rest.
 */
export async function swapFolders(home: string, oldMajor: number): Promise<void> {
  await move(home, folderNames.draft, folderNames.done);
  await move(home, folderNames.live, keptName(oldMajor));
  await finishSwap(home);
}

/** Completes a swap that was killed between its renames. True if there was one. */
export async function finishSwap(home: string): Promise<boolean> {
  if ((await isThere(join(home, folderNames.live))) || !(await isThere(join(home, folderNames.done)))) return false;
  await move(home, folderNames.done, folderNames.live);
  return true;
}
