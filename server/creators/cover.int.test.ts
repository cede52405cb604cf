import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as covers from '#contract/creators/creator-cover.ts';
import { getCreator } from '#contract/creators/creators.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makeCreator } from '#testing/builders.ts';
import type { TestClient } from '#testing/client.ts';
import { insertPerson } from '#testing/insert-person.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Creator = Awaited<ReturnType<typeof makeCreator>>;

const picture = (background = 'teal') =>
  sharp({ create: { width: 2000, height: 500, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'someone' } })
    .jpeg()
    .toBuffer();

function formOf(data: Buffer, alt?: string): FormData {
  const form = new FormData();
  form.append('cover', new Blob([new Uint8Array(data)], { type: 'image/jpeg' }), 'cover.jpg');
  if (alt !== undefined) form.append('alt', alt);
  return form;
}

const put = async ({ client }: Creator, alt?: string) => {
  const cover = await client.form(covers.setCover, formOf(await picture(), alt));
  return { ...cover, url: cover.url ?? '' };
};
const shownTo = async (client: TestClient, { username }: Creator) => {
  const { coverUrl, coverAlt } = await client.call(getCreator, { params: { username } });
  return { coverUrl, coverAlt };
};
const rowsOf = (url: string) =>
  app.context.db.sql`select 1 from images where key = ${/([0-9a-f]{32})\.webp$/.exec(url)?.[1] ?? ''}`;

describe('a creator’s cover picture', () => {
  it('is re-encoded in several widths, shown to visitors, described, replaced and removed', async () => {
    const creator = await makeCreator(app);
    const visitor = app.client();
    expect(await creator.client.call(covers.getCover)).toEqual({ url: null, alt: '' });
    const first = await put(creator, '  The harbor at   night ');
    expect(first.alt).toBe('The harbor at night');
    expect(await shownTo(visitor, creator)).toEqual({ coverUrl: first.url, coverAlt: 'The harbor at night' });
    for (const [url, width] of [
      [first.url, 1600],
      [first.url.replace('.webp', '-800.webp'), 800],
      [first.url.replace('.webp', '-400.webp'), 400],
    ] as const) {
      const answer = await visitor.raw('GET', url);
      expect(answer.headers.get('cache-control')).toContain('public');
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([metadata.format, metadata.width, metadata.exif]).toEqual(['webp', width, undefined]);
    }
    const body = { alt: 'Boats' };
    expect(await creator.client.call(covers.describeCover, { body })).toEqual({ url: first.url, alt: 'Boats' });

    const second = await put(creator);
    expect(await shownTo(visitor, creator)).toEqual({ coverUrl: second.url, coverAlt: '' });
    expect((await visitor.raw('GET', first.url)).status).toBe(404);
    expect(await rowsOf(first.url)).toHaveLength(0);

    expect(await creator.client.call(covers.removeCover)).toEqual({ url: null, alt: '' });
    expect(await shownTo(visitor, creator)).toEqual({ coverUrl: null, coverAlt: '' });
    expect((await visitor.raw('GET', second.url)).status).toBe(404);
    await expect(creator.client.call(covers.describeCover, { body })).rejects.toMatchObject({ status: 404 });
  });

  it('refuses other people, other files and long descriptions', async () => {
    const creator = await makeCreator(app);
    const fan = await insertPerson(app);
    const good = formOf(await picture());
    await expect(fan.client.form(covers.setCover, good)).rejects.toMatchObject({ status: 403 });
    await expect(app.client().form(covers.setCover, good)).rejects.toMatchObject({ status: 401 });
    await expect(creator.client.form(covers.setCover, new FormData())).rejects.toMatchObject({
      status: 400,
      fields: { cover: 'Choose a picture.' },
    });
    await expect(creator.client.form(covers.setCover, formOf(Buffer.from('GIF89a')))).rejects.toMatchObject({
      code: 'image_type',
    });
    await expect(creator.client.form(covers.setCover, formOf(await picture(), 'x'.repeat(201)))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { alt: 'At most 200 characters' },
    });
    expect(await creator.client.call(covers.getCover)).toEqual({ url: null, alt: '' });
    const images = await app.context.db.sql`select 1 from images where owner_id = ${creator.id}`;
    expect(images).toHaveLength(0);
  });

  it('keeps one picture when two are set at the same moment', async () => {
    const creator = await makeCreator(app);
    await Promise.all([put(creator, 'one'), put(creator, 'two'), put(creator, 'three')]);
    const { url } = await creator.client.call(covers.getCover);
    const images = await app.context.db.sql`select key from images where owner_id = ${creator.id}`;
    expect(images.map(({ key }) => `/media/images/${key}.webp`)).toEqual([url]);
  });

  it('of an adult creator is hidden before the age gate, except from its owner', async () => {
    const creator = await makeCreator(app);
    const { sql } = app.context.db;
    await sql`update creator_profiles set category_id = (select id from categories where adult) where id = ${creator.profileId}`;
    const { url } = await put(creator, 'Velvet');
    const visitor = app.client();
    expect(await shownTo(visitor, creator)).toEqual({ coverUrl: null, coverAlt: '' });
    expect((await visitor.raw('GET', url)).status).toBe(403);
    expect(await creator.client.call(covers.getCover)).toEqual({ url, alt: 'Velvet' });
    expect((await creator.client.raw('GET', url)).status).toBe(200);
    visitor.cookies.set('age_verified', '1');
    expect(await shownTo(visitor, creator)).toEqual({ coverUrl: url, coverAlt: 'Velvet' });
    const answer = await visitor.raw('GET', url);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });
});
