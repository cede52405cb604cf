import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, readFile, readlink, rm, rmdir, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Launcher } from './embedded-postgres-binaries.ts';
import { isOwned } from './embedded-postgres-leftovers.ts';

/** A link to the lock of the DATA_DIR to which a socket folder belongs. */
const ownerLink = 'owner';
const socketName = '.s.PGSQL.5432';
/** Earlier versions made no link. Their folder has no sign of its owner until PostgreSQL starts, after the whole `initdb`. */
const startsWithinMs = 600_000;

/**
 * A socket's path is limited to about 107 bytes, and DATA_DIR may be longer. This short folder is derived from `home`, the DATA_DIR. Under
 * PrivateTmp= of systemd only the server's unit sees the folder for temporary files, so the unit names another `parent`. While a running
 * process owns `lock`, no other process removes the folder.
 */
export async function makeSocketFolder(
  home: string,
  launcher: Launcher,
  { parent = tmpdir(), lock }: { parent: string | undefined; lock: string },
): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const name = `fanfare-${uid}-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const inParent = join(parent, name);
  const path = inParent.length < 85 ? inParent : join('/tmp', name);
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
  await rm(join(path, ownerLink), { force: true });
  await symlink(lock, join(path, ownerLink));
  if (launcher.asUser !== undefined) await chown(path, launcher.asUser, launcher.asUser);
  return path;
}

/** Throws if it still has a socket. */
export async function removeSocketFolder(path: string): Promise<void> {
  await rm(join(path, ownerLink), { force: true });
  await rmdir(path);
}

/** Removes the folders beside `own` whose server was killed. They hold nothing that anyone needs. */
export async function sweepSocketFolders(own: string): Promise<void> {
  const [prefix = ''] = /^fanfare-\d+-/.exec(basename(own)) ?? [];
  const names = await readdir(dirname(own)).catch(() => []);
  for (const name of names) {
    const path = join(dirname(own), name);
    if (path === own || !name.startsWith(prefix) || !/^[0-9a-f]{12}$/.test(name.slice(prefix.length))) continue;
    // Another user's folder, or one that another start has just removed.
    if (await isAbandoned(path).catch(() => false))
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const stat = await lstat(path);
  if (!stat.isDirectory() || (await answers(join(path, socketName)))) return false;
  const lock = await readlink(join(path, ownerLink)).catch(() => undefined);
  if (lock !== undefined) return !(await isOwned(lock));
  const server = Number((await readFile(join(path, `${socketName}.lock`), 'utf8').catch(() => '')).split('\n')[0]);
  return server > 0 ? !isRunning(server) : Date.now() - stat.mtimeMs > startsWithinMs;
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const line = connect(socket);
    const end = (does: boolean) => {
      line.destroy();
      resolve(does);
    };
    line.on('connect', () => end(true)).on('error', () => end(false));
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
