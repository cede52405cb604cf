import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { UploadStore } from './upload-store.ts';

let app: TestApp;
let attacker: Person;
let victim: Person;
/** Upload ids of the attacker and of the victim. */
let mine: string;
let theirs: string;

const tus = { 'tus-resumable': '1.0.0' };
const base64 = (value: string) => Buffer.from(value).toString('base64');
const stored = 'good';

beforeAll(async () => {
  app = await startTestApp();
  attacker = await insertPerson(app, 'creator');
  victim = await insertPerson(app, 'creator');
  [mine, theirs] = [await begin(attacker), await begin(victim)];
});
afterAll(() => app.close());

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Sends the request target byte for byte. `fetch` would normalize it. */
async function send(
  who: Person,
  method: string,
  target: string,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const request = httpRequest({
    port: app.port,
    method,
    path: target,
    headers: { ...tus, cookie: `sid=${who.id}`, 'content-length': String(body.length), ...headers },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

const partOf = (offset: number, body: string) => ({
  headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
  body,
});

/** Starts an upload of 8 bytes and sends 4 of them. Returns its id. */
async function begin(who: Person): Promise<string> {
  const created = await send(who, 'POST', '/api/uploads', { headers: { 'upload-length': '8' } });
  const id = created.headers.location?.split('/').at(-1) ?? '';
  expect((await send(who, 'PATCH', `/api/uploads/${id}`, partOf(0, stored))).status).toBe(204);
  return id;
}

async function expectUntouched(id: string, owner: Person): Promise<void> {
  const [row] = await app.context.db.sql`select owner_id, completed_at from uploads where id = ${id}`;
  expect(row).toEqual({ ownerId: owner.id, completedAt: null });
  expect(await readFile(join(app.context.config.dataDir, 'files', `uploads/${id}.part`), 'utf8')).toBe(stored);
}

/** Request targets in which another parser could read a different id than the ownership check. */
const targets: Record<string, (mine: string, theirs: string) => string> = {
  'a query with a slash': (own, other) => `/api/uploads/${own}?x=/${other}`,
  'a query that is a path': (own, other) => `/api/uploads/${own}?/${other}`,
  'a query with an encoded slash': (own, other) => `/api/uploads/${own}?x=%2F${other}`,
  'an empty query': (own) => `/api/uploads/${own}?`,
  'a fragment': (own, other) => `/api/uploads/${own}#/${other}`,
  'an encoded slash': (own, other) => `/api/uploads/${own}%2f${other}`,
  'encoded slashes and dots': (own, other) => `/api/uploads/${own}%2F..%2F${other}`,
  'an encoded backslash': (own, other) => `/api/uploads/${own}%5c${other}`,
  'an encoded question mark': (own, other) => `/api/uploads/${own}%3f/${other}`,
  'an encoded number sign': (own, other) => `/api/uploads/${own}%23/${other}`,
  'an encoded NUL': (own) => `/api/uploads/${own}%00`,
  'an encoded letter': (own) => `/api/uploads/%${own.charCodeAt(0).toString(16)}${own.slice(1)}`,
  'a second segment': (own, other) => `/api/uploads/${own}/${other}`,
  'a trailing slash': (_own, other) => `/api/uploads/${other}/`,
  'a trailing slash on my own': (own) => `/api/uploads/${own}/`,
  'double slashes': (own, other) => `/api/uploads/${own}//${other}`,
  'double slashes in front': (_own, other) => `//api/uploads/${other}`,
  'double slashes within': (_own, other) => `/api/uploads//${other}`,
  'dots after my own': (own, other) => `/api/uploads/${own}/../${other}`,
  'dots in front': (_own, other) => `/api/x/../uploads/${other}`,
  'a semicolon': (own, other) => `/api/uploads/${own};/${other}`,
  'a path parameter': (own, other) => `/api/uploads/${own};x=/${other}`,
  'a backslash': (own, other) => `/api/uploads/${own}\\${other}`,
  'an absolute address with a query': (own, other) => `http://127.0.0.1/api/uploads/${own}?x=/${other}`,
  'an absolute address': (_own, other) => `http://127.0.0.1/api/uploads/${other}`,
  'an absolute address elsewhere': (own, other) => `http://${other}/api/uploads/${own}`,
  'upper case': (_own, other) => `/api/uploads/${other.toUpperCase()}x`,
  'the collection with a query': (_own, other) => `/api/uploads?x=/${other}`,
  'the collection with an encoded slash': (_own, other) => `/api/uploads%2f${other}`,
};

describe.each(Object.entries(targets))('a URL with %s', (_name, target) => {
  it.each([
    ['HEAD', () => ({})],
    ['GET', () => ({})],
    ['PATCH', () => partOf(4, 'evil')],
    ['DELETE', () => ({})],
    ['POST', () => ({ headers: { 'upload-length': '8' } })],
    ['POST', () => ({ headers: { 'upload-length': '8', ...partOf(0, '').headers }, body: 'evil' })],
    ['OPTIONS', () => ({})],
  ])('is refused for %s and reaches no upload', async (method, init) => {
    const count = async () => (await app.context.db.sql`select 1 from uploads`).length;
    const before = await count();
    const answer = await send(attacker, method, target(mine, theirs), init());
    expect([400, 404, 405]).toContain(answer.status);
    expect(answer.headers['upload-offset']).toBeUndefined();
    expect(answer.headers['upload-length']).toBeUndefined();
    await expectUntouched(theirs, victim);
    await expectUntouched(mine, attacker);
    expect(await count()).toBe(before);
  });
});

describe('a request that names an upload in other ways', () => {
  it.each(['HEAD', 'PATCH', 'DELETE'])("gets 404 for another creator's upload (%s)", async (method) => {
    const init = method === 'PATCH' ? partOf(4, 'evil') : {};
    expect((await send(attacker, method, `/api/uploads/${theirs}`, init)).status).toBe(404);
    await expectUntouched(theirs, victim);
  });

  it.each(['PATCH', 'DELETE', 'HEAD'])('cannot use X-HTTP-Method-Override: %s', async (override) => {
    const headers = { 'x-http-method-override': override, 'x-method-override': override };
    expect((await send(attacker, 'POST', `/api/uploads/${mine}`, { headers })).status).toBe(405);
    const part = partOf(4, 'more');
    const own = `/api/uploads/${await begin(attacker)}`;
    const sent = await send(attacker, 'PATCH', own, { ...part, headers: { ...part.headers, ...headers } });
    expect(sent.status).toBe(204);
    expect((await send(attacker, 'HEAD', `/api/uploads/${theirs}`, { headers })).status).toBe(404);
    await expectUntouched(theirs, victim);
  });

  it.each(['partial', 'final;/api/uploads/THEIRS', 'final;/api/uploads/MINE /api/uploads/THEIRS'])(
    'gets 400 for Upload-Concat: %s',
    async (value) => {
      const concat = value.replace('THEIRS', theirs).replace('MINE', mine);
      const headers = { 'upload-length': '8', 'upload-concat': concat };
      const answer = await send(attacker, 'POST', '/api/uploads', { headers });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'validation_failed', message: expect.any(String) });
      await expectUntouched(theirs, victim);
    },
  );

  it('cannot set the owner in the metadata', async () => {
    const metadata = [
      `owner ${base64(victim.id)}`,
      `ownerId ${base64(victim.id)}`,
      `id ${base64(theirs)}`,
      `key ${base64(`uploads/${theirs}`)}`,
    ].join(',');
    const headers = { 'upload-length': '8', 'upload-metadata': metadata };
    const created = await send(attacker, 'POST', '/api/uploads', { headers });
    expect(created.status).toBe(201);
    const id = created.headers.location?.split('/').at(-1) ?? '';
    expect(id).not.toBe(theirs);
    const [row] = await app.context.db.sql`select owner_id, key from uploads where id = ${id}`;
    expect(row).toEqual({ ownerId: attacker.id, key: `uploads/${id}` });
    await expectUntouched(theirs, victim);
  });

  it('gets a relative Location header, even with a foreign host', async () => {
    const headers = {
      'upload-length': '8',
      host: `127.0.0.1:${app.port}`,
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const created = await send(attacker, 'POST', '/api/uploads', { headers });
    expect(created.headers.location).toMatch(/^\/api\/uploads\/[0-9a-f]{48}$/);
  });
});

it('UploadStore refuses the id of an upload with another owner', async () => {
  const store = new UploadStore(app.context, attacker.id);
  const notFound = { status_code: 404 };
  await expect(store.getUpload(theirs)).rejects.toMatchObject(notFound);
  await expect(store.write(Readable.from([Buffer.from('evil')]), theirs, 4)).rejects.toMatchObject(notFound);
  await expect(store.remove(theirs)).rejects.toMatchObject(notFound);
  await expectUntouched(theirs, victim);
  expect(await store.getUpload(mine)).toMatchObject({ id: mine, offset: 4, size: 8 });
  await expect(new UploadStore(app.context, null).getUpload(mine)).rejects.toMatchObject(notFound);
});
