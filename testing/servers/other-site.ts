import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

interface OtherSite {
  /** host:port, for IMAGE_PROXY_ALLOW. */
  host: string;
  url: string;
  /** The paths requested so far. */
  requestedPaths: string[];
  close(): void;
}

/** Another website with one page, `/page`, and one picture, `/picture.png`; both ignore the query. */
export async function openOtherSite(): Promise<OtherSite> {
  const picture = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#2a7f9e' } })
    .png()
    .toBuffer();
  const page = `<title>The harbour at five</title><meta name="description" content="Three weeks of fog &amp; one accordion.">
    <meta property="og:image" content="/picture.png">`;
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    requestedPaths.push(path);
    if (path === '/page') response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    else if (path === '/picture.png') response.setHeader('content-type', 'image/png').end(picture);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}`, requestedPaths, close: () => server.close() };
}
