import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOwned, releaseOwnership, takeOwnership } from './embedded-postgres-leftovers.ts';

let home = '';
const children: ChildProcess[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(home, { recursive: true });
});

const dead = '1 another boot';

/** A process that takes all locks at the moment that it gets, in milliseconds, and prints each one that it owns. */
async function startRival(locks: string[], onOwned: (lock: string) => void): Promise<ChildProcess> {
  const module = JSON.stringify(new URL('./embedded-postgres-leftovers.ts', import.meta.url).href);
  const program = `
    const { takeOwnership } = await import(${module});
    process.stdin.once('data', (beginAt) => {
      while (Date.now() < Number(beginAt));
      for (const lock of ${JSON.stringify(locks)}) takeOwnership(lock, lock).then(() => console.log(lock), () => undefined);
    });
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  lines.on('line', onOwned);
  return child;
}

test('gives the lock of a dead owner to only one of two processes that start at the same moment', async () => {
  const folders = Array.from({ length: 30 }, (_, index) => join(home, `folder-${index}`));
  const files = Array.from({ length: 10 }, (_, index) => join(home, `file-${index}`));
  for (const lock of folders) {
    await mkdir(lock);
    await writeFile(join(lock, dead), '');
  }
  // As earlier versions wrote it.
  for (const lock of files) await writeFile(lock, `${dead}\n`);
  const locks = [...folders, ...files];
  const owned: string[] = [];
  const rivals = await Promise.all([1, 2].map(() => startRival(locks, (lock) => owned.push(lock))));
  const beginAt = Date.now() + 50;
  for (const rival of rivals) rival.stdin?.write(`${beginAt}\n`);
  await expect.poll(() => new Set(owned).size, { timeout: 20_000 }).toBe(locks.length);
  // A second owner would follow within milliseconds.
  await sleep(200);
  expect(owned.sort()).toEqual(locks.sort());
});

test('leaves nothing after its release', async () => {
  const lock = join(home, 'lock');
  await takeOwnership(lock, home);
  expect(await isOwned(lock)).toBe(true);
  await releaseOwnership(lock);
  expect(await isOwned(lock)).toBe(false);
  expect(await readdir(home)).toEqual([]);
});
