import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, readFile, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries, Launcher } from './embedded-postgres-binaries.ts';
import type { PostgresRun } from './embedded-postgres-keeper.ts';

export const superuser = 'fanfare';
export const databaseName = 'fanfare';
/** Replaying the log after a crash can take minutes on a slow disk, and an interrupted start begins again. */
export const readyWithinMs = 300_000;

/** Small enough for a laptop, large enough for a site on one machine. fsync stays on for durability. */
const defaultSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: `${bufferMegabytes(totalmem(), process.constrainedMemory())}MB`,
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
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

/**
 * PostgreSQL's own cache: an eighth of the machine's memory (or of the container's limit), from 128 MB to 1 GB. With a million pools, page
 * 10 of a search for two common words takes about twice as long with 128 MB as with 1 GB. Memory that is not used is not taken.
 */
export function bufferMegabytes(machineBytes: number, limitBytes: number): number {
  const bytes = limitBytes > 0 ? Math.min(machineBytes, limitBytes) : machineBytes;
  return Math.min(1024, Math.max(128, Math.floor(bytes / 8 / 2 ** 20)));
}

/** A data folder, the folder of its socket, and the programs that work on it. */
interface PostgresPlace {
  folder: string;
  socketDir: string;
  binaries: Binaries;
  launcher: Launcher;
}

interface LaunchOptions {
  /** receives the server's log lines */
  log?: ((line: string) => void) | undefined;
  /** server settings over the built-in ones */
  settings?: Record<string, string> | undefined;
}

export function urlOf(socketDir: string): string {
  return `postgres://${superuser}@${encodeURIComponent(socketDir)}:5432/${databaseName}`;
}

/** The lines of postmaster.pid; none without a server. */
export async function pidFile(folder: string): Promise<string[]> {
  return (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
}

/**
 * Makes an empty data folder with an empty database in the place of what is there. Throws unless both are complete: without
 * `exit_on_error`, single-user mode reports an error of its statement and exits with 0.
 */
export async function makeDataFolder(folder: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (launcher.asUser !== undefined) await chown(folder, launcher.asUser, launcher.asUser);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = [`--username=${superuser}`, '--auth-local=trust', '--auth-host=reject'];
  await finish(binaries, launcher, binaries.initdb, ['-D', folder, ...locale, ...access, '--no-instructions']);
  const quiet = ['-c', 'log_min_messages=error', '-c', 'exit_on_error=on'];
  const single = ['--single', '-D', folder, ...quiet, 'postgres'];
  await finish(binaries, launcher, binaries.postgres, single, `create database ${databaseName}\n`);
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
  // Bound: the program of a killed start must not go on filling a folder that the next start replaces.
  const child = start(binaries, launcher, [...launcher.prefix, program, ...args], false);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // A program that has failed reads nothing, and its output says why.
  child.stdin?.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${program} failed (${code}):\n${output.trim()}`);
}

/** Starts the server of a data folder in the background. `ready` resolves once it accepts connections, and throws if it does not start. */
export function launchPostgres(
  { folder, socketDir, binaries, launcher }: PostgresPlace,
  options: LaunchOptions,
): PostgresRun & { ready(): Promise<void> } {
  const settings = { ...defaultSettings, unix_socket_directories: socketDir, ...options.settings };
  const words = [...launcher.prefix, binaries.postgres, '-D', folder];
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
