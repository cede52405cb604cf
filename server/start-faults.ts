import { readFileSync, type Stats, statfsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { isPostgresError, isUnavailable } from '#server/platform/postgres/db.ts';

type Place = Pick<Config, 'dataDir' | 'port' | 'host' | 'databaseUrl'>;

const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100']);
const fullTexts = /No space left on device|Disk quota exceeded|Check free disk space/i;
const refusedTexts = /Permission denied|Read-only file system|wrong ownership/i;
const refusedCodes = new Set(['EACCES', 'EPERM', 'EROFS']);
/** PostgreSQL ends, and its connections break, when it cannot write its log. A log segment has 16 MB. */
const tooFewBytes = 20e6;
/** With the demo, without uploads: 85 to 101 MB. */
const newSiteBytes = 150e6;

/**
 * A sentence for the operator about what a start or a command lacks: room on the disk, a permission or a port. Undefined for every other
 * error. PostgreSQL's programs report a fault of the system only in their output, which is the message of their error.
 */
export function explainStartFault(error: unknown, place: Place): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'listen' || syscall === 'bind') return explainPort(code, place);
  // The disk and the permissions of a database server elsewhere are none of this machine's.
  if (place.databaseUrl && isPostgresError(error)) return undefined;
  if (fullCodes.has(code) || fullTexts.test(error.message)) return explainFullDisk(path ?? place.dataDir);
  if (refusedCodes.has(code) || refusedTexts.test(error.message))
    return explainRefusal(path ?? pathIn(error.message) ?? place.dataDir, code);
  const mayBeDisk = isUnavailable(error) || error.message.includes('PostgreSQL');
  if (!place.databaseUrl && mayBeDisk && freeBytes(place.dataDir) < tooFewBytes) return explainFullDisk(place.dataDir);
  return undefined;
}

function explainPort(code: string, { port, host }: Place): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT.`;
  if (code === 'EACCES') return `Only an administrator may use port ${port}. Set PORT to 1024 or higher.`;
  if (code === 'EADDRNOTAVAIL') return `This machine does not have the address ${host}. Set HOST.`;
  return undefined;
}

function explainFullDisk(path: string): string {
  const folder = nearest(path).path;
  return `The disk with ${folder} has too little room: ${(freeBytes(folder) / 1e6).toFixed(1)} MB are free, and a new site needs about ${newSiteBytes / 1e6} MB. Make room there, then run the command again. It continues where it ended.`;
}

function explainRefusal(path: string, code: string): string {
  const { path: folder, stat } = nearest(path);
  if (code === 'EROFS') return `The file system with ${folder} is read-only. Make it writable, or set DATA_DIR.`;
  const mode = (stat.mode & 0o7777).toString(8).padStart(4, '0');
  return `${folder} belongs to ${nameOf(stat.uid)} with mode ${mode}, and this command runs as ${nameOf(process.getuid?.())}, who may not use it${folder === path ? '' : ` (needed: ${path})`}. Run it as the owner, change the owner of the folder, or set DATA_DIR.`;
}

/** The path itself, or the nearest folder above it that is visible to this user. */
function nearest(path: string): { path: string; stat: Pick<Stats, 'uid' | 'mode'> } {
  try {
    return { path, stat: statSync(path) };
  } catch {
    const parent = dirname(path);
    return parent === path ? { path, stat: { uid: 0, mode: 0 } } : nearest(parent);
  }
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(nearest(path).path);
  return bavail * bsize;
}

/** The first absolute path that a message of PostgreSQL quotes. */
const pathIn = (message: string) => /"(\/[^"\n]+)"/.exec(message)?.[1];

/** The name and number of a user. The system may know no name, as in a container. */
function nameOf(uid: number | undefined): string {
  if (uid === undefined) return userInfo().username;
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.split(':')[2] === String(uid));
    return line ? `${line.split(':')[0]} (${uid})` : `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}
