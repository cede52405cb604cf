import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkTarget, requestTo } from './public-target.ts';

let server: Server;
let answer: (response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => void server.close());

async function ask() {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = await checkTarget(new URL(`http://${host}/`), { protocols: ['http:'], ports: [], allow: [host] });
  return requestTo(target, { headers: {}, signal: AbortSignal.timeout(1000) });
}

it('resolves with a response', async () => {
  answer = (response) => response.writeHead(204).end();
  expect((await ask()).statusCode).toBe(204);
});

it.each([
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'],
  ['only early hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['nothing', ''],
])('rejects if the server answers with %s', async (_what, text) => {
  answer = (response) => void response.socket?.end(text);
  await expect(ask()).rejects.toThrow(/ended without a response|socket hang up/);
});

it('takes early hints before a response, and a long response', async () => {
  answer = (response) => {
    for (let count = 0; count < 100; count += 1) response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.end('a'.repeat(200_000));
  };
  const response = await ask();
  let length = 0;
  for await (const chunk of response) length += (chunk as Buffer).length;
  expect([response.statusCode, length]).toEqual([200, 200_000]);
});

it.each([
  ['early hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['empty lines', '\r\n'],
])('leaves a server that sends %s without end', async (_what, text) => {
  const much = text.repeat(1000);
  let sent = 0;
  answer = ({ socket }) => {
    const write = () => {
      sent += much.length;
      if (!socket?.destroyed) socket?.write(much, () => setImmediate(write));
    };
    socket?.on('error', () => undefined);
    write();
  };
  await expect(ask()).rejects.toThrow('the head of the response is too long');
  expect(sent).toBeLessThan(20_000_000);
});

it('rejects if the answer takes too long', async () => {
  answer = () => undefined;
  await expect(ask()).rejects.toThrow(/aborted/);
});
