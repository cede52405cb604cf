import { afterAll, beforeAll, expect, it } from 'vitest';
import { getStorage } from '#contract/admin/moderation.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp({
    env: { UPLOAD_QUOTA_PER_PERSON: '20MB', UPLOAD_QUOTA_PER_POOL: '15MB', DISK_RESERVE: '1MB' },
  });
  admin = await insertPerson(app, 'admin');
});
afterAll(() => app.close());

const tus = { 'tus-resumable': '1.0.0' };

async function upload(who: Person, sizeBytes: number, sentBytes: number): Promise<void> {
  const created = await who.client.raw('POST', '/api/uploads', {
    headers: { ...tus, 'upload-length': String(sizeBytes) },
  });
  await who.client.raw('PATCH', created.headers.get('location') ?? '', {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(sentBytes),
  });
}

it('shows admins the disk usage and the largest uploaders, counting unfinished uploads in full', async () => {
  expect(await admin.client.call(getStorage)).toMatchObject({
    uploads: { storedBytes: 0, promisedBytes: 0 },
    people: [],
  });
  const [one, other] = [await insertPerson(app, 'creator'), await insertPerson(app, 'creator')];
  await upload(one, 2_000_000, 2_000_000);
  await upload(one, 1_000_000, 1_000_000);
  await upload(other, 9_000_000, 10);
  const { disk, ...rest } = await admin.client.call(getStorage);
  expect(rest).toMatchObject({
    quotas: { perPersonBytes: 20_000_000, perPoolBytes: 15_000_000 },
    uploads: { storedBytes: 3_000_000, promisedBytes: 9_000_000 },
    picturesBytes: 0,
    people: [
      { userId: other.id, user: { id: other.id }, storedBytes: 0, promisedBytes: 9_000_000 },
      { userId: one.id, user: { id: one.id }, storedBytes: 3_000_000, promisedBytes: 0 },
    ],
  });
  expect(disk.reserveBytes).toBe(1_000_000);
  expect(disk.freeBytes).toBeGreaterThan(0);
  expect(disk.totalBytes).toBeGreaterThanOrEqual(disk.freeBytes);
});

it('refuses everyone who is not an admin', async () => {
  for (const role of ['user', 'creator'] as const) {
    const { client } = await insertPerson(app, role);
    await expect(client.call(getStorage)).rejects.toMatchObject({ code: 'forbidden' });
  }
  await expect(app.client().call(getStorage)).rejects.toMatchObject({ code: 'not_signed_in' });
});
