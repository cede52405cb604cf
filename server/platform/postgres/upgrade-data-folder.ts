import { mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { forgetDatabaseVariables } from '#server/platform/config/database-variables.ts';
import {
  type Binaries,
  chooseLauncher,
  type Launcher,
  locateBinaries,
  packagedMajor,
} from './embedded-postgres-binaries.ts';
import { finishSwap, folderNames, isThere, keptName, swapFolders } from './embedded-postgres-folders.ts';
import { clearLeftovers, releaseOwnership, takeOwnership } from './embedded-postgres-leftovers.ts';
import { launchPostgres, makeDataFolder, type PostgresPlace, urlOf } from './embedded-postgres-process.ts';
import { makeSocketFolder, removeSocketFolder } from './embedded-postgres-sockets.ts';
import { findDataMajor, majorFault } from './embedded-postgres-version.ts';

export interface DataFolderUpgrade {
  /** DATA_DIR */
  dataDir: string;
  /** Finds the programs of this major version. May fill the folder `scratch`, which is removed at the end. */
  findPrograms(major: number, scratch: string): Promise<Binaries>;
  /** Copies the database between two servers that only this process reaches. An error keeps the old folder in place. */
  copy(urls: { from: string; to: string }): Promise<void>;
}

/** `finished`: a run before was killed between its renames, and this one completed them. */
export type DataFolderOutcome =
  | { outcome: 'upgraded'; from: number; to: number; kept: string }
  | { outcome: 'finished' | 'current'; to: number }
  | { outcome: 'none' };

/**
 * Moves the embedded database to the packaged major version of PostgreSQL: copies it into a new folder beside the old one, then swaps the
 * two by renaming. A crash at any point leaves one of them in place, and the call can be repeated.
 */
export async function upgradeDataFolder(upgrade: DataFolderUpgrade): Promise<DataFolderOutcome> {
  forgetDatabaseVariables();
  await mkdir(upgrade.dataDir, { recursive: true });
  const home = await realpath(upgrade.dataDir);
  const lock = join(home, folderNames.lock);
  await takeOwnership(lock, home);
  try {
    const isFinished = await finishSwap(home);
    const [from, to] = [await findDataMajor(home), await packagedMajor()];
    if (from === undefined) return { outcome: 'none' };
    if (from === to) return { outcome: isFinished ? 'finished' : 'current', to };
    if (from > to) throw new Error(majorFault(from, to));
    const kept = join(home, keptName(from));
    if (await isThere(kept)) throw new Error(`${kept} is there already. Move it elsewhere, or delete it.`);
    await copyAndSwap(home, from, upgrade);
    return { outcome: 'upgraded', from, to, kept };
  } finally {
    await rm(join(home, folderNames.programs), { recursive: true, force: true });
    await releaseOwnership(lock);
  }
}

async function copyAndSwap(home: string, from: number, { findPrograms, copy }: DataFolderUpgrade): Promise<void> {
  const launcher = await chooseLauncher();
  const programs = await findPrograms(from, join(home, folderNames.programs));
  const old = await placeOf(join(home, folderNames.live), programs, launcher);
  const next = await placeOf(join(home, folderNames.draft), await locateBinaries(home), launcher);
  await rm(join(home, folderNames.done), { recursive: true, force: true });
  try {
    await makeDataFolder(next.folder, next.binaries, launcher);
    await withServer(old, settingsFor(from), (fromUrl) =>
      withServer(next, {}, (toUrl) => copy({ from: fromUrl, to: toUrl })),
    );
    await swapFolders(home, from);
  } catch (error) {
    await rm(next.folder, { recursive: true, force: true });
    throw error;
  }
}

/** Ends the servers of a killed run first. */
async function placeOf(folder: string, binaries: Binaries, launcher: Launcher): Promise<PostgresPlace> {
  const lock = join(dirname(folder), folderNames.lock);
  const socketDir = await makeSocketFolder(folder, launcher, { lock });
  await clearLeftovers(folder, socketDir, () => undefined);
  return { folder, socketDir, binaries, launcher };
}

/** Without the settings that this major version does not know. */
const settingsFor = (major: number) => (major < 18 ? { io_method: undefined } : {});

async function withServer<T>(
  place: PostgresPlace,
  settings: Record<string, string | undefined>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = launchPostgres(place, { settings });
  try {
    await server.ready();
    return await work(urlOf(place.socketDir));
  } finally {
    await server.stop();
    await removeSocketFolder(place.socketDir).catch(() => undefined);
  }
}
