import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskFiles, type DiskFiles } from './disk-files.ts';

let folder: string;
let files: DiskFiles;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-files-'));
  files = createDiskFiles(folder, 0);
});
afterEach(() => rm(folder, { recursive: true }));

test('reads a stored file back, whole and in ranges', async () => {
  const stored = await files.put(
    'pictures/a1/large.webp',
    Readable.from([Buffer.from('hello '), Buffer.from('world')]),
  );
  expect(stored).toEqual({ sizeBytes: 11, sha256: createHash('sha256').update('hello world').digest('hex') });
  expect(await text(files.open('pictures/a1/large.webp'))).toBe('hello world');
  expect(await text(files.open('pictures/a1/large.webp', { start: 6, end: 8 }))).toBe('wor');
  expect(await files.stat('pictures/a1/large.webp')).toEqual({ sizeBytes: 11 });
  await files.remove('pictures/a1/large.webp');
  expect(await files.stat('pictures/a1/large.webp')).toBeNull();
  await files.remove('pictures/a1/large.webp');
});

test('leaves nothing of a stream that breaks', async () => {
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('cut off');
  }
  await expect(files.put('x/half', Readable.from(broken()))).rejects.toThrow('cut off');
  expect(await readdir(join(folder, 'x'))).toEqual([]);
});

test.each(['../out', '/etc/passwd', 'a//b', 'a/../b', '.hidden', 'a/', 'A', 'a\\b', ''])('"%s" is not a key', (key) => {
  expect(() => files.localPath(key)).toThrow('not a file key');
});

test('keeps the reserve of the disk free', async () => {
  const { freeBytes, totalBytes } = await files.disk();
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
  const cautious = createDiskFiles(folder, totalBytes);
  await expect(cautious.put('x/small', Buffer.from('x'))).rejects.toMatchObject({
    code: 'insufficient_storage',
    status: 507,
  });
  expect(await cautious.stat('x/small')).toBeNull();
  await expect(files.requireSpace(totalBytes)).rejects.toMatchObject({ code: 'insufficient_storage' });
  await files.requireSpace(1);
});
