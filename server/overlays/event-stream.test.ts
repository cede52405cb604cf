import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventStream, openEventStream } from './event-stream.ts';

const app = Fastify();
const streams: EventStream[] = [];
let closed = 0;
beforeAll(async () => {
  app.get('/stream', (_request, reply) => {
    streams.push(openEventStream(reply.header('Content-Type', 'text/event-stream'), () => (closed += 1)));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

it('sends messages and beats, and ends', async () => {
  const answer = await fetch(`${app.listeningOrigin}/stream`);
  const stream = streams.at(-1);
  stream?.send({ event: 'view', data: '{"a":1}', id: 7 });
  stream?.send({ event: 'alert', data: '{}' });
  stream?.beat();
  stream?.end();
  expect(await answer.text()).toBe('id: 7\nevent: view\ndata: {"a":1}\n\nevent: alert\ndata: {}\n\n:\n\n');
  expect(stream?.isClosed()).toBe(true);
  await expect.poll(() => closed).toBe(1);
});

it('drops a reader that does not read, before it fills the memory', async () => {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => streams.length).toBe(2);
  const stream = streams.at(-1);
  const data = JSON.stringify('x'.repeat(16_000));
  let sentBytes = 0;
  for (let round = 0; round < 5000 && !stream?.isClosed(); round += 1) {
    stream?.send({ event: 'view', data });
    sentBytes += data.length;
    // Lets the operating system take what it takes.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(stream?.isClosed()).toBe(true);
  expect(sentBytes).toBeLessThan(20_000_000);
  await expect.poll(() => closed).toBe(2);
  socket.destroy();
});
