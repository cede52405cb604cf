import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GalleryItem, listGallery, publishFile, unpublishFile } from '#contract/gallery.ts';
import type { TestClient } from '#testing/client.ts';
import { DeliveryStage } from '#testing/delivery-stage.ts';

let stage: DeliveryStage;
let visitor: TestClient;
let adult: TestClient;
/** The paths of the files of the pool's delivery, by name. */
let files: Map<string, string>;
const username = 'gallery_creator';

beforeAll(async () => {
  stage = await DeliveryStage.open({ ADULT_CONTENT: '1' });
  visitor = stage.app.client();
  adult = stage.app.client();
  adult.cookies.set('age_verified', '1');
  await stage.sql`
    insert into creator_profiles (username, full_name, display_name, status, owner_id)
    values (${username}, 'Maya Reyes', 'Maya', 'verified', ${stage.people.creator.id})`;
});
afterAll(() => stage.close());

beforeEach(async () => {
  await stage.sql`update content_files set public_at = null`;
  await deliver([
    ['film.mp4', 'video/mp4', 'a film'],
    ['film.vtt', 'text/vtt', 'WEBVTT'],
    ['song.mp3', 'audio/mpeg', 'a song'],
  ]);
});

/** Delivers these files in a new pool, which is then completed. */
async function deliver(parts: [name: string, type: string, text?: string][]): Promise<void> {
  await stage.newPool();
  const uploadIds: string[] = [];
  for (const [name, type, text = name] of parts) uploadIds.push(await stage.upload(Buffer.from(text), name, type));
  await stage.submit({ uploadIds });
  await stage.decide('approved');
  await set({ status: 'completed' });
  const [delivery] = await stage.read(stage.people.creator);
  files = new Map(delivery?.files.map(({ name, id }) => [name, id]));
}

const idOf = (name: string) => files.get(name) ?? '';
const set = (to: Record<string, unknown>) => stage.sql`update pools set ${stage.sql(to)} where id = ${stage.poolId}`;
const publish = (name: string, who = stage.people.creator) =>
  who.client.call(publishFile, { params: { id: idOf(name) } });
const unpublish = (name: string, who = stage.people.creator) =>
  who.client.call(unpublishFile, { params: { id: idOf(name) } });

async function statusOf(name: string, client = visitor, headers: Record<string, string> = {}): Promise<number> {
  const response = await client.raw('GET', `/api/content-files/${idOf(name)}`, { headers });
  await response.arrayBuffer();
  return response.status;
}

async function gallery(client = visitor): Promise<string[]> {
  const { items, pagination } = await client.call(listGallery, { params: { username } });
  expect(pagination.totalCount).toBe(items.length);
  return items.map(({ file, captions }: GalleryItem) => [file, ...captions].map(({ name }) => name).join(' '));
}

/** Whether a visitor finds the song in the gallery and can read all of it or a part. Both must agree. */
async function isOpen(client = visitor): Promise<boolean> {
  const listed = (await gallery(client)).includes('song.mp3');
  const read = [await statusOf('song.mp3', client), await statusOf('song.mp3', client, { range: 'bytes=0-1' })];
  expect(read).toEqual(listed ? [200, 206] : [401, 401]);
  return listed;
}

describe('a public file', () => {
  it('is open to everyone until its creator takes it back', async () => {
    expect(await isOpen()).toBe(false);
    expect(await publish('song.mp3')).toEqual({ public: true });
    expect(await publish('song.mp3')).toEqual({ public: true });
    expect(await isOpen()).toBe(true);
    for (const who of [stage.people.stranger, stage.people.unpaid, stage.people.paid]) {
      expect(await statusOf('song.mp3', who.client)).toBe(200);
      expect(await statusOf('film.mp4', who.client)).toBe(who === stage.people.paid ? 200 : 403);
    }
    const response = await visitor.raw('GET', `/api/content-files/${idOf('song.mp3')}`);
    expect(await response.text()).toBe('a song');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect((await stage.read(stage.people.paid))[0]?.files.map((file) => file.public)).toEqual([false, false, true]);

    expect(await unpublish('song.mp3')).toEqual({ public: false });
    expect(await isOpen()).toBe(false);
    expect(await statusOf('song.mp3', stage.people.stranger.client)).toBe(403);
    expect(await statusOf('song.mp3', stage.people.paid.client)).toBe(200);
  });

  it('brings its captions', async () => {
    await publish('film.mp4');
    expect(await gallery()).toEqual(['film.mp4 film.vtt']);
    expect(await statusOf('film.vtt')).toBe(200);
    await expect(publish('film.vtt')).rejects.toMatchObject({ code: 'validation_failed' });
    await publish('song.mp3');
    expect(await gallery()).toEqual(['song.mp3', 'film.mp4 film.vtt']);
    await unpublish('film.mp4');
    expect(await statusOf('film.vtt')).toBe(401);
    expect(await gallery()).toEqual(['song.mp3']);
  });

  it('brings no captions of a video that is not public', async () => {
    await deliver([
      ['teaser.mp4', 'video/mp4'],
      ['teaser.vtt', 'text/vtt'],
      ['full-film.mp4', 'video/mp4'],
      ['full-film.vtt', 'text/vtt'],
    ]);
    await publish('teaser.mp4');
    expect(await gallery()).toEqual(['teaser.mp4 teaser.vtt']);
    expect(await statusOf('teaser.vtt')).toBe(200);
    expect(await statusOf('full-film.vtt')).toBe(401);
    await publish('full-film.mp4');
    expect(await gallery()).toEqual(['full-film.mp4 full-film.vtt', 'teaser.mp4 teaser.vtt']);
    await unpublish('full-film.mp4');
    expect(await statusOf('full-film.vtt')).toBe(401);
  });

  it('is closed unless the pool is completed and neither frozen nor removed, the delivery visible, and the creator active', async () => {
    await publish('song.mp3');
    const { creator } = stage.people;
    const changes: [string, () => PromiseLike<unknown>, () => PromiseLike<unknown>][] = [
      ['pool removed', () => set({ status: 'removed' }), () => set({ status: 'completed' })],
      ['pool in its quiet period', () => set({ status: 'delivered' }), () => set({ status: 'completed' })],
      ['pool frozen', () => set({ frozen: true }), () => set({ frozen: false })],
      [
        'delivery withheld',
        () => stage.sql`update content_claims set withheld_at = now() where pool_id = ${stage.poolId}`,
        () => stage.sql`update content_claims set withheld_at = null where pool_id = ${stage.poolId}`,
      ],
      [
        'creator suspended',
        () => stage.sql`update users set suspended_at = now() where id = ${creator.id}`,
        () => stage.sql`update users set suspended_at = null where id = ${creator.id}`,
      ],
      [
        'profile without its owner',
        () => stage.sql`update creator_profiles set owner_id = null, status = 'unclaimed' where username = ${username}`,
        () =>
          stage.sql`update creator_profiles set owner_id = ${creator.id}, status = 'verified' where username = ${username}`,
      ],
    ];
    for (const [what, change, undo] of changes) {
      expect(await isOpen(), `before: ${what}`).toBe(true);
      await change();
      expect(await isOpen(), what).toBe(false);
      await undo();
    }
    expect(await isOpen()).toBe(true);
  });

  it('of an adult pool is open to adults only', async () => {
    await publish('song.mp3');
    await set({ adult: true });
    expect(await isOpen()).toBe(false);
    expect(await isOpen(adult)).toBe(true);
    expect(await statusOf('song.mp3', stage.people.stranger.client)).toBe(403);
    expect(await statusOf('song.mp3', stage.people.paid.client)).toBe(200);
  });

  it('counts as opened by contributors only', async () => {
    await publish('song.mp3');
    for (const client of [visitor, stage.people.stranger.client, stage.people.paid.client]) {
      await statusOf('song.mp3', client);
    }
    const readers = await stage.sql`
      select user_id from content_reads where file_id = ${idOf('song.mp3')}`;
    expect(readers).toEqual([{ userId: stage.people.paid.id }]);
  });
});

describe('making a file public', () => {
  it('is up to the creator of the pool', async () => {
    for (const who of ['otherCreator', 'admin', 'paid', 'stranger'] as const) {
      await expect(publish('song.mp3', stage.people[who]), who).rejects.toMatchObject({ code: 'not_your_request' });
    }
    await expect(visitor.call(publishFile, { params: { id: idOf('song.mp3') } })).rejects.toMatchObject({
      status: 401,
    });
    await publish('song.mp3');
    for (const who of ['otherCreator', 'admin', 'paid', 'stranger'] as const) {
      await expect(unpublish('song.mp3', stage.people[who]), who).rejects.toMatchObject({ code: 'not_your_request' });
    }
    expect(await isOpen()).toBe(true);
    await expect(stage.people.creator.client.call(publishFile, { params: { id: randomUUID() } })).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });

  it('needs a completed pool with a readable delivery', async () => {
    for (const status of ['delivery_review', 'delivered', 'removed']) {
      await set({ status });
      await expect(publish('song.mp3'), status).rejects.toMatchObject({ code: 'pool_state' });
    }
    await set({ status: 'completed', frozen: true });
    await expect(publish('song.mp3')).rejects.toMatchObject({ code: 'pool_frozen' });
    await set({ frozen: false });
    await stage.sql`update content_claims set withheld_at = now() where pool_id = ${stage.poolId}`;
    await expect(publish('song.mp3')).rejects.toMatchObject({ code: 'pool_state' });
    await stage.sql`update content_claims set withheld_at = null, status = 'rejected' where pool_id = ${stage.poolId}`;
    await expect(publish('song.mp3')).rejects.toMatchObject({ code: 'pool_state' });
    // Taking a file back is always possible.
    expect(await unpublish('song.mp3')).toEqual({ public: false });
    await stage.sql`update content_claims set status = 'approved' where pool_id = ${stage.poolId}`;
  });
});

it('cuts a visitor’s running download when the creator takes the file back', async () => {
  const url = await (async () => {
    await stage.newPool();
    const path = await stage.deliver(randomBytes(24_000_000));
    await set({ status: 'completed' });
    return path;
  })();
  const id = url.split('/').at(-1) ?? '';
  const { client } = stage.people.creator;
  await client.call(publishFile, { params: { id } });
  const reader = (await visitor.raw('GET', url)).body?.getReader();
  await reader?.read();
  await client.call(unpublishFile, { params: { id } });
  // Reads more slowly than the server sends, so that the server still has most of the file when it checks the access again.
  const readSlowly = async () => {
    while (!(await reader?.read())?.done) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await expect(readSlowly()).rejects.toThrow();
}, 30_000);

it('lists a gallery page by page, newest first', async () => {
  await stage.sql`update content_files set public_at = now() - interval '1 day' where id = ${idOf('film.mp4')}`;
  await publish('song.mp3');
  const page = async (number: number) =>
    (await visitor.call(listGallery, { params: { username }, query: { page: number } })).items.map(
      ({ file, pool }) => `${file.name} ${pool.title}`,
    );
  expect(await page(1)).toEqual(['song.mp3 A song about rain', 'film.mp4 A song about rain']);
  expect(await page(2)).toEqual([]);
  await expect(visitor.call(listGallery, { params: { username: 'no_such_creator' } })).rejects.toMatchObject({
    status: 404,
  });
});
