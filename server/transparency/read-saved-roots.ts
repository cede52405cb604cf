import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SavedNote } from './verify-keys.ts';

/** Reads one saved root or key change, or every one in a folder such as LEDGER_ROOTS_FOLDER. Throws ENOENT. */
export async function readSavedRoots(path: string): Promise<SavedNote[]> {
  const isFolder = (await stat(path)).isDirectory();
  const files = isFolder
    ? (await readdir(path)).filter((name) => name.endsWith('.txt')).map((name) => join(path, name))
    : [path];
  return Promise.all(files.map(async (file) => ({ name: basename(file), note: await readFile(file, 'utf8') })));
}
