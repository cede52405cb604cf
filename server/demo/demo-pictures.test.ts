import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoCreators, demoFan, demoFans, demoPools, demoUpdates } from './demo-content.ts';
import { readDemoPicture } from './demo-pictures.ts';

const maxTotalBytes = 2 * 1024 * 1024;
const covers = demoPools.map(({ picture }) => picture);
const avatars = [demoFan, ...demoCreators, ...demoFans].flatMap(({ picture }) => picture ?? []);
const posted = Object.values(demoUpdates).flatMap((updates) => updates.flatMap(({ pictures = [] }) => pictures));
const readAll = () =>
  Promise.all([
    ...covers.map((file) => readDemoPicture('pools', file)),
    ...avatars.map((file) => readDemoPicture('people', file)),
  ]);

describe('demo pictures', () => {
  it('gives every pool and every creator a unique picture', async () => {
    expect(covers.length).toBe(demoPools.length);
    expect(demoCreators.every(({ picture }) => picture)).toBe(true);
    const hashes = (await readAll()).map((data) => createHash('sha256').update(data).digest('hex'));
    expect(new Set(hashes).size).toBe(demoPools.length + avatars.length);
  });

  it('holds no file that the demo does not use', async () => {
    const filesIn = async (folder: string) => (await readdir(new URL(`./pictures/${folder}`, import.meta.url))).sort();
    expect(await filesIn('pools')).toEqual([...covers].sort());
    expect(await filesIn('people')).toEqual([...avatars].sort());
    expect(await filesIn('updates')).toEqual([...posted].sort());
  });

  it('stays within 2 MB, in the sizes that pages show', async () => {
    const pictures = await readAll();
    const ofUpdates = await Promise.all(posted.map((file) => readDemoPicture('updates', file)));
    expect([...pictures, ...ofUpdates].reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(maxTotalBytes);
    const sizes = await Promise.all(pictures.map((data) => sharp(data).metadata()));
    const shapes = sizes.map(({ format, width, height }) => `${format} ${width}x${height}`);
    const expected = demoPools.map(({ highlighted }) => (highlighted ? 'webp 1200x600' : 'webp 800x400'));
    expect(shapes.slice(0, covers.length)).toEqual(expected);
    expect(new Set(shapes.slice(covers.length))).toEqual(new Set(['webp 384x384']));
  });
});
