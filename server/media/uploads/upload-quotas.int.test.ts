import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { DeliveryStage, emptyPools } from '#testing/delivery-stage.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

const quotas = { UPLOAD_QUOTA_PER_PERSON: '10MB', UPLOAD_QUOTA_PER_POOL: '6MB' };
const tus = { 'tus-resumable': '1.0.0' };
const mb = 1_000_000;
const base64 = (value: string) => Buffer.from(value).toString('base64');

let stage: DeliveryStage;
let creator: Person;
/** A second node on the same database and disk. */
let node: TestApp;
let creatorThere: Person['client'];
beforeAll(async () => {
  stage = await DeliveryStage.open(quotas);
  creator = stage.people.creator;
  node = await startTestApp({ beside: stage.app, env: { ...quotas, DATA_DIR: stage.context.config.dataDir } });
  await insertPerson(node, 'creator');
  creatorThere = node.client();
  creatorThere.cookies.set('sid', creator.id);
});
afterAll(async () => {
  await stage.assertInvariants();
  // Both nodes check the invariants of the shared database when they close.
  await emptyPools(stage.sql);
  await node.close();
  await stage.close();
});
afterEach(() => stage.sql`delete from uploads u where not exists (select from content_files where upload_id = u.id)`);

function create(sizeBytes: number, { client = creator.client, pool = '' } = {}): Promise<Response> {
  const metadata = [`filename ${base64('clip.mp4')}`, ...(pool ? [`pool ${base64(pool)}`] : [])].join(',');
  return client.raw('POST', '/api/uploads', {
    headers: { ...tus, 'upload-length': String(sizeBytes), 'upload-metadata': metadata },
  });
}
const idOf = (answer: Response) => answer.headers.get('location')?.split('/').at(-1) ?? '';
const rows = () => stage.sql<{ id: string; sizeBytes: number; poolId: string | null }[]>`
  select id, size_bytes, pool_id from uploads where owner_id = ${creator.id}`;
const send = (id: string, sizeBytes: number) =>
  creator.client.raw('PATCH', `/api/uploads/${id}`, {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(sizeBytes),
  });

describe('the quota of a person', () => {
  it('holds against 50 creations at once on two nodes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        create(mb, { client: turn % 2 ? creatorThere : creator.client, pool: '' }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 507);
    expect([made.length, refused.length]).toEqual([10, 40]);
    expect(await rows()).toHaveLength(10);
    expect(await refused[0]?.json()).toEqual({
      code: 'upload_quota',
      message:
        'Your files use 10 MB of the 10 MB you have, and this one needs 1 MB. Remove files you have not delivered, or contact us for more space.',
    });
  });

  it('counts unfinished uploads in full and ignores the uploads of other people', async () => {
    const finished = idOf(await create(4 * mb));
    expect((await send(finished, 4 * mb)).status).toBe(204);
    expect((await create(6 * mb)).status).toBe(201);
    expect((await create(1)).status).toBe(507);
    expect((await create(10 * mb, { client: stage.people.otherCreator.client })).status).toBe(201);
    expect((await creator.client.raw('DELETE', `/api/uploads/${finished}`, { headers: tus })).status).toBe(204);
    expect((await create(4 * mb)).status).toBe(201);
  });

  it('cannot be bypassed by declaring the size later', async () => {
    const deferred = await creator.client.raw('POST', '/api/uploads', {
      headers: { ...tus, 'upload-defer-length': '1' },
    });
    expect(deferred.status).toBe(400);
    expect(await deferred.json()).toMatchObject({ code: 'validation_failed' });
    expect(await rows()).toEqual([]);
    const id = idOf(await create(mb));
    const grown = await creator.client.raw('PATCH', `/api/uploads/${id}`, {
      headers: {
        ...tus,
        'upload-offset': '0',
        'upload-length': String(100 * mb),
        'content-type': 'application/offset+octet-stream',
      },
      body: 'x',
    });
    expect(grown.status).toBe(400);
    expect(await rows()).toMatchObject([{ sizeBytes: mb }]);
  });
});

describe('the quota of a pool', () => {
  it('holds against 50 creations at once on two nodes', async () => {
    await stage.newPool();
    const pool = stage.poolId;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        create(mb, {
          client: turn % 2 ? creatorThere : creator.client,
          pool: turn % 3 ? pool : pool.toUpperCase(),
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 507);
    expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([6, 44]);
    expect((await rows()).map(({ poolId }) => poolId)).toEqual(Array(6).fill(pool));
    expect(await refused[0]?.json()).toMatchObject({
      code: 'upload_quota',
      message: expect.stringMatching(/^The files for this pool use 6 MB of 6 MB, and this one needs 1 MB\./),
    });
    // Uploads without a pool still fit.
    expect((await create(4 * mb)).status).toBe(201);
  });

  it('can be used only by the assigned creator', async () => {
    await stage.newPool();
    const { otherCreator, admin } = stage.people;
    for (const { client } of [otherCreator, admin]) {
      const answer = await create(mb, { client, pool: stage.poolId });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'not_your_request' });
    }
    expect((await create(mb, { pool: randomUUID() })).status).toBe(403);
    expect((await create(mb, { pool: "' or 1=1" })).status).toBe(404);
    expect((await stage.sql`select 1 from uploads where owner_id <> ${creator.id}`).length).toBe(0);
  });

  it('counts delivered files that were started for another pool or without a pool', async () => {
    await stage.newPool();
    const [forNone, forPool] = [idOf(await create(4 * mb)), idOf(await create(3 * mb, { pool: stage.poolId }))];
    await send(forNone, 4 * mb);
    await send(forPool, 3 * mb);
    await expect(stage.submit({ uploadIds: [forNone, forPool] })).rejects.toMatchObject({
      status: 507,
      code: 'upload_quota',
      message: 'With these files the pool would use 7 MB of 6 MB. Remove a file, or contact us for more space.',
    });
    expect(await stage.poolRow()).toMatchObject({ status: 'in_production' });
    expect((await rows()).find(({ id }) => id === forNone)?.poolId).toBeNull();
    await creator.client.raw('DELETE', `/api/uploads/${forPool}`, { headers: tus });
    await stage.submit({ uploadIds: [forNone] });
    expect((await rows()).find(({ id }) => id === forNone)?.poolId).toBe(stage.poolId);
    expect((await create(3 * mb, { pool: stage.poolId })).status).toBe(507);
  });
});

it('refuses uploads while the disk has less than the reserve free and stores nothing', async () => {
  const full = await startTestApp({ env: { DISK_RESERVE: '9000TB' } });
  const { client } = await insertPerson(full, 'creator');
  const answer = await create(1, { client });
  expect(answer.status).toBe(507);
  expect(await answer.json()).toEqual({
    code: 'insufficient_storage',
    message: 'This site has no space left to store this file. Nothing was saved. Please try again later.',
  });
  expect((await full.context.db.sql`select 1 from uploads`).length).toBe(0);
  await full.close();
});
