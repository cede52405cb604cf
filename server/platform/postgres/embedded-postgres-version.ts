import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderNames } from './embedded-postgres-folders.ts';

/** The major version of the PostgreSQL whose data is in DATA_DIR; undefined if there is none yet. */
export async function findDataMajor(home: string): Promise<number | undefined> {
  return (await readDataMajor(join(home, folderNames.live))) ?? readDataMajor(join(home, folderNames.done));
}

async function readDataMajor(folder: string): Promise<number | undefined> {
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
    ? `${made} Nothing was changed. Run: npm run cli -- upgrade-database (docs/operations.md, "Upgrade").`
    : `${made} Install the version of Fanfare that made it, or a newer one.`;
}
