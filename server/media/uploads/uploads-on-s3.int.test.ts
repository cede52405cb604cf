import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkUploads } from '#server/media/check-media.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { DeliveryStage, emptyPools } from '#testing/delivery-stage.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { S3Server } from '#testing/servers/s3-server.ts';
import { uploadKey, uploadParts } from './upload-parts.ts';

const tus = { 'tus-resumable': '1.0.0' };
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
let s3: S3Server;
let stage: DeliveryStage;
/** Another node on the same bucket and database, with another DATA_DIR. */
let other: TestApp;

beforeAll(async () => {
  s3 = await S3Server.start();
  stage = await DeliveryStage.open(s3.env);
  other = await startTestApp({ env: s3.env, beside: stage.app });
  // Lets the people sign in by their ids.
  await insertPerson(other);
});
afterAll(async () => {
  // Its close checks the invariants, which the pools without payments would break.
  await stage.assertInvariants();
  await emptyPools(stage.sql);
  await other.close();
  await stage.close();
  await s3.remove();
});

const raw = (...args: Parameters<TestClient['raw']>) => stage.people.creator.client.raw(...args);

function onOtherNode({ id }: Person): TestClient {
  const client = other.client();
  client.cookies.set('sid', id);
  return client;
}

async function create(sizeBytes: number): Promise<string> {
  const answer = await raw('POST', '/api/uploads', { headers: { ...tus, 'upload-length': String(sizeBytes) } });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}

const patch = (location: string, offset: number, data: Buffer, send = raw) =>
  send('PATCH', location, {
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(data),
  });

const offsetOf = async (location: string, send = raw) =>
  Number((await send('HEAD', location, { headers: tus })).headers.get('upload-offset'));
const keyOf = (location: string) => uploadKey(location.split('/').at(-1) ?? '');

async function namesOf(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of stage.context.files.list(folder)) names.push(key);
  return names;
}

it('resumes an upload of several parts, and streams the delivered file and its ranges to those with access', async () => {
  await stage.newPool();
  const data = randomBytes(11_000_000);
  const location = await create(data.length);
  // The first part is too small for S3, the second reaches over a part of 8 MB.
  for (const end of [1_000_000, 9_500_000, data.length]) {
    const offset = await offsetOf(location);
    expect((await patch(location, offset, data.subarray(offset, end))).status).toBe(204);
    expect(await offsetOf(location)).toBe(end);
  }
  const key = keyOf(location);
  expect(await namesOf('uploads')).toEqual([key]);
  expect(await checkUploads(stage.context, stage.context.db.sql)).toEqual([]);
  await stage.submit({ uploadIds: [location.split('/').at(-1) ?? ''] });
  const file = (await stage.read(stage.people.creator))[0]?.files[0]?.url ?? '';
  const whole = await raw('GET', file);
  expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(data));
  const part = await raw('GET', file, { headers: { range: 'bytes=8000000-8999999' } });
  expect(part.status).toBe(206);
  expect(sha256(new Uint8Array(await part.arrayBuffer()))).toBe(sha256(data.subarray(8_000_000, 9_000_000)));
  expect((await stage.people.stranger.client.raw('GET', file)).status).toBe(403);

  await s3.stop();
  const down = await raw('GET', file);
  expect([down.status, down.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await raw('POST', '/api/uploads', { headers: { ...tus, 'upload-length': '4' } })).status).toBe(503);
  await s3.listen();
  expect((await raw('GET', file)).status).toBe(200);
});

it('keeps what arrived while S3 is down, and completes after a crash at the last part', async () => {
  const data = randomBytes(6_000_000);
  const location = await create(data.length);
  expect((await patch(location, 0, data.subarray(0, 5_500_000))).status).toBe(204);
  await s3.stop();
  expect((await patch(location, 5_500_000, data.subarray(5_500_000))).status).toBe(503);
  await s3.listen();
  const offset = await offsetOf(location);
  expect(offset).toBe(5_500_000);
  expect((await patch(location, offset, data.subarray(offset))).status).toBe(204);
  await stage.sql`update uploads set completed_at = null where id = ${location.split('/').at(-1) ?? ''}`;
  expect(await offsetOf(location)).toBe(data.length);
  expect(await checkUploads(stage.context, stage.context.db.sql)).toEqual([]);
});

it('starts again at 0 when S3 has ended the multipart upload, and removes everything with the upload', async () => {
  const data = randomBytes(1_000_000);
  const location = await create(data.length);
  await patch(location, 0, data.subarray(0, 400_000));
  const key = keyOf(location);
  expect(await namesOf('uploads')).toEqual(expect.arrayContaining([`${key}.s3-info`, `${key}.s3-tail`]));
  await stage.context.files.remove(`${key}.s3-info`);
  expect(await offsetOf(location)).toBe(0);
  expect((await patch(location, 0, data.subarray(0, 300_000))).status).toBe(204);
  expect(await offsetOf(location)).toBe(300_000);
  expect((await raw('DELETE', location, { headers: tus })).status).toBe(204);
  expect((await namesOf('uploads')).filter((name) => name.startsWith(key))).toEqual([]);
  await uploadParts(stage.context).remove(key);
});

it('continues an upload on another node, and both nodes serve the file', async () => {
  await stage.newPool();
  const data = randomBytes(12_000_000);
  const { creator, paid, stranger } = stage.people;
  const [here, there] = [raw, onOtherNode(creator).raw];
  const path = new URL(await create(data.length), stage.app.url).pathname;
  let offset = 0;
  for (const [index, end] of [3_000_000, 6_500_000, 9_000_000, data.length].entries()) {
    const send = index % 2 === 0 ? here : there;
    expect(await offsetOf(path, send)).toBe(offset);
    expect((await patch(path, offset, data.subarray(offset, end), send)).status).toBe(204);
    offset = end;
  }
  await stage.submit({ uploadIds: [path.split('/').at(-1) ?? ''] });
  await stage.decide('approved');
  const file = (await stage.read(paid))[0]?.files[0]?.url ?? '';
  for (const client of [paid.client, onOtherNode(paid)]) {
    const whole = await client.raw('GET', file);
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(data));
  }
  expect((await onOtherNode(stranger).raw('GET', file)).status).toBe(403);
});
