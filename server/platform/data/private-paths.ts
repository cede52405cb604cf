import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The mode of every file in DATA_DIR, as PostgreSQL has it for the database: only this user may read it. */
export const privateFile = 0o600;
const privateFolder = 0o700;

/** Makes a folder and those above it, which other users of the machine may not enter. A folder that is there keeps its mode. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: privateFolder });
}

/** The folders of DATA_DIR, besides those of the embedded database. Each closes everything in it. */
const folders = ['files', 'cache', 'outbox'];

/**
 * Closes the folders that earlier versions left open to other users of the machine. Each mail in the outbox is closed, too, because it may
 * hold a link that signs a person in, and it may be copied elsewhere. Returns the paths whose mode this user may not change.
 */
export async function closeToOthers(dataDir: string): Promise<string[]> {
  const refused: string[] = [];
  const close = async (path: string, mode: number) => {
    const stat = await lstat(path).catch(() => undefined);
    // The target of a link belongs to the operator, who chose its mode.
    if (!stat || stat.isSymbolicLink() || (stat.mode & 0o077) === 0) return;
    await chmod(path, mode).catch(() => refused.push(path));
  };
  for (const folder of folders) await close(join(dataDir, folder), privateFolder);
  const outbox = join(dataDir, 'outbox');
  for (const name of await readdir(outbox).catch(() => [])) await close(join(outbox, name), privateFile);
  return refused;
}
