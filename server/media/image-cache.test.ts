import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openImageCache } from './image-cache.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-cache-'));
});
afterAll(() => rm(folder, { recursive: true }));

const files = async (name: string) =>
  (await readdir(join(folder, name), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

it('returns an entry until it is older than maxAgeMs', async () => {
  const cache = openImageCache(join(folder, 'age'), { maxBytes: 1000, maxAgeMs: 60_000 });
  expect(await cache.get('one')).toBeNull();
  await cache.put('one', Buffer.from('picture'));
  expect((await cache.get('one'))?.toString()).toBe('picture');
  const [file] = await files('age');
  const anHourAgo = Date.now() / 1000 - 3600;
  await utimes(join(file?.parentPath ?? '', file?.name ?? ''), anHourAgo, anHourAgo);
  expect(await cache.get('one')).toBeNull();
});

it('stays within maxBytes and keeps the newest entries', async () => {
  const cache = openImageCache(join(folder, 'room'), { maxBytes: 1000, maxAgeMs: 60_000 });
  for (let index = 0; index < 30; index++) await cache.put(`${index}`, Buffer.alloc(100));
  expect((await files('room')).length).toBeLessThanOrEqual(10);
  expect(await cache.get('29')).not.toBeNull();
  expect(await cache.get('0')).toBeNull();
});
