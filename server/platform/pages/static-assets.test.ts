import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerAssets } from './static-assets.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-assets-'));
  await mkdir(join(folder, 'assets/language/h4sh/de'), { recursive: true });
  await writeFile(join(folder, 'assets/language/h4sh/de/pool-page.json'), '{}');
  await writeFile(join(folder, 'assets/app-h4sh.js'), 'plain');
  await writeFile(join(folder, 'assets/app-h4sh.js.br'), 'brotli');
  await writeFile(join(folder, 'assets/app-h4sh.js.gz'), 'gzip');
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'icon-192.png'), 'icon');
  await writeFile(join(folder, 'assets/film-h4sh.webm'), '0123456789');
  app = Fastify();
  await registerAssets(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test.each([
  ['gzip, deflate, br', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
  ['', undefined, 'plain'],
])('sends the best coding that "%s" accepts', async (accepted, coding, body) => {
  const response = await get('/assets/app-h4sh.js', { 'accept-encoding': accepted });
  expect(response.headers['content-encoding']).toBe(coding);
  expect(response.headers.vary).toBe('accept-encoding');
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(response.body).toBe(body);
});

test('serves the texts of a page forever, because their address names their content', async () => {
  const { headers, body } = await get('/assets/language/h4sh/de/pool-page.json');
  expect([headers['content-type'], body]).toEqual(['application/json; charset=utf-8', '{}']);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('answers 304 to the entity tag of the same coding only', async () => {
  const { etag } = (await get('/assets/app-h4sh.js', { 'accept-encoding': 'br' })).headers;
  const headers = { 'if-none-match': `"other", ${etag}` };
  expect((await get('/assets/app-h4sh.js', { ...headers, 'accept-encoding': 'br' })).statusCode).toBe(304);
  expect((await get('/assets/app-h4sh.js', { ...headers, 'accept-encoding': 'gzip' })).statusCode).toBe(200);
});

test('answers HEAD with the headers of GET and no body', async () => {
  const response = await app.inject({ method: 'HEAD', url: '/favicon.svg' });
  expect([response.statusCode, response.headers['content-length'], response.body]).toEqual([200, '6', '']);
  expect(response.headers['cache-control']).toBe('public, max-age=3600');
});

test('lets the sites of mail programs show the icon, and nothing else', async () => {
  const policy = async (path: string) => (await get(path)).headers['cross-origin-resource-policy'];
  expect([await policy('/icon-192.png'), await policy('/favicon.svg')]).toEqual(['cross-origin', undefined]);
});

test('serves nothing outside of the build', async () => {
  expect((await get('/assets/none.js')).statusCode).not.toBe(200);
  expect((await get('/assets/..%2ffavicon.svg')).statusCode).not.toBe(200);
});

test('sends a part of a video, which Safari needs to play it', async () => {
  const part = await get('/assets/film-h4sh.webm', { range: 'bytes=2-4' });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  const whole = await get('/assets/film-h4sh.webm');
  expect([whole.statusCode, whole.body, whole.headers['accept-ranges']]).toEqual([200, '0123456789', 'bytes']);
  expect(whole.headers['content-type']).toBe('video/webm');
  expect((await get('/assets/film-h4sh.webm', { range: 'bytes=10-' })).statusCode).toBe(416);
});
