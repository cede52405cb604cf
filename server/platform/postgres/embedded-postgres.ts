import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Binaries,
  chooseLauncher,
  type Launcher,
  locateBinaries,
  packagedMajor,
} from './embedded-postgres-binaries.ts';
import { keepPostgres, type PostgresRun } from './embedded-postgres-keeper.ts';
import { clearLeftovers, isOwned, takeOwnership } from './embedded-postgres-leftovers.ts';
import { majorFault, readDataMajor } from './embedded-postgres-version.ts';

const superuser = 'fanfare';
const databaseName = 'fanfare';
/** Replaying the log after a crash can take minutes on a slow disk, and an interrupted start begins again. */
const readyWithinMs = 300_000;

/** Small enough for a laptop, large enough for a site on one machine. fsync stays on for durability. */
const defaultSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  wal_compression: 'pglz', // this build has no lz4
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0', // pages are many short queries, not few long ones
  io_method: 'sync', // spares the three I/O worker processes
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '',
};

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; the database lives in its folder "postgres" */
  dataDir: string;
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
  /** for postgres.js; the part after the last slash names the database and may be replaced */
  url: string;
  socketDir: string;
  /** fast shutdown; resolves when the last process has ended */
  stop(): Promise<void>;
}

/** Starts PostgreSQL inside DATA_DIR, reachable only through a socket in a folder only this user can enter. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  await mkdir(options.dataDir, { recursive: true });
  const home = await realpath(options.dataDir);
  const folder = join(home, 'postgres');
  const lockFile = join(home, 'postgres.lock');
  if (options.join && (await isOwned(lockFile))) {
    return { ...(await joinRunning(folder)), stop: () => Promise.resolve() };
  }
  const fault = majorFault(await readDataMajor(folder), await packagedMajor());
  if (fault) throw new Error(fault);
  await takeOwnership(lockFile, home);
  try {
    const [binaries, launcher] = await Promise.all([locateBinaries(home), chooseLauncher()]);
    const socketDir = await makeSocketFolder(home, launcher);
    // Before the folder is created: a database whose folder was deleted may still run and hold the socket.
    await clearLeftovers(folder, socketDir, log);
    await initialize(home, folder, binaries, launcher);
    const server = await keepPostgres({
      async begin(signal) {
        await clearLeftovers(folder, socketDir, log);
        const run = launch(folder, socketDir, binaries, launcher, options);
        const stop = () => void run.stop();
        signal.addEventListener('abort', stop, { once: true });
        void run.ended.then(() => signal.removeEventListener('abort', stop));
        await run.ready();
        return run;
      },
      restarts: options.restarts ?? 0,
      onRestart: options.onRestart ?? (() => undefined),
      async onGiveUp(reason) {
        await rm(lockFile, { force: true });
        options.onUnexpectedExit?.(reason);
      },
    });
    const stop = async () => {
      await server.stop();
      await rmdir(socketDir).catch(() => log(`The socket folder ${socketDir} stays.`));
      await rm(lockFile, { force: true });
    };
    return { url: urlOf(socketDir), socketDir, stop };
  } catch (error) {
    await rm(lockFile, { force: true });
    throw error;
  }
}

function urlOf(socketDir: string): string {
  return `postgres://${superuser}@${encodeURIComponent(socketDir)}:5432/${databaseName}`;
}

async function pidFile(folder: string): Promise<string[]> {
  return (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
}

async function joinRunning(folder: string): Promise<{ url: string; socketDir: string }> {
  for (const begin = Date.now(); Date.now() - begin < readyWithinMs; await sleep(20)) {
    const lines = await pidFile(folder);
    const socketDir = lines[4];
    if (socketDir && lines[7]?.trim() === 'ready') return { url: urlOf(socketDir), socketDir };
  }
  throw new Error(`The database in ${folder} belongs to a running process but does not become ready.`);
}

/** A socket's path is limited to about 107 bytes, and DATA_DIR may be longer. This short folder is derived from DATA_DIR. */
async function makeSocketFolder(home: string, launcher: Launcher): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const name = `fanfare-${uid}-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const inTemp = join(tmpdir(), name);
  const path = inTemp.length < 85 ? inTemp : join('/tmp', name);
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const owner = launcher.asUser ?? uid;
  const stat = await lstat(path);
  // Anyone can create folders in /tmp: another user's folder, or a link, could expose the database to that user.
  if (!stat.isDirectory() || (stat.uid !== uid && stat.uid !== owner)) {
    throw new Error(`${path} is needed for the database socket, but belongs to another user. Remove it.`);
  }
  await chmod(path, 0o700);
  if (launcher.asUser !== undefined) await chown(path, launcher.asUser, launcher.asUser);
  return path;
}

/** First start: builds the folder under another name, so that a killed start leaves nothing half-built. */
async function initialize(home: string, folder: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  const made = await lstat(join(folder, 'PG_VERSION')).catch(() => undefined);
  if (made) return;
  const draft = join(home, 'postgres.new');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (launcher.asUser !== undefined) await chown(draft, launcher.asUser, launcher.asUser);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = [`--username=${superuser}`, '--auth-local=trust', '--auth-host=reject'];
  await finish(binaries, launcher, binaries.initdb, ['-D', draft, ...locale, ...access, '--no-instructions']);
  const single = ['--single', '-D', draft, '-c', 'log_min_messages=error', 'postgres'];
  await finish(binaries, launcher, binaries.postgres, single, `create database ${databaseName}\n`);
  await rename(draft, folder);
}

function start(binaries: Binaries, launcher: Launcher, words: string[], detached: boolean): ChildProcess {
  const [command = '', ...args] = words;
  const user = launcher.asUser === undefined ? {} : { uid: launcher.asUser, gid: launcher.asUser };
  return spawn(command, args, { env: binaries.env, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'], detached, ...user });
}

/** Runs a program to its end. Its output appears only in the error of a failure. */
async function finish(
  binaries: Binaries,
  launcher: Launcher,
  program: string,
  args: string[],
  input = '',
): Promise<void> {
  const child = start(binaries, launcher, [...launcher.prefix, program, ...args], false);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${program} failed (${code}):\n${output.trim()}`);
}

function launch(
  folder: string,
  socketDir: string,
  binaries: Binaries,
  launcher: Launcher,
  options: EmbeddedPostgresOptions,
): PostgresRun & { ready(): Promise<void> } {
  const settings = { ...defaultSettings, unix_socket_directories: socketDir, ...options.settings };
  const words = [...launcher.boundPrefix, binaries.postgres, '-D', folder];
  for (const [name, value] of Object.entries(settings)) words.push('-c', `${name}=${value}`);
  // Detached: Ctrl-C reaches the whole process group, and the server must drain before its database stops.
  const child = start(binaries, launcher, words, true);
  child.stdin?.end();
  const lastWords = listen(child, options.log);
  let isOver = false;
  const ended = endOf(child).then((how) => {
    isOver = true;
    return `PostgreSQL ended unexpectedly (${how}).\n${lastWords()}`;
  });
  const stop = async () => {
    if (isOver) return;
    child.kill('SIGINT');
    // An immediate shutdown loses nothing either; the next start replays the log.
    const hurry = setTimeout(() => child.kill('SIGQUIT'), 10_000);
    await ended;
    clearTimeout(hurry);
  };
  const ready = async () => {
    for (const begin = Date.now(); !isOver && Date.now() - begin < readyWithinMs; await sleep(10)) {
      const lines = await pidFile(folder);
      // pg_ctl reads the eighth line, too. The pid distinguishes it from the file of an earlier run.
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    }
    await stop();
    throw new Error(`PostgreSQL in ${folder} did not start.\n${lastWords()}`);
  };
  return { ready, ended, stop };
}

const lastWordsWithinMs = 500;

/**
 * Resolves once the process has ended and its output has been read. Children of a killed server hold the output open while their
 * statements run, so it waits for them only briefly.
 */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(String(signal ?? code)));
    child.on('exit', (code, signal) => setTimeout(() => resolve(String(signal ?? code)), lastWordsWithinMs).unref());
  });
}

/** Forwards the database's log lines and keeps the last few for an error message. */
function listen(child: ChildProcess, log?: (line: string) => void): () => string {
  const kept: string[] = [];
  let rest = '';
  const hear = (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter(Boolean)) {
      kept.push(line);
      if (kept.length > 20) kept.shift();
      log?.(line);
    }
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return () => kept.join('\n');
}
