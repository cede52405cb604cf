import { randomBytes } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { limits } from '#contract/limits.ts';
import { uploadImage } from '#contract/media.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { encodeAvifCopies } from './encode-avif-copies.ts';
import { avifFileKey, imageFileKey, imageKeyOf } from './image-url.ts';
import { prefixesAt, sweepImages } from './sweep-images.ts';

let app: TestApp;
let fan: Person;
beforeAll(async () => {
  app = await startTestApp();
  fan = await insertPerson(app);
});
afterAll(() => app.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff6600' } });

/** A picture of which AVIF makes a smaller file than WebP. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .blur(6)
    .png()
    .toBuffer();

function form(data: Buffer | string, name = 'picture.png', type = 'image/png', field = 'file'): FormData {
  const body = new FormData();
  body.append(field, new Blob([typeof data === 'string' ? data : new Uint8Array(data)], { type }), name);
  return body;
}

const send = (...given: Parameters<typeof form>) => fan.client.form(uploadImage, form(...given));

async function storedFiles(): Promise<string[]> {
  const root = join(app.context.config.dataDir, 'files', 'images');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('POST /api/images', () => {
  it('stores a picture as WebP with smaller copies that browsers may cache forever', async () => {
    const { id, url } = await send(await picture(2000, 1000).png().toBuffer());
    await makePool(fan, { imageIds: [id] });
    expect(url).toMatch(/^\/media\/images\/[0-9a-f]{32}\.webp$/);
    const [row] = await app.context.db.sql`select owner_id, width, height from images where id = ${id}`;
    expect(row).toEqual({ ownerId: fan.id, width: 1600, height: 800 });
    const visitor = app.client();
    for (const [address, width] of [
      [url, 1600],
      [url.replace('.webp', '-800.webp'), 800],
      [url.replace('.webp', '-400.webp'), 400],
    ] as const) {
      const response = await visitor.raw('GET', address);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=300, immutable');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      const { format, width: actualWidth } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect({ format, width: actualWidth }).toEqual({ format: 'webp', width });
    }
    const etag = (await visitor.raw('HEAD', url)).headers.get('etag') ?? '';
    expect((await visitor.raw('GET', url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('serves AVIF copies, which a job encodes, to browsers that accept them', async () => {
    const { url } = await send(await noise(900, 600));
    await app.settle();
    const headers = { accept: 'image/avif,image/webp,*/*' };
    for (const address of [url, url.replace('.webp', '-400.webp')]) {
      const response = await app.client().raw('GET', address, { headers });
      expect(response.headers.get('content-type')).toBe('image/avif');
      expect(response.headers.get('vary')).toContain('Accept');
      const other = await app.client().raw('GET', address);
      expect(other.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('etag')).not.toBe(other.headers.get('etag'));
    }
  });

  it('writes no AVIF copy after the node has started to stop', async () => {
    const { url } = await send(await noise(300, 200));
    await app.settle();
    const key = imageKeyOf(url) ?? '';
    const copy = avifFileKey(key);
    await app.context.files.remove(copy);
    const stopping = new AbortController();
    const encoding = encodeAvifCopies(app.context, key, stopping.signal);
    stopping.abort();
    await expect(encoding).rejects.toThrow('aborted');
    expect(await app.context.files.stat(copy)).toBeNull();
    await encodeAvifCopies(app.context, key, new AbortController().signal);
    expect(await app.context.files.stat(copy)).not.toBeNull();
  });

  it('leaves no AVIF copy of a picture that is deleted during the encoding', async () => {
    const { id, url } = await send(await noise(300, 200));
    await app.settle();
    const key = imageKeyOf(url) ?? '';
    await app.context.files.remove(avifFileKey(key));
    await app.context.db.sql`delete from images where id = ${id}`;
    await encodeAvifCopies(app.context, key, new AbortController().signal);
    expect(await app.context.files.stat(avifFileKey(key))).toBeNull();
  });

  it('shows the pictures of a removed pool only to the people involved and admins', async () => {
    const { id, url } = await send(await picture(20, 20).png().toBuffer());
    const pool = await makePool(fan, { imageIds: [id] });
    const admin = await insertPerson(app, 'admin');
    const other = await insertPerson(app);
    const statusFor = async ({ client }: Pick<Person, 'client'>) => (await client.raw('GET', url)).status;
    expect(await statusFor({ client: app.client() })).toBe(200);
    const action = { action: 'remove', reason: 'Against the rules' } as const;
    await admin.client.call(actOnPool, { params: { id: pool.id }, body: action });
    for (const viewer of [{ client: app.client() }, other]) expect(await statusFor(viewer)).toBe(404);
    for (const viewer of [fan, admin]) expect(await statusFor(viewer)).toBe(200);
    expect((await fan.client.raw('GET', url)).headers.get('cache-control')).toBe('private, no-cache');
  });

  it('serves a small picture at the URLs of its larger copies', async () => {
    const { url } = await send(await picture(300, 200).webp().toBuffer(), 'a.webp', 'image/webp');
    const response = await app.client().raw('GET', url.replace('.webp', '-800.webp'));
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(300);
  });

  it('rotates a picture upright and removes all metadata', async () => {
    const exif = { IFD0: { Copyright: 'secret owner' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } };
    const jpeg = await picture(400, 200).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(jpeg).metadata()).exif).toBeDefined();
    const { url } = await send(jpeg, 'photo.jpg', 'image/jpeg');
    const stored = Buffer.from(await (await app.client().raw('GET', url)).arrayBuffer());
    const { exif: left, xmp, icc, width, height } = await sharp(stored).metadata();
    expect({ left, xmp, icc, width, height }).toEqual({
      left: undefined,
      xmp: undefined,
      icc: undefined,
      width: 200,
      height: 400,
    });
    expect(stored.includes('secret owner')).toBe(false);
  });

  it('detects the format by the bytes, ignores name and type, and refuses other formats', async () => {
    await send(await picture(10, 10).jpeg().toBuffer(), 'x.txt', 'text/plain');
    const refusals = [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '<html>hello</html>',
      await picture(10, 10).gif().toBuffer(),
      await picture(10, 10).tiff().toBuffer(),
      '%PDF-1.7',
      Buffer.alloc(0),
    ];
    for (const data of refusals) {
      await expect(send(data)).rejects.toMatchObject({
        status: 415,
        code: 'image_type',
        message: 'Only PNG, JPG, and WebP files are allowed',
      });
    }
  });

  it('refuses 5 MB or more and accepts one byte less', async () => {
    const png = await picture(20, 20).png().toBuffer();
    const padded = (size: number) => Buffer.concat([png, randomBytes(size - png.length)]);
    await expect(send(padded(limits.imageBytes))).rejects.toMatchObject({
      status: 413,
      code: 'image_too_large',
      message: 'File size must be less than 5MB',
    });
    await send(padded(limits.imageBytes - 1));
  });

  it('refuses decompression bombs and broken pictures and stores no files', async () => {
    const before = (await storedFiles()).length;
    const bomb = await picture(8000, 8000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(limits.imageBytes);
    const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    await expect(send(bomb)).rejects.toMatchObject({ status: 413, code: 'image_too_many_pixels' });
    for (const data of [noise.subarray(0, 5000), Buffer.concat([png8, randomBytes(500)])]) {
      await expect(send(data)).rejects.toMatchObject({ status: 400, code: 'image_unreadable' });
    }
    expect(await storedFiles()).toHaveLength(before);
  });

  it('says how many pixels are too many, and accepts the 48 megapixels of a phone', async () => {
    const jpeg = (width: number, height: number) => picture(width, height).jpeg().toBuffer();
    await send(await jpeg(8000, 6000), 'photo.jpg', 'image/jpeg');
    await expect(send(await jpeg(8000, 8000), 'photo.jpg', 'image/jpeg')).rejects.toMatchObject({
      status: 413,
      code: 'image_too_many_pixels',
      message: 'This picture has 64 megapixels. The most is 52. Make it smaller, then try again.',
    });
  }, 30_000);

  it.each([
    [800, 12_000, 800, 12_000],
    [2000, 20_000, 1265, 12_649],
    [400, 20_000, 328, 16_383],
    [9000, 600, 1600, 107],
  ])('stores a picture of %i × %i as %i × %i', async (width, height, storedWidth, storedHeight) => {
    const { id } = await send(await picture(width, height).png().toBuffer());
    const [row] = await app.context.db.sql`select width, height from images where id = ${id}`;
    expect(row).toEqual({ width: storedWidth, height: storedHeight });
  });

  it.each([{ progressive: false }, { progressive: true }])('repairs a JPEG without its end: %o', async (options) => {
    const jpeg = await sharp(await noise(900, 600))
      .jpeg(options)
      .toBuffer();
    for (const missing of [1, 2, 300, Math.round(jpeg.length / 5)]) {
      const { id } = await send(jpeg.subarray(0, -missing), 'photo.jpg', 'image/jpeg');
      const [row] = await app.context.db.sql`select width, height from images where id = ${id}`;
      expect(row).toEqual({ width: 900, height: 600 });
    }
    await expect(send(jpeg.subarray(0, 300), 'photo.jpg', 'image/jpeg')).rejects.toMatchObject({
      code: 'image_unreadable',
    });
  });

  it('refuses a JPEG of which only the top is there', async () => {
    const jpeg = await sharp(await noise(900, 600))
      .jpeg()
      .toBuffer();
    await expect(send(jpeg.subarray(0, Math.round(jpeg.length / 4)))).rejects.toMatchObject({
      code: 'image_unreadable',
    });
  });

  it('requires a session and a form with the field "file"', async () => {
    const png = await picture(10, 10).png().toBuffer();
    await expect(app.client().form(uploadImage, form(png))).rejects.toMatchObject({
      status: 401,
      code: 'not_signed_in',
    });
    await expect(send(png, 'a.png', 'image/png', 'other')).rejects.toMatchObject({ status: 400 });
    const json = await fan.client.raw('POST', '/api/images', {
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
    const boundary = 'b'.repeat(300);
    const long = await fan.client.raw('POST', '/api/images', {
      body: `--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect(long.status).toBe(400);
  });

  it('stores concurrent uploads', async () => {
    const png = await picture(900, 900).png().toBuffer();
    const all = await Promise.all(Array.from({ length: 8 }, () => send(png)));
    expect(new Set(all.map(({ url }) => url)).size).toBe(8);
  });

  it.each(['/media/images/nope.webp', `/media/images/${'0'.repeat(32)}.webp`, '/media/images/..%2f..%2fpackage.json'])(
    'returns 404 for %s',
    async (path) => {
      expect((await app.client().raw('GET', path)).status).toBe(404);
    },
  );
});

describe('the sweep of pictures', () => {
  const everyPrefix = Array.from({ length: 24 }, (_, hour) => prefixesAt(hour)).flat();
  const sweep = () => sweepImages(app.context, everyPrefix);
  const fileExists = async (key: string) => (await app.context.files.stat(key)) !== null;
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
  const isStored = async (url: string) => {
    const key = imageKeyOf(url) ?? '';
    const rows = await app.context.db.sql`select id from images where key = ${key}`;
    expect(await fileExists(imageFileKey(key))).toBe(rows.length > 0);
    return rows.length > 0;
  };

  it('handles every key once a day', () => {
    expect(everyPrefix.toSorted()).toEqual(Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0')));
  });

  it('deletes pictures that nothing uses after 30 days', async () => {
    const data = await picture(20, 20).png().toBuffer();
    const [unused, young, inPool, inUpdate, withheld, avatar, cover] = await Promise.all(
      Array.from({ length: 7 }, () => send(data)),
    );
    if (!unused || !young || !inPool || !inUpdate || !withheld || !avatar || !cover)
      throw new Error('a picture is missing');
    const { sql } = app.context.db;
    const pool = await makePool(fan, { imageIds: [inPool.id] });
    const [update] = await sql<{ id: string }[]>`
      insert into pool_updates (pool_id, author_id, audience, content, request_key)
      values (${pool.id}, ${fan.id}, 'everyone', 'News', 'sweep') returning id`;
    await sql`insert into pool_update_images (update_id, image_id, position) values (${update?.id ?? ''}, ${inUpdate.id}, 1)`;
    await sql`update images set withheld_at = now() where id = ${withheld.id}`;
    await sql`update users set avatar_url = ${avatar.url} where id = ${fan.id}`;
    await sql`
      insert into creator_profiles (username, full_name, display_name, cover_url)
      values ('sweep_cover', 'Maya', 'Maya', ${cover.url})`;
    const old = [unused, inPool, inUpdate, withheld, avatar, cover];
    await sql`update images set created_at = ${daysAgo(31)} where id = any(${old.map(({ id }) => id)}::uuid[])`;
    await sql`update images set created_at = ${daysAgo(29)} where id = ${young.id}`;
    await sweep();
    expect(await isStored(unused.url)).toBe(false);
    for (const { url } of [young, inPool, inUpdate, withheld, avatar, cover]) expect(await isStored(url)).toBe(true);
  });

  it('spares files that are older than the database, which may be a new one', async () => {
    const { sql } = app.context.db;
    const key = imageFileKey(randomBytes(16).toString('hex'));
    await app.context.files.put(key, Buffer.from('x'));
    await utimes(join(app.context.config.dataDir, 'files', key), daysAgo(3), daysAgo(3));
    await sql`update schema_migrations set applied_at = ${daysAgo(2)}`;
    await sweep();
    expect(await fileExists(key)).toBe(true);
    await sql`update schema_migrations set applied_at = ${daysAgo(4)}`;
    await sweep();
    expect(await fileExists(key)).toBe(false);
  });

  it('deletes files without a row after a day', async () => {
    const { url } = await send(await picture(20, 20).png().toBuffer());
    const fileKey = imageFileKey(imageKeyOf(url) ?? '');
    const [stray, young] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    const strays = [imageFileKey(stray), imageFileKey(stray, 400), avifFileKey(stray), avifFileKey(stray, 800)];
    const other = `images/${stray.slice(0, 2)}/readme.txt`;
    for (const key of [...strays, imageFileKey(young), other]) await app.context.files.put(key, Buffer.from('x'));
    for (const key of [...strays, fileKey, other]) {
      await utimes(join(app.context.config.dataDir, 'files', key), daysAgo(2), daysAgo(2));
    }
    await sweep();
    for (const key of strays) expect([key, await fileExists(key)]).toEqual([key, false]);
    for (const key of [fileKey, imageFileKey(young), other]) expect([key, await fileExists(key)]).toEqual([key, true]);
  });
});

const png8 = Buffer.from('89504e470d0a1a0a', 'hex');
