import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageProxyUrl } from '#contract/image-proxy.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0392b' } });

const files = new Map<string, { type: string; body: Buffer }>();
let upstream: Server;
let other: Server;
let app: TestApp;
let limited: TestApp;
let base: string;
let elsewhere: string;
let asked: string[] = [];

const open = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  files.set('/a.png', { type: 'image/png', body: await solid(400, 300).png().toBuffer() });
  files.set('/b.jpg', { type: 'text/html', body: await solid(10, 10).jpeg().toBuffer() });
  files.set('/c.webp', { type: 'image/webp', body: await solid(10, 10).webp().toBuffer() });
  files.set('/d.gif', { type: 'image/gif', body: await solid(10, 10).gif().toBuffer() });
  files.set('/e.svg', { type: 'image/svg+xml', body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
  files.set('/f.png', { type: 'image/png', body: Buffer.from('<script>alert(1)</script>') });
  upstream = createServer((request, response) => {
    asked.push(request.url ?? '');
    const file = files.get(request.url?.split('?')[0] ?? '');
    if (request.url === '/out') response.writeHead(302, { location: `http://${elsewhere}/a.png` }).end();
    else if (request.url === '/in') response.writeHead(302, { location: '/a.png' }).end();
    else if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body);
    else response.writeHead(500, { 'content-type': 'text/plain' }).end('a secret of the upstream');
  });
  other = createServer((_request, response) => response.end(files.get('/a.png')?.body));
  elsewhere = await open(other);
  const host = await open(upstream);
  base = `http://${host}`;
  [app, limited] = await Promise.all([
    startTestApp({ env: { IMAGE_PROXY_ALLOW: host } }),
    startTestApp({ env: { IMAGE_PROXY_ALLOW: host, RATE_LIMITS: '1' } }),
  ]);
});
afterAll(async () => {
  upstream.close();
  other.close();
  await Promise.all([app.close(), limited.close()]);
});

const get = (url: string, width: number | string, height: number | string = width) =>
  app.client().raw('GET', imageProxyUrl(url, width as number, height as number));

it.each(['/a.png', '/b.jpg', '/c.webp', '/in'])('shows %s small and encoded anew, for a day', async (path) => {
  const response = await get(base + path, 48);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  const picture = sharp(Buffer.from(await response.arrayBuffer()));
  expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 48, height: 48 });
});

it.each([
  [20, 20, 20, 20],
  [1, 9999, 16, 512],
  ['', 32, 32, 32],
])('makes %s by %s %i by %i', async (width, height, expectedWidth, expectedHeight) => {
  const response = await get(`${base}/a.png`, width, height);
  const picture = sharp(Buffer.from(await response.arrayBuffer()));
  expect(await picture.metadata()).toMatchObject({ width: expectedWidth, height: expectedHeight });
});

it.each(['abc', '0', '-5', '1.5', '64px', '1e3', '999999'])('refuses a side of %s', async (side) => {
  for (const [width, height, field] of [
    [side, 32, 'w'],
    [32, side, 'h'],
  ] as const) {
    const response = await get(`${base}/a.png`, width, height);
    const message = `${field} is a number of pixels, from 16 to 512.`;
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'validation_failed', message, fields: { [field]: message } },
    ]);
  }
  const twice = await app.client().raw('GET', `${imageProxyUrl(`${base}/a.png`, 32)}&w=48`);
  expect(twice.status).toBe(400);
});

it('asks the other server once', async () => {
  asked = [];
  const all = await Promise.all([1, 2, 3].map(() => get(`${base}/a.png?once`, 96)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  const again = await get(`${base}/a.png?once`, 96);
  const etag = again.headers.get('etag') ?? '';
  expect(asked).toHaveLength(1);
  const known = await app.client().raw('GET', imageProxyUrl(`${base}/a.png?once`, 96), {
    headers: { 'if-none-match': etag },
  });
  expect(known.status).toBe(304);
});

it('says the same of everything it cannot show', async () => {
  const refused = [
    `${base}/d.gif`,
    `${base}/e.svg`,
    `${base}/f.png`,
    `${base}/500`,
    `${base}/out`,
    `http://${elsewhere}/a.png`,
    'http://127.0.0.1:22/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ];
  const answers = await Promise.all(
    refused.map(async (url) => {
      const response = await get(url, 32);
      return `${response.status} ${await response.text()}`;
    }),
  );
  expect(new Set(answers)).toEqual(
    new Set(['404 {"code":"image_unavailable","message":"This picture cannot be shown."}']),
  );
});

it('stops at 120 a minute for one address, but keeps showing what it has', async () => {
  const client = limited.client();
  const known = imageProxyUrl(`${base}/a.png`, 64);
  expect((await client.raw('GET', known)).status).toBe(200);
  const statuses = await Promise.all(
    Array.from({ length: 125 }, async (_value, index) => {
      const response = await client.raw('GET', imageProxyUrl(`http://127.0.0.1/${index}`, 32));
      return response.status;
    }),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  expect((await client.raw('GET', known)).status).toBe(200);
});
