import { access, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Names in DATA_DIR that belong to the embedded database. */
export const folderNames = {
  lock: 'postgres.lock',
  live: 'postgres',
  /** The first start makes the folder under a name that begins so. */
  initial: 'postgres.new',
} as const;

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

/** The major version of the PostgreSQL whose data is in DATA_DIR; undefined if there is none yet. */
export async function findDataMajor(home: string): Promise<number | undefined> {
  const file = join(home, folderNames.live, 'PG_VERSION');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Why this version cannot use the data folder; undefined if it can. PostgreSQL reads only folders of the same major version. */
export function majorFault(data: number | undefined, packaged: number): string | undefined {
  if (data === undefined || data === packaged) return undefined;
  const made = `The database in DATA_DIR was made by PostgreSQL ${data}, and this version runs PostgreSQL ${packaged}`;
  return data < packaged
    ? `${made}: run \`npm run cli -- backup FILE\` with the version of Fanfare that made it, then \`npm run cli -- restore FILE\` with this version and an empty DATA_DIR (docs/operations.md, "PostgreSQL versions").`
    : `${made}: install the version of Fanfare that made it, or a newer one.`;
}
