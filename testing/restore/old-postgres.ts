import { execFileSync } from 'node:child_process';
import { chown, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Binaries,
  chooseLauncher,
  findPrograms,
  type Launcher,
  packagedMajor,
} from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { launchPostgres, urlOf } from '#server/platform/postgres/embedded-postgres-process.ts';
import { makeSocketFolder } from '#server/platform/postgres/embedded-postgres-sockets.ts';
import { administer } from '#testing/database.ts';

const debian = '/usr/lib/postgresql';

/** The folder with the programs of a PostgreSQL that is older than the embedded one; undefined without one on this machine. */
export async function findOldPostgres(): Promise<{ major: number; folder: string } | undefined> {
  const packaged = await packagedMajor();
  const majors = (await readdir(debian).catch(() => [])).map(Number).filter((major) => major < packaged);
  const major = majors.sort((a, b) => a - b).at(-1);
  return major === undefined ? undefined : { major, folder: join(debian, String(major)) };
}

/** The embedded database of an older version of Fanfare: a server on DATA_DIR/postgres, with an empty database. */
export async function startOldPostgres(
  dataDir: string,
  { major, folder: programs }: { major: number; folder: string },
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = join(dataDir, 'postgres');
  const [binaries, launcher] = [await findPrograms(programs, major, tmpdir()), await chooseLauncher()];
  await initialize(folder, binaries, launcher);
  const socketDir = await makeSocketFolder(`${folder} as it was`, launcher);
  const settings = { io_method: undefined, fsync: 'off', synchronous_commit: 'off' };
  const server = launchPostgres({ folder, socketDir, binaries, launcher }, { settings });
  await server.ready();
  const url = urlOf(socketDir);
  await administer(url.replace(/[^/]+$/, 'postgres'), (sql) => sql`create database fanfare`);
  return {
    url,
    async stop() {
      await server.stop();
      await rm(socketDir, { recursive: true, force: true });
    },
  };
}

async function initialize(folder: string, { initdb, env }: Binaries, { prefix, asUser }: Launcher): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (asUser !== undefined) await chown(folder, asUser, asUser);
  const access = ['--username=fanfare', '--auth-local=trust', '--auth-host=reject', '--no-sync'];
  const [command = '', ...args] = [...prefix, initdb, '-D', folder, '--encoding=UTF8', '--locale=C', ...access];
  execFileSync(command, args, { env, cwd: '/', ...(asUser === undefined ? {} : { uid: asUser, gid: asUser }) });
}
