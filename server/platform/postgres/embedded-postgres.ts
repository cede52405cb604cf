import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forgetDatabaseVariables } from '#server/platform/config/database-settings.ts';
import { makePrivateFolder } from '#server/platform/data/private-paths.ts';
import {
  type Binaries,
  chooseLauncher,
  type Launcher,
  locateBinaries,
  packagedMajor,
} from './embedded-postgres-binaries.ts';
import { ensureDatabase } from './embedded-postgres-database.ts';
import { findDataMajor, folderNames, isThere, majorFault, move } from './embedded-postgres-folder.ts';
import { keepPostgres } from './embedded-postgres-keeper.ts';
import { clearLeftovers, isOwned, releaseOwnership, takeOwnership } from './embedded-postgres-leftovers.ts';
import { launchPostgres, makeDataFolder, pidFile, readyWithinMs, urlOf } from './embedded-postgres-process.ts';
import { makeSocketFolder, removeSocketFolder, sweepSocketFolders } from './embedded-postgres-sockets.ts';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; the database lives in its folder "postgres" */
  dataDir: string;
  /** The folder for the folder of the socket; default the one for temporary files. */
  runtimeDir?: string | undefined;
  /** receives the server's log lines */
  log?: (line: string) => void;
  /** server settings over the built-in ones; tests turn fsync off here */
  settings?: Record<string, string>;
  /** for the command line: use the database of a running server instead of refusing; stop() then does nothing */
  join?: boolean;
  /** the maximum number of restarts in a row after the database ended unexpectedly; default none */
  restarts?: number;
  /** called before the pause of each restart */
  onRestart?: (reason: string, count: number, pauseMs: number) => void;
  /** called with the last log lines when the database ended unexpectedly and is not restarted */
  onUnexpectedExit?: (reason: string) => void;
}

export interface EmbeddedPostgres {
  /** The part after the last slash names the database and may be replaced */
  url: string;
  socketDir: string;
  /** fast shutdown; resolves when the last process has ended */
  stop(): Promise<void>;
}

/** Starts PostgreSQL inside DATA_DIR, reachable only through a socket in a folder only this user can enter. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  forgetDatabaseVariables();
  await mkdir(dirname(options.dataDir), { recursive: true });
  await makePrivateFolder(options.dataDir);
  const home = await realpath(options.dataDir);
  const lock = join(home, folderNames.lock);
  // First, so that nothing in a folder of another version changes.
  const fault = majorFault(await findDataMajor(home), await packagedMajor());
  if (fault) throw new Error(fault);
  if (options.join && (await isOwned(lock))) {
    return { ...(await joinRunning(join(home, folderNames.live))), stop: () => Promise.resolve() };
  }
  await takeOwnership(lock, home);
  try {
    return await startOwned(home, options);
  } catch (error) {
    await releaseOwnership(lock);
    throw error;
  }
}

async function startOwned(home: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const folder = join(home, folderNames.live);
  const lock = join(home, folderNames.lock);
  const [binaries, launcher] = await Promise.all([locateBinaries(home), chooseLauncher()]);
  // PostgreSQL as another user must pass through the folder to its own.
  if (launcher.asUser !== undefined) await chmod(home, (await stat(home)).mode | 0o111);
  const socketDir = await makeSocketFolder(home, launcher, { parent: options.runtimeDir, lock });
  const removeSocket = () => removeSocketFolder(socketDir).catch(() => log(`The socket folder ${socketDir} stays.`));
  try {
    // Before the folder is created: a database whose folder was deleted may still run and hold the socket.
    await clearLeftovers(folder, socketDir, log);
    await initialize(home, folder, binaries, launcher);
    const server = await keepPostgres({
      async begin(signal) {
        await clearLeftovers(folder, socketDir, log);
        const run = launchPostgres({ folder, socketDir, binaries, launcher }, options);
        const stop = () => void run.stop();
        signal.addEventListener('abort', stop, { once: true });
        void run.ended.then(() => signal.removeEventListener('abort', stop));
        await run.ready();
        return run;
      },
      restarts: options.restarts ?? 0,
      onRestart: options.onRestart ?? (() => undefined),
      async onGiveUp(reason) {
        await releaseOwnership(lock);
        options.onUnexpectedExit?.(reason);
      },
    });
    const stop = async () => {
      await server.stop();
      await removeSocket();
      await releaseOwnership(lock);
    };
    await ensureDatabase(socketDir).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    // Last, because the database of a server that was killed a moment ago may need that long to end.
    await sweepSocketFolders(socketDir);
    return { url: urlOf(socketDir), socketDir, stop };
  } catch (error) {
    await removeSocket();
    throw error;
  }
}

async function joinRunning(folder: string): Promise<{ url: string; socketDir: string }> {
  for (const begin = Date.now(); Date.now() - begin < readyWithinMs; await sleep(20)) {
    const lines = await pidFile(folder);
    const socketDir = lines[4];
    if (socketDir && lines[7]?.trim() === 'ready') return { url: urlOf(socketDir), socketDir };
  }
  throw new Error(`The database in ${folder} belongs to a running process but does not become ready.`);
}

/** First start: makes the folder under another name, so that a start that is killed, or lacks room, leaves nothing incomplete. */
async function initialize(home: string, folder: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  for (const name of await readdir(home)) {
    // The program of a killed start may still be ending there. The next start removes the rest.
    if (name.startsWith(folderNames.initial)) await rm(join(home, name), { recursive: true }).catch(() => undefined);
  }
  if (await isThere(join(folder, 'PG_VERSION'))) return;
  const draft = await mkdtemp(join(home, `${folderNames.initial}.`));
  try {
    await makeDataFolder(draft, binaries, launcher);
    await move(home, basename(draft), folderNames.live);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
