import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '#server/platform/network/public-address.ts';
import { TargetRefused } from '#server/platform/network/public-target.ts';
import type { Address } from '#server/platform/network/resolve-name.ts';
import { fetchImage, maxImageBytes } from './proxy-image.ts';

/** URLs that are invalid or not public. Each is tried directly and through a redirect. */
const corpus = [
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://0177.0.0.1',
  'http://0/',
  'http://[::1]',
  'http://[::]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[64:ff9b::7f00:1]',
  'http://[2002:7f00:1::]',
  'http://[2001:0:7f00:1::]',
  'http://[fd00::1]',
  'http://[fe80::1%25lo]',
  'http://[ff02::1]',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.100.100.200',
  'http://10.0.0.1',
  'http://192.168.1.1',
  'http://172.31.255.255',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://localhost',
  'http://localhost.',
  'http://LOCALHOST',
  'http://①②⑦.⓪.⓪.①',
  'http://user@127.0.0.1',
  'http://example.com@127.0.0.1',
  'http://user:word@example.com',
  'http://127.0.0.1#@example.com',
  'http://127.0.0.1\\@example.com',
  'file:///etc/passwd',
  'gopher://example.com',
  'ftp://example.com/a.png',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  'http://example.com:22',
  'http://example.com:8080',
  'https://example.com:25/',
  'http://',
  'not an address',
];

const nowhere = async (): Promise<Address[]> => [{ address: '203.0.113.1', family: 4 }];
const none = { allow: [], resolve: nowhere };

let server: Server;
let host: string;
let target = '';
let requests: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/redirect') response.writeHead(302, { location: target }).end();
    else if (request.url === '/loop') response.writeHead(301, { location: '/loop' }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(maxImageBytes + 1));
    else if (request.url === '/endless') response.write('x');
    else if (request.url === '/missing') response.writeHead(404).end();
    else response.end(`hello ${request.headers.host}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    '0.0.0.0',
    '100.64.0.1',
    '127.255.0.1',
    '192.0.0.8',
    '198.18.0.1',
    '198.51.100.7',
    '240.0.0.1',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '100::1',
    '2001:db8::1',
    '2002:808:808::1',
    '3fff::1',
    'fc00::1',
    'fe80::1%eth0',
    'fec0::1',
    'localhost',
    '',
  ])('refuses %j', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('fetchImage', () => {
  it.each(corpus)('refuses %s', async (address) => {
    await expect(fetchImage(address, none)).rejects.toThrow(TargetRefused);
  });

  it.each(corpus.slice(0, -1))('refuses a redirect to %s', async (address) => {
    target = encodeURI(address).replaceAll('%25', '%');
    requests = [];
    await expect(fetchImage(`http://${host}/redirect`, { allow: [host], resolve: nowhere })).rejects.toThrow(
      TargetRefused,
    );
    expect(requests).toEqual(['/redirect']);
  });

  it('refuses a host name if one of its addresses is not public, or if it has none', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    await expect(fetchImage('http://both.example', { allow: [], resolve })).rejects.toThrow('address');
    const noAddress = async () => [];
    await expect(fetchImage('http://none.example', { allow: [], resolve: noAddress })).rejects.toThrow('address');
  });

  it('resolves a host name once and connects to the address it checked', async () => {
    let answers = 0;
    const resolve = async (): Promise<Address[]> => {
      answers += 1;
      // DNS rebinding: a public address for the check, and this machine afterward.
      return [{ address: answers === 1 ? '203.0.114.1' : '127.0.0.1', family: 4 }];
    };
    const outcome = fetchImage('http://flips.example', { allow: [], resolve }).catch((error: unknown) => error);
    expect(await outcome).toBeInstanceOf(Error);
    expect(answers).toBe(1);
  }, 8000);

  it('follows at most three redirects', async () => {
    target = `http://${host}/fine`;
    expect((await fetchImage(`http://${host}/redirect`, { allow: [host] })).toString()).toBe(`hello ${host}`);
    requests = [];
    await expect(fetchImage(`http://${host}/loop`, { allow: [host] })).rejects.toThrow('redirects');
    expect(requests).toHaveLength(4);
  });

  it('gives up if the response is too large, too slow or missing', async () => {
    await expect(fetchImage(`http://${host}/large`, { allow: [host] })).rejects.toThrow('size');
    await expect(fetchImage(`http://${host}/missing`, { allow: [host] })).rejects.toThrow('status 404');
    const started = performance.now();
    await expect(fetchImage(`http://${host}/endless`, { allow: [host] })).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(6500);
  }, 10_000);
});
