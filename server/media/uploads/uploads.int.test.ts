import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { checkUploads } from '#server/media/check-media.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { repeats, seed, seededRandom } from '#testing/seeded-random.ts';

// cspell:ignore myclip

let app: TestApp;
let creator: Person;
let other: Person;
beforeAll(async () => {
  app = await startTestApp();
  creator = await insertPerson(app, 'creator');
  other = await insertPerson(app, 'creator');
});
afterAll(async () => {
  expect(await checkUploads(app.context, app.context.db.sql)).toEqual([]);
  await app.close();
});

const tus = { 'tus-resumable': '1.0.0' };
const partHeaders = (offset: number) => ({
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');

async function create(who: Person, sizeBytes: number, metadata = `filename ${base64('clip.mp4')}`): Promise<string> {
  const response = await who.client.raw('POST', '/api/uploads', {
    headers: { ...tus, 'upload-length': String(sizeBytes), 'upload-metadata': metadata },
  });
  expect(response.status).toBe(201);
  const location = response.headers.get('location') ?? '';
  expect(location).toMatch(/^\/api\/uploads\/[0-9a-f]{48}$/);
  return location;
}

const patch = (who: Person, location: string, offset: number, data: Buffer) =>
  who.client.raw('PATCH', location, { headers: partHeaders(offset), body: new Uint8Array(data) });
const head = (who: Person, location: string) => who.client.raw('HEAD', location, { headers: tus });
const idOf = (location: string) => location.split('/').at(-1) ?? '';

async function rowOf(location: string) {
  const [row] = await app.context.db.sql`select * from uploads where id = ${idOf(location)}`;
  return row;
}

const storedBytes = async (location: string) =>
  readFile(join(app.context.config.dataDir, 'files', (await rowOf(location))?.key as string));

/** Sends the first bytes of a part and then cuts the connection. */
async function interrupted(location: string, offset: number, data: Buffer, cutAfter: number): Promise<void> {
  const url = new URL(location, app.url);
  const cookie = `sid=${creator.client.cookies.get('sid')}`;
  const headers = { ...partHeaders(offset), cookie, 'content-length': String(data.length) };
  const request = httpRequest(url, { method: 'PATCH', headers });
  request.on('error', () => undefined);
  const body = new PassThrough();
  body.pipe(request);
  body.write(data.subarray(0, cutAfter));
  await once(request, 'socket');
  await new Promise((resolve) => setTimeout(resolve, 60));
  request.destroy();
  await new Promise((resolve) => setTimeout(resolve, 40));
}

describe('resumable uploads', () => {
  it('accept a file in chunks from tus-js-client and clean its name and type', async () => {
    const data = randomBytes(3_000_000);
    const location = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(data, {
        endpoint: `${app.url}/api/uploads`,
        chunkSize: 1_000_000,
        metadata: { filename: '../../my\u202Eclip.mp4', filetype: 'Video/MP4' },
        headers: { cookie: `sid=${creator.id}` },
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
      });
      upload.start();
    });
    const row = await rowOf(location);
    expect(row).toMatchObject({
      ownerId: creator.id,
      name: 'myclip.mp4',
      contentType: 'video/mp4',
      sizeBytes: data.length,
    });
    expect(row?.completedAt).toBeInstanceOf(Date);
    expect(sha256(await storedBytes(location))).toBe(sha256(data));
  });

  const files = repeats(1, 50);
  const { below } = seededRandom(seed);
  it(
    'resume with equal bytes after cuts at any point',
    async () => {
      for (let count = 0; count < files; count += 1) await resumeAfterCuts();
    },
    files * 60_000,
  );

  async function resumeAfterCuts(): Promise<void> {
    const data = randomBytes(2_000_000);
    const location = await create(creator, data.length);
    let offset = 0;
    for (const cut of [1, 70_000, 333_333, below(500_000)]) {
      await interrupted(location, offset, data.subarray(offset), cut);
      const answer = await head(creator, location);
      expect(answer.headers.get('upload-length')).toBe(String(data.length));
      expect(answer.headers.get('cache-control')).toBe('no-store');
      offset = Number(answer.headers.get('upload-offset'));
    }
    expect(offset).toBeGreaterThan(0);
    expect((await rowOf(location))?.completedAt).toBeNull();
    const answer = await patch(creator, location, offset, data.subarray(offset));
    expect(answer.status).toBe(204);
    expect(answer.headers.get('upload-offset')).toBe(String(data.length));
    expect((await rowOf(location))?.completedAt).toBeInstanceOf(Date);
    expect(sha256(await storedBytes(location))).toBe(sha256(data));
    await creator.client.raw('DELETE', location, { headers: tus });
  }

  it('accept one of several parallel parts', async () => {
    const data = randomBytes(500_000);
    const location = await create(creator, data.length);
    const answers = await Promise.all(Array.from({ length: 5 }, () => patch(creator, location, 0, data)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409 || status === 423)).toHaveLength(4);
    expect(sha256(await storedBytes(location))).toBe(sha256(data));
  });

  it('refuse a wrong offset with 409 and more bytes than declared with 413', async () => {
    const location = await create(creator, 10);
    const wrong = await patch(creator, location, 5, Buffer.alloc(5));
    expect(wrong.status).toBe(409);
    expect(await wrong.json()).toMatchObject({ code: 'conflict', message: expect.any(String) });
    expect((await patch(creator, location, 0, Buffer.alloc(11))).status).toBe(413);
    expect((await head(creator, location)).headers.get('upload-offset')).toBe('0');
  });

  it('refuse files larger than 5 GB', async () => {
    const refused = await creator.client.raw('POST', '/api/uploads', {
      headers: { ...tus, 'upload-length': String(limits.uploadBytes + 1) },
    });
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ code: 'payload_too_large' });
    const options = await app.client().raw('OPTIONS', '/api/uploads');
    expect(options.headers.get('tus-max-size')).toBe(String(limits.uploadBytes));
    expect(options.headers.get('tus-extension')).toContain('creation');
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('are open to creators and admins, and each upload only to its owner', async () => {
    const location = await create(creator, 4);
    const headers = { ...tus, 'upload-length': '4' };
    const fan = await insertPerson(app);
    expect((await app.client().raw('POST', '/api/uploads', { headers })).status).toBe(401);
    expect((await fan.client.raw('POST', '/api/uploads', { headers })).status).toBe(403);
    expect((await (await insertPerson(app, 'admin')).client.raw('POST', '/api/uploads', { headers })).status).toBe(201);
    expect((await app.client().raw('HEAD', location, { headers: tus })).status).toBe(401);
    expect((await head(other, location)).status).toBe(404);
    expect((await patch(other, location, 0, Buffer.alloc(4))).status).toBe(404);
    expect((await other.client.raw('DELETE', location, { headers: tus })).status).toBe(404);
    expect((await head(creator, `/api/uploads/${'0'.repeat(48)}`)).status).toBe(404);
    expect((await head(creator, '/api/uploads/..%2f..%2fx')).status).toBe(404);
    expect((await creator.client.raw('GET', location)).status).toBe(405);
    const suspended = await insertPerson(app, 'creator');
    await suspended.suspend();
    expect((await suspended.client.raw('POST', '/api/uploads', { headers })).status).toBe(403);
  });

  it('refuse requests from other sites', async () => {
    const location = await create(creator, 4);
    const answer = await creator.client.raw('PATCH', location, {
      headers: { ...partHeaders(0), origin: 'https://evil.example' },
      body: 'abcd',
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'cross_origin' });
  });

  it('can be deleted by their owner', async () => {
    const location = await create(creator, 8);
    await patch(creator, location, 0, Buffer.alloc(4));
    expect((await creator.client.raw('DELETE', location, { headers: tus })).status).toBe(204);
    expect((await head(creator, location)).status).toBe(404);
    expect(await rowOf(location)).toBeUndefined();
  });

  it('complete on the next HEAD request after a crash at the last byte', async () => {
    const data = randomBytes(1000);
    const location = await create(creator, data.length);
    await patch(creator, location, 0, data);
    await app.context.db.sql`update uploads set completed_at = null where id = ${idOf(location)}`;
    expect((await head(creator, location)).headers.get('upload-offset')).toBe('1000');
    expect((await rowOf(location))?.completedAt).toBeInstanceOf(Date);
    expect(sha256(await storedBytes(location))).toBe(sha256(data));
  });
});
