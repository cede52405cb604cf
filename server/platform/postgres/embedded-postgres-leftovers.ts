import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A database whose owner died gets this long to end without a signal. */
const patienceMs = 10_000;

/** Identifies a process by its number and start time, because numbers are reused, above all after a reboot. */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (!fields || fields[0] === 'Z') return undefined;
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return `${boot.trim()} ${fields[19]}`;
  }
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() || undefined;
}

/** The lock is a folder with one empty file, whose name is the number and the start time of the owner. */
const ownName = async () => `${process.pid} ${(await startOf(process.pid)) ?? ''}`;

interface Owner {
  pid: number;
  isLiving: boolean;
  /** The file that names the owner. */
  path: string;
}

async function readOwner(lock: string): Promise<Owner | undefined> {
  const [name, path] = await readdir(lock).then(
    ([first]) => [first, join(lock, first ?? '')] as const,
    async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [undefined, lock] as const;
      if (error.code !== 'ENOTDIR') throw error;
      // Earlier versions wrote a file.
      return [(await readFile(lock, 'utf8').catch(() => '')).trim(), lock] as const;
    },
  );
  if (name === undefined) return undefined;
  const [number, ...start] = name.split(' ');
  const pid = Number(number);
  return { pid, isLiving: (await startOf(pid)) === start.join(' '), path };
}

/**
 * Makes this process the only owner of the database folder. Throws if another running process owns it. Several processes may find the same
 * dead owner: each removes only the file of that owner, and the file system lets only one of them put its own folder there.
 */
export async function takeOwnership(lock: string, folder: string): Promise<void> {
  for (let triesLeft = 60; ; triesLeft -= 1) {
    const owner = await readOwner(lock);
    if (owner && triesLeft <= 0) {
      throw new Error(
        `The database in ${folder} is in use by process ${owner.pid}. Stop that one first, or choose another DATA_DIR.`,
      );
    }
    if (owner?.isLiving) {
      // An owner that is shutting down gets three seconds, enough for a restart.
      await sleep(50);
      continue;
    }
    // The file of an earlier version may have become the folder of a new owner by now.
    if (owner) await ignoring(['ENOENT', 'EISDIR', 'EPERM'], unlink(owner.path));
    if (await placeLock(lock)) return sweepDrafts(lock);
  }
}

/** False if another process has the lock: a folder replaces only an empty one. */
async function placeLock(lock: string): Promise<boolean> {
  const draft = await mkdtemp(`${lock}.`);
  try {
    const place = async () => {
      await writeFile(join(draft, await ownName()), '', { mode: 0o600 });
      await rename(draft, lock);
      return true;
    };
    // ENOENT: the owner took the empty draft for one of a killed process.
    return (await ignoring(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ENOENT'], place())) ?? false;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the drafts of processes that were killed while they placed a lock. An empty one says nothing about its owner. */
async function sweepDrafts(lock: string): Promise<void> {
  for (const name of await readdir(dirname(lock))) {
    if (!name.startsWith(`${basename(lock)}.`)) continue;
    const draft = join(dirname(lock), name);
    const owner = await readOwner(draft);
    if (owner && !owner.isLiving) await rm(draft, { recursive: true, force: true });
    else if (!owner) await ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], rmdir(draft));
  }
}

/** Undefined after an error with one of these codes. */
async function ignoring<T>(codes: string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
}

/** Only for the owner. */
export async function releaseOwnership(lock: string): Promise<void> {
  await rm(join(lock, await ownName()), { force: true });
  // Fails if the next owner has come already.
  await rmdir(lock).catch(() => undefined);
}

/** Whether a running process owns the database folder. */
export async function isOwned(lock: string): Promise<boolean> {
  return (await readOwner(lock))?.isLiving ?? false;
}

/** Numbers of the processes that work in the folder: every PostgreSQL process has its data folder as its cwd. */
async function processesIn(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') {
    const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    if (!pid) return [];
    const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.includes('postgres') ? [pid] : [];
  }
  const pids: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (cwd !== folder && cwd !== `${folder} (deleted)`) continue;
    const command = await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '');
    // PostgreSQL's processes only: a shell may be open in the folder.
    if (command.startsWith('postgres')) pids.push(Number(name));
  }
  return pids;
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/**
 * Ends the database that a killed server left behind. It may be shutting down (the kernel signaled it), still be running (on systems
 * without setpriv), or have left only its lock files, which block a start once their process number is reused. The caller owns the
 * folder, so no database in use is ended.
 */
export async function clearLeftovers(folder: string, socketFolder: string, log: (line: string) => void): Promise<void> {
  const begin = Date.now();
  let lastSignal: NodeJS.Signals | undefined;
  for (let left = await processesIn(folder); left.length > 0; left = await processesIn(folder)) {
    const waitedMs = Date.now() - begin;
    const next = waitedMs > patienceMs * 2 ? 'SIGKILL' : waitedMs > patienceMs ? 'SIGQUIT' : 'SIGINT';
    if (next !== lastSignal) {
      log(`An earlier database still works in ${folder} (process ${left.join(', ')}): ${next}, waiting for its end.`);
      // SIGINT means "shut down now" to the first process but "cancel your query" to the others, which is harmless.
      signal(left, next);
      lastSignal = next;
    }
    if (waitedMs > patienceMs * 3) throw new Error(`Processes ${left.join(', ')} in ${folder} do not end.`);
    await sleep(20);
  }
  await rm(join(folder, 'postmaster.pid'), { force: true });
  await rm(join(socketFolder, '.s.PGSQL.5432'), { force: true });
  await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}
