import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { limitConnections } from './connections.ts';

const large = Buffer.alloc(16 * 1024 * 1024, 'x');
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

let server: Server;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  limits?: Parameters<typeof limitConnections>[2],
): Promise<void> {
  server = createServer(answer);
  limitConnections(server, createLogger('silent'), limits);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

/** A connection that has sent this text. A silent one does not read. */
function open(text: string, { silent = false } = {}) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  let isClosed = false;
  if (silent) socket.pause();
  else socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1').replaceAll(/x{1000,}/g, '')));
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  socket.write(text);
  return { socket, heard: () => heard, isClosed: () => isClosed };
}

const openConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

test('works on one request of a connection at a time, in their order', async () => {
  const begun: string[] = [];
  const pending: ServerResponse[] = [];
  await serve((request, response) => {
    begun.push(request.url ?? '');
    pending.push(response);
  });
  const first = open(get('/a') + get('/b') + get('/c'));
  const second = open(get('/d'));
  await expect.poll(() => begun.toSorted()).toEqual(['/a', '/d']);
  for (const expected of ['/b', '/c', undefined]) {
    for (const response of pending.splice(0)) response.end(response.req.url);
    if (expected) await expect.poll(() => begun.at(-1)).toBe(expected);
  }
  await expect.poll(() => first.heard().match(/\/[abc]/g)).toEqual(['/a', '/b', '/c']);
  await expect.poll(second.heard).toContain('/d');
  // The connection goes on.
  first.socket.write(get('/e'));
  await expect.poll(() => begun.at(-1)).toBe('/e');
});

test('stops reading a connection while a request waits', async () => {
  const pending: ServerResponse[] = [];
  let parsed = 0;
  await serve((_request, response) => pending.push(response));
  server.on('request', () => (parsed += 1));
  const { socket, heard } = open(get('/first'));
  await expect.poll(() => parsed).toBe(1);
  socket.write(get('/second'));
  await expect.poll(() => parsed).toBe(2);
  for (let sent = 0; sent < 10; sent += 1) {
    socket.write(get('/more'));
    await sleep(5);
  }
  // Some were on their way when the server stopped reading.
  expect(parsed).toBeLessThan(5);
  for (let answered = 1; answered <= 12; answered += 1) {
    await expect.poll(() => pending.length).toBe(1);
    pending.pop()?.end('one');
    await expect.poll(() => heard().match(/one/g)).toHaveLength(answered);
  }
});

test('parses few of the requests that arrive at once, and answers all once the client reads', async () => {
  let parsed = 0;
  let answer: ServerResponse | undefined;
  await serve((_request, response) => {
    if (answer) response.end('one');
    else answer = response;
  });
  server.on('request', () => (parsed += 1));
  const { heard } = open(get('/').repeat(1500));
  await expect.poll(() => parsed).toBeGreaterThan(0);
  await sleep(200);
  expect(parsed).toBeLessThan(50);
  answer?.end('one');
  await expect.poll(() => heard().match(/one/g)?.length, { timeout: 10_000 }).toBe(1500);
  expect(parsed).toBe(1500);
});

test('parses no more of a connection that has ended', async () => {
  let parsed = 0;
  await serve((request) => request.socket.destroy());
  server.on('request', () => (parsed += 1));
  const { isClosed } = open(get('/').repeat(1500));
  await expect.poll(isClosed).toBe(true);
  await expect.poll(openConnections).toBe(0);
  expect(parsed).toBeLessThan(50);
});

test('takes the body of a request that waits', async () => {
  const bodies: string[] = [];
  await serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('latin1', 0, 1);
    });
    request.on('end', () => {
      bodies.push(body);
      setTimeout(() => response.end('done'), 50);
    });
  });
  const bytes = 1024 * 1024;
  const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n${'b'.repeat(bytes)}`;
  const { heard } = open(get('/') + post + get('/'));
  await expect.poll(() => heard().match(/done/g)).toHaveLength(3);
  expect(bodies[1]).toMatch(/^b+$/);
});

test('ends a connection whose client takes nothing of its answer', async () => {
  await serve((_request, response) => response.end(large), { stalledMs: 300 });
  open(get('/'), { silent: true });
  await expect.poll(openConnections).toBe(1);
  await expect.poll(openConnections, { timeout: 5000 }).toBe(0);
});

test('keeps a connection whose client reads slowly, and one whose answer takes long', async () => {
  await serve(
    (request, response) => {
      if (request.url === '/large') response.end(large);
      else setTimeout(() => response.end('late'), 1200);
    },
    { stalledMs: 300 },
  );
  const slow = open(get('/large'), { silent: true });
  const late = open(get('/late'));
  for (let rest = 0; rest < 12; rest += 1) {
    await sleep(100);
    slow.socket.read(1024 * 1024);
  }
  expect(await openConnections()).toBe(2);
  await expect.poll(late.heard).toContain('late');
});

test('ends an idle connection', async () => {
  await serve((_request, response) => response.end('x'), { stalledMs: 200 });
  const { isClosed } = open('');
  await expect.poll(isClosed, { timeout: 3000 }).toBe(true);
});

test('ends the connections that have not read for longest before all together leave too much unread', async () => {
  const maxUnreadBytes = 2.5 * large.length;
  await serve((_request, response) => response.end(large), { maxUnreadBytes });
  const served: Socket[] = [];
  server.on('connection', (socket) => served.push(socket));
  for (let count = 1; count <= 6; count += 1) {
    open(get('/'), { silent: true });
    await expect.poll(() => served[count - 1]?.writableLength).toBeGreaterThan(0);
    await sleep(40);
  }
  // Those that were the first to stop reading.
  await expect.poll(() => served.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true, false, false]);
  const reader = open(get('/'));
  await expect.poll(() => reader.socket.bytesRead, { timeout: 10_000 }).toBeGreaterThan(large.length);
});

test('loses no request that arrived before the client ended its side', async () => {
  let parsed = 0;
  const pending: ServerResponse[] = [];
  await serve((_request, response) => pending.push(response));
  server.on('request', () => (parsed += 1));
  const { socket } = open(get('/').repeat(100));
  await expect.poll(() => pending.length).toBe(1);
  socket.end();
  await sleep(100);
  for (let answered = 1; answered < 100; answered += 1) {
    await expect.poll(() => pending.length).toBe(1);
    pending.pop()?.end('one');
  }
  await expect.poll(() => parsed).toBe(100);
});
