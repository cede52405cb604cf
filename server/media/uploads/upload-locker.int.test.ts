import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepUploads } from '#server/media/jobs.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

/** Two nodes with one database and one folder. */
let nodes: [TestApp, TestApp];
let creator: Person;
beforeAll(async () => {
  const one = await startTestApp();
  const two = await startTestApp({ beside: one, env: { DATA_DIR: one.context.config.dataDir } });
  nodes = [one, two];
  creator = await insertPerson(one, 'creator');
  // Installs the reader of sessions.
  await insertPerson(two, 'creator');
});
afterAll(async () => {
  await nodes[1].close();
  await nodes[0].close();
});

const tus = { 'tus-resumable': '1.0.0' };
const size = 200_000;
const honest = Buffer.alloc(size, 'h');
const other = Buffer.alloc(size, 'o');

async function create(): Promise<string> {
  const headers = { ...tus, 'upload-length': String(size) };
  const response = await creator.client.raw('POST', '/api/uploads', { headers });
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
}

const headersAt = (offset: number) => ({
  ...tus,
  cookie: `sid=${creator.id}`,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});

/** Begins a part and leaves its connection open. */
async function beginPart(node: TestApp, location: string, data: Buffer): Promise<ClientRequest> {
  const headers = { ...headersAt(0), 'content-length': String(size) };
  const request = httpRequest(new URL(location, node.url), { method: 'PATCH', headers });
  request.on('error', () => undefined);
  request.write(data);
  const { sql } = node.context.db;
  await expect.poll(() => sql`select 1 from upload_locks where upload_id = ${idOf(location)}`).toHaveLength(1);
  return request;
}

const idOf = (location: string) => location.split('/').at(-1) ?? '';
const fetchFrom = (node: TestApp, location: string, init: RequestInit) => fetch(new URL(location, node.url), init);

async function offsetOn(node: TestApp, location: string): Promise<number> {
  const answer = await fetchFrom(node, location, { method: 'HEAD', headers: { ...tus, cookie: `sid=${creator.id}` } });
  expect(answer.status).toBe(200);
  return Number(answer.headers.get('upload-offset'));
}

it('ends a request on one node that another node waits for, and lets it change nothing afterwards', async () => {
  const location = await create();
  const slow = await beginPart(nodes[0], location, other.subarray(0, 1000));
  const closed = once(slow, 'close');
  const reached = await offsetOn(nodes[1], location);
  const answer = await fetchFrom(nodes[1], location, {
    method: 'PATCH',
    headers: headersAt(reached),
    body: new Uint8Array(honest.subarray(reached)),
  });
  expect(answer.status).toBe(204);
  slow.end(other.subarray(1000));
  await closed;
  const key = `uploads/${idOf(location)}`;
  const stored = await readFile(join(nodes[0].context.config.dataDir, 'files', key));
  expect(stored.equals(Buffer.concat([other.subarray(0, reached), honest.subarray(reached)]))).toBe(true);
  expect(await nodes[0].context.db.sql`select 1 from upload_locks`).toHaveLength(0);
});

it('continues after a process that died with the lock, and deletes its lock if the upload is abandoned', async () => {
  const { sql } = nodes[0].context.db;
  const lockFor = (id: string, seconds: number) => sql`
    insert into upload_locks (upload_id, token, expires_at)
    values (${id}, ${randomUUID()}, clock_timestamp() + make_interval(secs => ${seconds}))`;
  const location = await create();
  await lockFor(idOf(location), 0.5);
  await lockFor('abandoned', -120);
  expect(await offsetOn(nodes[1], location)).toBe(0);
  await sweepUploads(nodes[1].context);
  expect(await sql`select 1 from upload_locks`).toHaveLength(0);
});
