import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepUploads } from '#server/media/jobs.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let creator: Person;
beforeAll(async () => {
  // Room for three uploads of 1 MB.
  app = await startTestApp({ env: { UPLOAD_QUOTA_PER_PERSON: '3MB' } });
  creator = await insertPerson(app, 'creator');
});
afterAll(() => app.close());

const sizeBytes = 1_000_000;
const tus = { 'tus-resumable': '1.0.0' };
const old = new Date(Date.now() - 49 * 60 * 60 * 1000);

const create = (size = sizeBytes) =>
  creator.client.raw('POST', '/api/uploads', { headers: { ...tus, 'upload-length': String(size) } });
async function begin(size?: number): Promise<string> {
  return (await create(size)).headers.get('location')?.split('/').at(-1) ?? '';
}
const partHeaders = (offset: number) => ({
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});
const send = (id: string, offset: number, bytes: number) =>
  creator.client.raw('PATCH', `/api/uploads/${id}`, { headers: partHeaders(offset), body: new Uint8Array(bytes) });
const ids = async () => (await app.context.db.sql<{ id: string }[]>`select id from uploads`).map(({ id }) => id);
const hasFile = async (name: string) => (await app.context.files.stat(`uploads/${name}`)) !== null;
const forget = (id: string) => creator.client.raw('DELETE', `/api/uploads/${id}`, { headers: tus });
const age = (id: string) => app.context.db.sql`update uploads set touched_at = ${old} where id = ${id}`;
const ageFile = (name: string) => utimes(join(app.context.config.dataDir, 'files', `uploads/${name}`), old, old);

it('expires an upload that no part has reached for 48 hours, and frees its quota', async () => {
  const [abandoned, resumed, finished] = [await begin(), await begin(), await begin()];
  for (const id of [abandoned, resumed]) await send(id, 0, 10);
  await send(finished, 0, sizeBytes);
  for (const id of [abandoned, resumed, finished]) await age(id);
  // Even a small part renews the upload. The modification time of its file does not matter.
  expect((await send(resumed, 10, 1)).status).toBe(204);
  await ageFile(`${resumed}.part`);
  expect((await create()).status).toBe(507);
  await sweepUploads(app.context);
  expect((await ids()).sort()).toEqual([resumed, finished].sort());
  expect(await hasFile(`${abandoned}.part`)).toBe(false);
  expect(await hasFile(`${resumed}.part`)).toBe(true);
  expect(await hasFile(finished)).toBe(true);
  expect((await creator.client.raw('HEAD', `/api/uploads/${abandoned}`, { headers: tus })).status).toBe(404);
  expect((await send(resumed, 11, sizeBytes - 11)).status).toBe(204);
  for (const id of [resumed, finished]) expect((await forget(id)).status).toBe(204);
});

it('deletes the files of a sweep that was killed between the rows and the files', async () => {
  const [crashed, recent, kept] = [await begin(), await begin(), await begin()];
  for (const id of [crashed, recent, kept]) await send(id, 0, 10);
  await app.context.files.put('uploads/finished', Buffer.from('x'));
  // A killed sweep leaves files without rows.
  await app.context.db.sql`delete from uploads where id = any(${[crashed, recent]})`;
  for (const name of [`${crashed}.part`, `${kept}.part`, 'finished']) await ageFile(name);
  await sweepUploads(app.context);
  expect(await hasFile(`${crashed}.part`)).toBe(false);
  expect(await hasFile('finished')).toBe(false);
  expect(await hasFile(`${recent}.part`)).toBe(true);
  expect(await hasFile(`${kept}.part`)).toBe(true);
  await forget(kept);
});

it('deletes several batches in one sweep', async () => {
  const { sql } = app.context.db;
  await sql`
    insert into uploads (id, owner_id, name, content_type, size_bytes, key, touched_at)
    select 'old' || n, ${creator.id}, 'x', 'x', 1, 'uploads/old' || n, ${old} from generate_series(1, 1201) as n`;
  await sweepUploads(app.context);
  expect(await ids()).toEqual([]);
});

it('reports 404 for an upload that is deleted while its last bytes arrive', async () => {
  const id = await begin(8);
  const request = httpRequest(new URL(`/api/uploads/${id}`, app.url), {
    method: 'PATCH',
    headers: { ...partHeaders(0), cookie: `sid=${creator.id}`, 'content-length': '8' },
  });
  request.write('1234');
  while (!(await hasFile(`${id}.part`)) || (await app.context.files.stat(`uploads/${id}.part`))?.sizeBytes === 0) {
    await sleep(5);
  }
  await app.context.db.sql`delete from uploads where id = ${id}`;
  request.end('5678');
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(404);
  response.resume();
});
