import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoCreators, demoFan, demoFans, demoPools, demoUpdates, readDemoPicture } from './demo-content.ts';

const maxTotalBytes = 2 * 1024 * 1024;
const posters = demoPools.map(({ picture }) => picture);
const avatars = [demoFan, ...demoCreators, ...demoFans].flatMap(({ picture }) => picture ?? []);
const posted = Object.values(demoUpdates).flatMap((updates) => updates.flatMap(({ pictures = [] }) => pictures));
const covers = demoCreators.flatMap(({ cover }) => cover?.picture ?? []);
const readAll = () =>
  Promise.all([
    ...posters.map((file) => readDemoPicture('pools', file)),
    ...avatars.map((file) => readDemoPicture('people', file)),
    ...covers.map((file) => readDemoPicture('covers', file)),
  ]);

describe('demo pictures', () => {
  it('gives every pool and every creator a unique picture', async () => {
    expect(posters.length).toBe(demoPools.length);
    expect(demoCreators.every(({ picture, isNew }) => (picture === undefined) === (isNew === true))).toBe(true);
    const hashes = (await readAll()).map((data) => createHash('sha256').update(data).digest('hex'));
    expect(new Set(hashes).size).toBe(demoPools.length + avatars.length + covers.length);
  });

  it('holds no file that the demo does not use', async () => {
    const filesIn = async (folder: string) => (await readdir(new URL(`./pictures/${folder}`, import.meta.url))).sort();
    expect(await filesIn('pools')).toEqual([...posters].sort());
    expect(await filesIn('people')).toEqual([...avatars].sort());
    expect(await filesIn('covers')).toEqual([...covers].sort());
    expect(await filesIn('updates')).toEqual([...posted].sort());
  });

  it('stays within 2 MB, in the sizes that pages show', async () => {
    const pictures = await readAll();
    const ofUpdates = await Promise.all(posted.map((file) => readDemoPicture('updates', file)));
    expect([...pictures, ...ofUpdates].reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(maxTotalBytes);
    const sizes = await Promise.all(pictures.map((data) => sharp(data).metadata()));
    const shapes = sizes.map(({ format, width, height }) => `${format} ${width}x${height}`);
    const expected = demoPools.map(({ highlighted }) => (highlighted ? 'webp 1200x600' : 'webp 800x400'));
    expect(shapes.slice(0, posters.length)).toEqual(expected);
    const shapesOf = (list: readonly string[], from: number) => new Set(shapes.slice(from, from + list.length));
    expect(shapesOf(avatars, posters.length)).toEqual(new Set(['webp 384x384']));
    expect(shapesOf(covers, posters.length + avatars.length)).toEqual(new Set(['webp 1200x300']));
  });
});
