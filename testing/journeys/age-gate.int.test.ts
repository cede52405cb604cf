import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { listCreators } from '#contract/creators/creators.ts';
import { likePool, unlikePool } from '#contract/likes.ts';
import { uploadImage } from '#contract/media.ts';
import { listNotifications } from '#contract/notifications.ts';
import { blockUser, getUserProfile, listBlocks, listUsers } from '#contract/people.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import { getPool, listPools, type Pool } from '#contract/pools/pools.ts';
import { setAvatar, updateProfile } from '#contract/settings.ts';
import { type CreatorMember, HttpSite, type Member, type Someone } from './http-site.ts';

let site: HttpSite;
let fan: Member;
let owner: Member;
/** A creator with an adult profile, and with a name and a picture that must be masked. */
let ember: CreatorMember & { avatarUrl: string };
let pool: Pool;
let picture: string;

const visitor = () => site.visitor();
const grown = (who: Someone) => site.grown(who);

async function pictureForm(field: string): Promise<FormData> {
  const image = sharp({ create: { width: 900, height: 600, channels: 3, background: '#8e44ad' } });
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(await image.png().toBuffer())], { type: 'image/png' }), 'a.png');
  return form;
}

beforeAll(async () => {
  site = await HttpSite.open();
  const [maker, ...others] = await Promise.all([site.creator(), site.member(), site.member()]);
  [fan, owner] = others;
  await site.sql`update creator_profiles set category_id = (select id from categories where adult) where id = ${maker.profileId}`;
  const { client, username } = maker;
  await client.call(updateProfile, { body: { displayName: 'Velvet Ember', username, bio: 'Hot words' } });
  const { avatarUrl } = await client.form(setAvatar, await pictureForm('avatar'));
  // The pools that ask them show the name and picture of their page.
  await site.sql`
    update creator_profiles set display_name = 'Velvet Ember', full_name = 'Velvet Ember', avatar_url = ${avatarUrl}
    where id = ${maker.profileId}`;
  ember = { ...maker, avatarUrl: avatarUrl ?? '' };
  const { id, url } = await owner.client.form(uploadImage, await pictureForm('file'));
  picture = url;
  const form = { title: 'A velvet evening', categories: ['NSFW'], imageIds: [id] };
  pool = await site.newPool(owner, ember, form);
  await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
});
afterAll(() => site?.close());

describe('an adult creator', () => {
  it('appears everywhere without display name and picture before the age gate', async () => {
    const decent = await site.newPool(ember, null, { title: 'A decent song' });
    const requestPool = await site.newPool(owner, ember, { title: 'A decent wish' });
    const at = (id: string) => ({ params: { id } });
    await ember.client.call(addComment, { ...at(requestPool.id), body: { content: 'Gladly' } });
    await fan.client.call(addComment, { ...at(requestPool.id), body: { content: 'Hurray' } });
    const backed = await site.newPool(owner, null, { title: 'A decent dance' });
    await site.pledge(ember, backed, 500);
    await fan.client.call(blockUser, { params: { id: ember.id } });
    const everything = async (who: Someone) => {
      const read = await Promise.all([
        who.client.call(getPool, at(decent.id)),
        who.client.call(getPool, at(backed.id)),
        who.client.call(getPool, at(requestPool.id)),
        who.client.call(listPools, { query: { pageSize: 50 } }),
        who.client.call(listComments, at(requestPool.id)),
        who.client.call(listCreators),
        who.client.call(getUserProfile, { params: { username: ember.username } }),
        ...(who.client.cookies.has('sid')
          ? [who.client.call(listUsers, { query: { search: ember.username } }), who.client.call(listBlocks)]
          : []),
      ]);
      return read.map((answer) => JSON.stringify(answer));
    };
    for (const who of [visitor(), fan]) {
      const read = await everything(who);
      for (const text of read) {
        expect(text).not.toContain('Velvet Ember');
        expect(text).not.toContain(ember.avatarUrl);
      }
      expect(read.join()).toContain(ember.username);
    }
    const [started, fans, , feed, comments] = await everything(grown(visitor()));
    for (const text of [started, fans, feed, comments]) {
      expect(text).toContain('Velvet Ember');
      expect(text).toContain(ember.avatarUrl);
    }
    await site.app.settle();
    const notices = JSON.stringify(await owner.client.call(listNotifications));
    expect(notices).toContain(`${ember.username} commented on your pool`);
    expect(notices).not.toContain('Velvet Ember');
  });

  it('is unmasked after changing to another category', async () => {
    const other = await site.creator();
    await other.client.call(updateProfile, {
      body: { displayName: 'Plain Name', username: other.username, bio: '' },
    });
    const view = async () =>
      (await visitor().client.call(getUserProfile, { params: { username: other.username } })).displayName;
    const become = (adult: boolean) => site.sql`
      update creator_profiles set category_id = (select id from categories where adult = ${adult} limit 1)
      where id = ${other.profileId}`;
    expect(await view()).toBe('Plain Name');
    await become(true);
    expect(await view()).toBeNull();
    await become(false);
    expect(await view()).toBe('Plain Name');
  });
});

describe('an adult pool, for a fan who has not passed the age gate', () => {
  const refused = {
    status: 403,
    code: 'age_gate',
    message: 'This is for adults. Confirm that you’re 18 or older first.',
  };
  const at = () => ({ params: { id: pool.id } });

  it('refuses a like, but lets the fan remove one', async () => {
    await expect(fan.client.call(likePool, at())).rejects.toMatchObject(refused);
    expect(await grown(fan).client.call(likePool, at())).toEqual({ liked: true, likeCount: 1 });
    expect(await fan.client.call(unlikePool, at())).toEqual({ liked: false, likeCount: 0 });
    await expect(visitor().client.call(likePool, at())).rejects.toMatchObject({ status: 401 });
  });

  it('refuses comments and replies', async () => {
    const body = { content: 'Such velvet' };
    await expect(fan.client.call(addComment, { ...at(), body })).rejects.toMatchObject(refused);
    const { id: parentId } = await grown(fan).client.call(addComment, { ...at(), body });
    await expect(fan.client.call(addComment, { ...at(), body: { ...body, parentId } })).rejects.toMatchObject(refused);
    expect(await fan.client.call(listComments, at())).toMatchObject({ comments: [] });
  });

  it('refuses a new pledge, and repeats the answer for an existing one', async () => {
    const params = { poolId: pool.id };
    const body = { amountCents: 500, requestKey: randomUUID() };
    await expect(fan.client.call(pledgeToPool, { params, body })).rejects.toMatchObject(refused);
    const { pledge } = await grown(fan).client.call(pledgeToPool, { params, body });
    expect(await fan.client.call(pledgeToPool, { params, body })).toMatchObject({ pledge: { id: pledge.id } });
  });
});

describe('pictures', () => {
  const open = (who: Someone, address: string) => who.client.raw('GET', address);

  it.each([
    ['of an adult pool', () => picture],
    ['of an adult pool, as on a card', () => picture.replace('.webp', '-800.webp')],
    ['of an adult creator', () => ember.avatarUrl],
  ])(
    '%s are served only after the age gate and to admins, and never stored in shared caches',
    async (_what, address) => {
      const stranger = await site.member();
      for (const who of [visitor(), stranger]) {
        const response = await open(who, address());
        expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store']);
        expect(await response.json()).toMatchObject({ code: 'age_gate' });
        expect((await who.client.raw('HEAD', address())).status).toBe(403);
      }
      expect((await open(site.admin, address())).status).toBe(200);
      const passed = grown(visitor());
      const response = await open(passed, address());
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      expect(response.headers.get('vary')).toMatch(/Cookie/);
      const etag = response.headers.get('etag') ?? '';
      expect((await passed.client.raw('GET', address(), { headers: { 'if-none-match': etag } })).status).toBe(304);
      expect((await visitor().client.raw('GET', address(), { headers: { 'if-none-match': etag } })).status).toBe(403);
    },
  );

  it('of an adult pool or creator are served to their owner without the age gate', async () => {
    expect((await open(ember, ember.avatarUrl)).status).toBe(200);
    expect((await open(owner, picture)).status).toBe(200);
  });

  it('that no page shows yet are not stored in shared caches', async () => {
    const { id, url } = await owner.client.form(uploadImage, await pictureForm('file'));
    expect((await open(visitor(), url)).headers.get('cache-control')).toBe('private, no-cache');
    await site.newPool(owner, null, { imageIds: [id] });
    expect((await open(visitor(), url)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, s-maxage=300, immutable',
    );
  });
});
