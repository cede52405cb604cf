import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { S3Server } from '#testing/servers/s3-server.ts';
import type { Files } from './files.ts';
import { openFiles } from './open-files.ts';

let s3: S3Server;
let files: Files;

beforeAll(async () => {
  s3 = await S3Server.start();
  const config = readConfig({ NODE_ENV: 'test', ...s3.env });
  files = openFiles(config, createLogger('silent'));
});
afterEach(() => s3.listen());
afterAll(() => s3.remove());

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

test('reads a stored file back, whole and in ranges', async () => {
  const stored = await files.put('pictures/a1/large.webp', Buffer.from('hello world'));
  expect(stored).toEqual({ sizeBytes: 11, sha256: sha256(Buffer.from('hello world')) });
  expect(await text(files.open('pictures/a1/large.webp'))).toBe('hello world');
  expect(await text(files.open('pictures/a1/large.webp', { start: 6, end: 8 }))).toBe('wor');
  expect(await files.stat('pictures/a1/large.webp')).toEqual({ sizeBytes: 11 });
  const copied = await files.withLocalCopy('pictures/a1/large.webp', (path) => readFile(path, 'utf8'));
  expect(copied).toBe('hello world');
  await files.remove('pictures/a1/large.webp');
  expect(await files.stat('pictures/a1/large.webp')).toBeNull();
  expect(await files.openWhole('pictures/a1/large.webp')).toBeNull();
  await files.remove('pictures/a1/large.webp');
});

test('stores a stream of unknown length in parts, and an empty one', async () => {
  const data = randomBytes(9_000_000);
  const stored = await files.put(
    'streams/large',
    Readable.from([data.subarray(0, 5_000_001), data.subarray(5_000_001)]),
  );
  expect(stored).toEqual({ sizeBytes: data.length, sha256: sha256(data) });
  const opened = await files.openWhole('streams/large');
  expect(opened?.sizeBytes).toBe(data.length);
  expect(sha256(await buffer(opened?.data as Readable))).toBe(sha256(data));
  expect(await files.put('streams/empty', Readable.from([]))).toMatchObject({ sizeBytes: 0 });
  expect(await files.stat('streams/empty')).toEqual({ sizeBytes: 0 });
  const keys: string[] = [];
  for await (const { key } of files.list('streams')) keys.push(key);
  expect(keys).toEqual(['streams/empty', 'streams/large']);
});

test('reads files while many clients have stopped reading theirs', async () => {
  await files.put('streams/paused', randomBytes(9_000_000));
  await files.put('streams/small', Buffer.from('small'));
  const paused = Array.from({ length: 60 }, () => files.open('streams/paused'));
  try {
    const beginnings = paused.map((stream) => once(stream, 'readable'));
    expect(await text(files.open('streams/small'))).toBe('small');
    await Promise.all(beginnings);
    expect(await text(files.open('streams/small'))).toBe('small');
  } finally {
    for (const stream of paused) stream.destroy();
  }
});

test('leaves nothing of a stream that breaks', async () => {
  async function* broken() {
    yield randomBytes(9_000_000);
    throw new Error('cut off');
  }
  await expect(files.put('x/half', Readable.from(broken()))).rejects.toThrow('cut off');
  expect(await files.stat('x/half')).toBeNull();
});

test('answers 503 while S3 refuses connections, denies access or breaks off', async () => {
  await files.put('x/known', Buffer.from('known'));
  const unavailable = { code: 'unavailable', status: 503, details: { retryAfterS: 5 } };
  const expectUnavailable = async () => {
    await expect(files.stat('x/known')).rejects.toMatchObject(unavailable);
    await expect(text(files.open('x/known'))).rejects.toMatchObject(unavailable);
    await expect(files.put('x/new', Buffer.from('new'))).rejects.toMatchObject(unavailable);
    await expect(files.put('x/new', Readable.from([Buffer.from('new')]))).rejects.toMatchObject(unavailable);
  };
  await s3.stop();
  await expectUnavailable();
  await s3.listen((_request, response) => response.writeHead(403).end());
  await expectUnavailable();
  await s3.listen((request) => request.socket.destroy());
  await expectUnavailable();
  await s3.listen();
  expect(await files.stat('x/new')).toBeNull();
  expect(await text(files.open('x/known'))).toBe('known');
});

test('waits less than 10 seconds for an S3 server that is silent', async () => {
  await s3.listen(() => undefined);
  const start = performance.now();
  const all = await Promise.allSettled([
    files.stat('x/known'),
    text(files.open('x/known')),
    files.put('x/new', Buffer.from('new')),
    files.put('x/new', Readable.from([Buffer.from('new')])),
  ]);
  expect(all.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(performance.now() - start).toBeLessThan(10_000);
}, 15_000);
