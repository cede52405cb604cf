import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The major version of the PostgreSQL that made a data folder; undefined if there is no such folder yet. */
export async function readDataMajor(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** The major version of the packaged PostgreSQL. `native` is its folder of programs and libraries. */
export async function readPackagedMajor(native: string): Promise<number> {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  return Number.parseInt(version, 10);
}

/** Why this version cannot use the data folder; undefined if it can. PostgreSQL reads only folders of the same major version. */
export function majorFault(data: number | undefined, packaged: number): string | undefined {
  if (data === undefined || data === packaged) return undefined;
  const made = `The database in DATA_DIR was made by PostgreSQL ${data}, and this version runs PostgreSQL ${packaged}.`;
  return data < packaged
    ? `${made} Nothing was changed. Make a backup with the version that made it, and restore it with this one into a new DATA_DIR (docs/operations.md, "Upgrade").`
    : `${made} Install the version of Fanfare that made it, or a newer one.`;
}
