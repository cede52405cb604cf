import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadImage } from '#contract/media.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { SmallDisk } from '#testing/small-disk.ts';

const disk = new SmallDisk(8);
const { folder } = disk;
afterAll(() => disk.unmount());

describe.skipIf(!disk.isMounted).each(['0MB', '3MB'])('a disk of 8 MB with a reserve of %s', (reserve) => {
  let app: TestApp;
  let creator: Person;
  const tus = { 'tus-resumable': '1.0.0' };
  const reserveBytes = Number.parseInt(reserve, 10) * 1e6;
  /** Bytes written between two checks of the disk, plus bytes in the pipes. */
  const overrunBytes = 1.5e6;

  beforeAll(async () => {
    app = await startTestApp({ env: { DATA_DIR: join(folder, 'data'), DISK_RESERVE: reserve } });
    creator = await insertPerson(app, 'creator');
  });
  afterAll(async () => {
    await app.close();
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  });

  const freeBytes = () => disk.freeBytes();
  /** Fills the disk until `leftBytes` plus the reserve are free. */
  const fillUpTo = (leftBytes: number) => disk.fillUpTo(reserveBytes + leftBytes);
  const create = (sizeBytes: number) =>
    creator.client.raw('POST', '/api/uploads', { headers: { ...tus, 'upload-length': String(sizeBytes) } });
  const send = (location: string, offset: number, data: Buffer) =>
    creator.client.raw('PATCH', location, {
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(data),
    });
  const offsetOf = async (location: string) =>
    Number((await creator.client.raw('HEAD', location, { headers: tus })).headers.get('upload-offset'));

  it('refuses an upload that cannot fit, with a message and without a row', async () => {
    const answer = await create(50_000_000);
    expect(answer.status).toBe(507);
    expect(await answer.json()).toEqual({
      code: 'insufficient_storage',
      message: 'This site has no space left to store this file. Nothing was saved. Please try again later.',
    });
    expect((await app.context.db.sql`select 1 from uploads`).length).toBe(0);
  });

  it('keeps an upload that runs out of space and resumes it once there is space', async () => {
    const data = randomBytes(4_500_000);
    const location = (await create(data.length)).headers.get('location') ?? '';
    await fillUpTo(500_000);
    const refused = await send(location, 0, data);
    expect(refused.status).toBe(507);
    expect(await refused.json()).toEqual({
      code: 'insufficient_storage',
      message: 'This site has no space left for files right now. What you sent so far is kept. Try again later.',
    });
    const offset = await offsetOf(location);
    expect(offset).toBeLessThan(data.length);
    expect(offset).toBeGreaterThan(0);
    expect(await freeBytes()).toBeGreaterThanOrEqual(reserveBytes - overrunBytes);
    // With less than the reserve free, even a small part is refused.
    const more = join(folder, 'more-ballast');
    await writeFile(more, Buffer.alloc(Math.max(0, (await freeBytes()) - Math.max(0, reserveBytes - 100_000))));
    expect((await send(location, offset, data.subarray(offset, offset + 1000))).status).toBe(507);
    expect(await offsetOf(location)).toBe(offset);
    await Promise.all([disk.free(), rm(more)]);
    expect((await send(location, offset, data.subarray(offset))).status).toBe(204);
    const [row] = await app.context.db.sql`select key, completed_at from uploads`;
    expect(row?.completedAt).toBeInstanceOf(Date);
    expect((await readFile(join(app.context.config.dataDir, 'files', row?.key as string))).equals(data)).toBe(true);
    await creator.client.raw('DELETE', location, { headers: tus });
  });

  it('leaves no row or file of a picture that does not fit', async () => {
    const pixels = randomBytes(1200 * 1000 * 3);
    const picture = await sharp(pixels, { raw: { width: 1200, height: 1000, channels: 3 } })
      .jpeg()
      .toBuffer();
    const form = () => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(picture)]), 'noise.jpg');
      return body;
    };
    await fillUpTo(100_000);
    await expect(creator.client.form(uploadImage, form())).rejects.toMatchObject({
      status: 507,
      code: 'insufficient_storage',
    });
    expect((await app.context.db.sql`select 1 from images`).length).toBe(0);
    await disk.free();
    const { url } = await creator.client.form(uploadImage, form());
    expect((await app.client().raw('GET', url)).status).toBe(200);
  });
});
