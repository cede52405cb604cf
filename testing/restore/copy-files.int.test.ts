import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import type { Files } from '#server/platform/data/files.ts';
import { openFiles } from '#server/platform/data/open-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { S3Server } from '#testing/servers/s3-server.ts';

const large = randomBytes(9_000_000);
const names = Array.from({ length: 12 }, (_each, index) => `pictures/p${index}/large.webp`);
let s3: S3Server;
let folder: string;
let bucket: Files;

beforeAll(async () => {
  s3 = await S3Server.start();
  folder = await mkdtemp(join(tmpdir(), 'fanfare-copy-'));
  bucket = openFiles(readConfig({ NODE_ENV: 'test', ...s3.env }), createLogger('silent'));
  const files = join(folder, 'old', 'files');
  for (const name of names) {
    await mkdir(join(files, name, '..'), { recursive: true });
    await writeFile(join(files, name), name);
  }
  await mkdir(join(files, 'uploads'));
  await writeFile(join(files, 'uploads/film'), large);
  await writeFile(join(files, 'uploads/half.part'), 'half');
});
afterAll(async () => {
  await s3.remove();
  await rm(folder, { recursive: true, force: true });
});

function start(dataDir: string, args: string[], env: Record<string, string> = s3.env) {
  const child = spawn(process.execPath, [programs.cli, 'copy-files', ...args], {
    env: {
      ...compileCacheEnv,
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      DATA_DIR: join(folder, dataDir),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, output: Promise.all([text(child.stdout), text(child.stderr)]), gone: once(child, 'exit') };
}

async function run(dataDir: string, args: string[], env?: Record<string, string>) {
  const { output, gone } = start(dataDir, args, env);
  const [lines, [code]] = await Promise.all([output, gone]);
  return { code, output: lines.join('') };
}

it('copies to a bucket again after it was killed, verifies, and copies back', async () => {
  const { child, gone } = start('old', ['to-s3']);
  await expect.poll(() => bucket.stat('pictures/p0/large.webp'), { interval: 5 }).not.toBeNull();
  child.kill('SIGKILL');
  await gone;
  await bucket.put('pictures/p1/large.webp', Buffer.from('half of it'));
  const copied = await run('old', ['to-s3']);
  expect(copied).toMatchObject({ code: 0, output: expect.stringMatching(/^Copied \d+ files/) });
  expect(await bucket.stat('uploads/film')).toEqual({ sizeBytes: large.length });
  expect(await bucket.stat('uploads/half.part')).toBeNull();
  expect((await run('old', ['to-s3', '--verify'])).output).toContain('Copied 0 files with 0.0 MB');

  await bucket.put('pictures/left/over.webp', Buffer.from('deleted at the source since'));
  expect((await run('old', ['to-s3'])).output).toContain('1 files are not in the source');
  expect(await run('old', ['to-s3', '--remove-extra'])).toMatchObject({ code: 0 });
  expect(await bucket.stat('pictures/left/over.webp')).toBeNull();

  expect(await run('new', ['to-disk'])).toMatchObject({ code: 0, output: expect.stringContaining('Copied 13 files') });
  const film = await readFile(join(folder, 'new/files/uploads/film'));
  expect(film.equals(large)).toBe(true);
  for (const name of names) expect(await readFile(join(folder, 'new/files', name), 'utf8')).toBe(name);
}, 180_000);

it('names files whose bytes differ, and deletes nothing then', async () => {
  await bucket.put('pictures/p2/large.webp', Buffer.from('PICTURES/p2/large.webp'));
  await bucket.put('pictures/left/over.webp', Buffer.from('deleted at the source since'));
  const { code, output } = await run('old', ['to-s3', '--verify', '--remove-extra']);
  expect(code).toBe(1);
  expect(output).toContain('FAIL pictures/p2/large.webp has other bytes in the two places.');
  expect(await bucket.stat('pictures/left/over.webp')).not.toBeNull();
});

it('refuses unknown words, and to run without the settings of a bucket', async () => {
  expect(await run('old', ['to-s4'])).toMatchObject({ code: 2, output: expect.stringContaining('copy-files to-s3') });
  expect(await run('old', ['to-s3', '--very'])).toMatchObject({ code: 2 });
  expect(await run('old', ['to-s3'], {})).toMatchObject({ code: 2, output: expect.stringContaining('S3_ENDPOINT') });
});
