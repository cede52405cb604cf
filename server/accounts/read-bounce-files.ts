import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '#server/platform/platform.ts';

/**
 * Records the hard bounces in a file or in every file of a folder, each one delivery status notification. Moves read files of a folder
 * into its folder `read`: if they were read again after the person has confirmed the address, they would stop its mail again. Returns the addresses.
 */
export async function readBounceFiles({ mail }: Pick<Platform, 'mail'>, path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return mail.bounces.recordReport(await readFile(path));
  const done = join(path, 'read');
  await mkdir(done, { recursive: true });
  const recorded: string[] = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(path, entry.name);
    recorded.push(...(await mail.bounces.recordReport(await readFile(file))));
    await rename(file, join(done, entry.name));
  }
  return recorded;
}
