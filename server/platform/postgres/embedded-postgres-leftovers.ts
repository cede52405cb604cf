import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A database whose owner died gets this long to end without a signal. */
const patienceMs = 10_000;

interface Owner {
  pid: number;
  startedAt: string;
}

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

async function livingOwner(lockFile: string): Promise<Owner | undefined> {
  const text = await readFile(lockFile, 'utf8').catch(() => '');
  if (!text.trim()) return undefined;
  const [pid, ...start] = text.trim().split(' ');
  const owner = { pid: Number(pid), startedAt: start.join(' ') };
  return (await startOf(owner.pid)) === owner.startedAt ? owner : undefined;
}

/** Makes this process the only owner of the database folder. Throws if another running process owns it. */
export async function takeOwnership(lockFile: string, folder: string): Promise<void> {
  const mine = `${process.pid} ${(await startOf(process.pid)) ?? ''}\n`;
  for (let triesLeft = 60; ; triesLeft -= 1) {
    const taken = await writeFile(lockFile, mine, { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (taken) return;
    const owner = await livingOwner(lockFile);
    if (owner && triesLeft <= 0) {
      throw new Error(
        `The database in ${folder} is in use by process ${owner.pid}. Stop that one first, or choose another DATA_DIR.`,
      );
    }
    // An owner that is shutting down gets three seconds, enough for a restart.
    if (owner) await sleep(50);
    else await rm(lockFile, { force: true });
  }
}

/** Whether a running process owns the database folder. */
export async function isOwned(lockFile: string): Promise<boolean> {
  return (await livingOwner(lockFile)) !== undefined;
}

/** Numbers of the processes that work in the folder: every PostgreSQL process has its data folder as its cwd. */
async function processesIn(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') {
    const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    if (!pid) return [];
    const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.includes('postgres') ? [pid] : [];
  }
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (cwd !== folder && cwd !== `${folder} (deleted)`) continue;
    const command = await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '');
    // PostgreSQL's processes only: a shell may be open in the folder.
    if (command.startsWith('postgres')) found.push(Number(name));
  }
  return found;
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
  let told: NodeJS.Signals | undefined;
  for (let left = await processesIn(folder); left.length > 0; left = await processesIn(folder)) {
    const waitedMs = Date.now() - begin;
    const next = waitedMs > patienceMs * 2 ? 'SIGKILL' : waitedMs > patienceMs ? 'SIGQUIT' : 'SIGINT';
    if (next !== told) {
      log(`An earlier database still works in ${folder} (process ${left.join(', ')}): ${next}, waiting for its end.`);
      // SIGINT means "shut down now" to the first process but "cancel your query" to the others, which is harmless.
      signal(left, next);
      told = next;
    }
    if (waitedMs > patienceMs * 3) throw new Error(`Processes ${left.join(', ')} in ${folder} do not end.`);
    await sleep(20);
  }
  await rm(join(folder, 'postmaster.pid'), { force: true });
  await rm(join(socketFolder, '.s.PGSQL.5432'), { force: true });
  await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}
