import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageProxyUrl } from '#contract/images.ts';
import { getLinkPreview } from '#contract/link-preview.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { createLinkPreviews } from './link-previews.ts';

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0392b' } });

const files = new Map<string, { type: string; body: Buffer }>();
let upstream: Server;
let other: Server;
let app: TestApp;
let limited: TestApp;
let base: string;
let elsewhere: string;
let requests: string[] = [];

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
  const page = (path: string, html: string, type = 'text/html; charset=utf-8') =>
    files.set(path, { type, body: Buffer.from(html) });
  page('/page', '<title>Not this</title><meta property="og:title" content="Harbour &amp; sea">');
  const head = '<title>A page</title><meta name=description content="What it is about"><meta property="og:image"';
  page('/full', `${head} content="/a.png"></head><body>${'<p>long</p>'.repeat(100_000)}`);
  page('/bare', '<p>Nothing of itself</p>');
  page('/late', `<!--${'x'.repeat(256 * 1024)}--><title>Too far down</title>`);
  page('/data', '<title>Not a page</title>', 'application/json');
  page('/evil', '<title>x</title><meta property="og:image" content="javascript:alert(1)">');
  upstream = createServer((request, response) => {
    requests.push(request.url ?? '');
    const file = files.get(request.url?.split('?')[0] ?? '');
    if (request.url === '/out') response.writeHead(302, { location: `http://${elsewhere}/a.png` }).end();
    else if (request.url === '/out-page') response.writeHead(302, { location: `http://${elsewhere}/page` }).end();
    else if (request.url === '/in-page') response.writeHead(301, { location: '/full' }).end();
    else if (request.url?.startsWith('/silent')) request.resume();
    else if (request.url === '/in') response.writeHead(302, { location: '/a.png' }).end();
    else if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body);
    else response.writeHead(500, { 'content-type': 'text/plain' }).end('a secret of the upstream');
  });
  other = createServer((request, response) => {
    const isPage = request.url === '/page';
    response
      .setHeader('content-type', isPage ? 'text/html' : 'image/png')
      .end(files.get(isPage ? '/page' : '/a.png')?.body);
  });
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

it.each(['/a.png', '/b.jpg', '/c.webp', '/in'])(
  'serves %s re-encoded as a thumbnail, cacheable for a day',
  async (path) => {
    const response = await get(base + path, 48);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    const picture = sharp(Buffer.from(await response.arrayBuffer()));
    expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 48, height: 48 });
  },
);

it.each([
  [20, 20, 20, 20],
  [1, 9999, 16, 512],
  ['', 32, 32, 32],
  ['', '', 20, 20],
])('clamps a size of %s by %s to %i by %i', async (width, height, expectedWidth, expectedHeight) => {
  const response = await get(`${base}/a.png`, width, height);
  const picture = sharp(Buffer.from(await response.arrayBuffer()));
  expect(await picture.metadata()).toMatchObject({ width: expectedWidth, height: expectedHeight });
});

it('keeps the proportions with fit=inside and never enlarges', async () => {
  const sizeOf = async (path: string, width: number, height: number) => {
    const response = await app.client().raw('GET', imageProxyUrl(base + path, width, height, 'inside'));
    const { width: wide, height: high } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return [wide, high];
  };
  expect(await sizeOf('/a.png', 200, 200)).toEqual([200, 150]);
  expect(await sizeOf('/c.webp', 200, 200)).toEqual([10, 10]);
  expect((await app.client().raw('GET', `${imageProxyUrl(`${base}/a.png`, 32)}&fit=fill`)).status).toBe(400);
});

it.each(['abc', '0', '-5', '1.5', '64px', '1e3', '999999'])('refuses a side of %s', async (side) => {
  for (const [width, height, field] of [
    [side, 32, 'w'],
    [32, side, 'h'],
  ] as const) {
    const response = await get(`${base}/a.png`, width, height);
    const message = `${field} must be a number of pixels, from 16 to 512.`;
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'validation_failed', message, fields: { [field]: message } },
    ]);
  }
  const twice = await app.client().raw('GET', `${imageProxyUrl(`${base}/a.png`, 32)}&w=48`);
  expect(twice.status).toBe(400);
});

it('fetches a picture once for concurrent and later requests', async () => {
  requests = [];
  const all = await Promise.all([1, 2, 3].map(() => get(`${base}/a.png?once`, 96)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  const again = await get(`${base}/a.png?once`, 96);
  const etag = again.headers.get('etag') ?? '';
  expect(requests).toHaveLength(1);
  const cachedAnswer = await app.client().raw('GET', imageProxyUrl(`${base}/a.png?once`, 96), {
    headers: { 'if-none-match': etag },
  });
  expect(cachedAnswer.status).toBe(304);
});

it('returns the same error for everything it cannot serve', async () => {
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
    new Set(['404 {"code":"image_unavailable","message":"This picture can’t be shown."}']),
  );
});

it('limits one IP address to 120 fetches a minute and still serves cached pictures', async () => {
  const client = limited.client();
  const proxyUrl = imageProxyUrl(`${base}/a.png`, 64);
  expect((await client.raw('GET', proxyUrl)).status).toBe(200);
  const statuses = await Promise.all(
    Array.from({ length: 125 }, async (_value, index) => {
      const response = await client.raw('GET', imageProxyUrl(`http://127.0.0.1/${index}`, 32));
      return response.status;
    }),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  expect((await client.raw('GET', proxyUrl)).status).toBe(200);
});

describe('a link preview', () => {
  it("contains the page's description and the final host name, and is fetched once", async () => {
    const { client } = await insertPerson(app);
    const previewOf = async (path: string) =>
      (await client.call(getLinkPreview, { query: { url: base + path } })).preview;
    const full = { site: '127.0.0.1', title: 'A page', description: 'What it is about', image: `${base}/a.png` };
    requests = [];
    const all = await Promise.all([previewOf('/page'), previewOf('/page#part'), previewOf('/in-page')]);
    expect(all).toEqual([
      { site: '127.0.0.1', title: 'Harbour & sea', description: null, image: null },
      { site: '127.0.0.1', title: 'Harbour & sea', description: null, image: null },
      full,
    ]);
    expect(await previewOf('/in-page')).toEqual(full);
    expect(requests.sort()).toEqual(['/full', '/in-page', '/page']);
    expect(await previewOf('/evil')).toMatchObject({ title: 'x', image: null });
  });

  it('is fetched once for callers that are admitted concurrently', async () => {
    const preview = createLinkPreviews(app.context);
    requests = [];
    await Promise.all([1, 2, 3].map(() => preview(`${base}/page?once`, async () => undefined)));
    expect(requests).toEqual(['/page?once']);
  });

  it('does not wait for fetches from servers that do not respond', async () => {
    const preview = createLinkPreviews(app.context);
    const previewOf = (path: string) => preview(base + path, async () => undefined);
    const silent = Array.from({ length: 24 }, (_value, index) => previewOf(`/silent?${index}`));
    expect(await Promise.race([...silent, previewOf('/page')])).toMatchObject({ title: 'Harbour & sea' });
    upstream.closeAllConnections();
    expect(new Set(await Promise.all(silent))).toEqual(new Set([null]));
  });

  it('is null for pages without a title, other content and forbidden targets alike', async () => {
    const { client } = await insertPerson(app);
    const secret = [`http://${elsewhere}/page`, `${base}/out-page`, 'http://127.0.0.1:22/', 'http://[::1]/'];
    const local = [
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost/',
      'http://10.0.0.1/',
      'http://0x7f000001/',
    ];
    const broken = ['file:///etc/passwd', 'javascript:alert(1)', 'nothing', `http://me:word@${base.slice(7)}/page`];
    const empty = ['/bare', '/late', '/data', '/a.png', '/missing'].map((path) => base + path);
    for (const url of [...secret, ...local, ...broken, ...empty]) {
      expect([url, await client.call(getLinkPreview, { query: { url } })]).toEqual([url, { preview: null }]);
    }
    const query = `/api/link-preview?url=${encodeURIComponent(`${base}/page`)}`;
    expect((await app.client().raw('GET', query)).status).toBe(401);
  });

  it('is limited to 120 fetches a minute per person, and cached ones are still served', async () => {
    const { client } = await insertPerson(limited);
    const statusOf = async (url: string) =>
      (await client.raw('GET', `/api/link-preview?url=${encodeURIComponent(url)}`)).status;
    expect(await statusOf(`${base}/page`)).toBe(200);
    const others = Array.from({ length: 122 }, (_value, index) => statusOf(`http://127.0.0.1/${index}`));
    const statuses = await Promise.all(others);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(await statusOf(`${base}/page`)).toBe(200);
  });
});
