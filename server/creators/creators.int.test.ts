import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCreatorPools } from '#contract/creators/creator-pools.ts';
import {
  followCreator,
  getCreator,
  listCreators,
  searchCreators,
  unfollowCreator,
} from '#contract/creators/creators.ts';
import { getPool } from '#contract/pools/pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makeCreator, makePool } from '#testing/builders.ts';
import { insertPerson } from '#testing/insert-person.ts';

// cspell:ignore ligths

/** Only what lists look at: the pool's way there is not what is tested. */
async function becomes(app: TestApp, poolId: string, status: string): Promise<void> {
  await app.context.db.sql`update pools set status = ${status} where id = ${poolId}`;
}

describe('the list of creators', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('sorts by number of visible pools, and filters by category and name', async () => {
    const owner = await insertPerson(app);
    const [many, few, none] = [await makeCreator(app), await makeCreator(app), await makeCreator(app)];
    await makePool(owner, { creatorProfileId: few.profileId });
    await makePool(owner, { creatorProfileId: many.profileId });
    await makePool(owner, { creatorProfileId: many.profileId });
    const { sql } = app.context.db;
    await sql`update creator_profiles set category_id = (select id from categories where name = 'Music') where id = ${few.profileId}`;

    const visitor = app.client();
    const { creators } = await visitor.call(listCreators, { query: { featured: 'true' } });
    expect(creators.map(({ username, poolCount }) => [username, poolCount]).slice(0, 2)).toEqual([
      [many.username, 2],
      [few.username, 1],
    ]);
    expect(creators.at(-1)).toMatchObject({
      username: none.username,
      poolCount: 0,
      activePoolCount: 0,
      isFollowing: false,
    });

    const music = await visitor.call(listCreators, { query: { category: 'music' } });
    expect(music.creators.map(({ username }) => username)).toEqual([few.username]);
    expect((await visitor.call(listCreators, { query: { category: 'All' } })).pagination.totalCount).toBe(3);
    expect((await visitor.call(listCreators, { query: { category: randomUUID() } })).creators).toEqual([]);
    const named = await visitor.call(listCreators, { query: { search: many.username.slice(0, 6) } });
    expect(named.creators[0]?.username).toBe(many.username);
    expect((await visitor.call(listCreators, { query: { search: '%%' } })).creators).toEqual([]);
    // Slips are forgiven.
    await sql`update creator_profiles set display_name = 'Harbour Lights' where id = ${none.profileId}`;
    const slipped = await visitor.call(listCreators, { query: { search: 'harbor ligths' } });
    expect(slipped.creators.map(({ username }) => username)).toEqual([none.username]);
    // One letter is no search.
    expect((await visitor.call(listCreators, { query: { search: 'x' } })).pagination.totalCount).toBe(3);
  });

  it('lists the pools of a creator by progress', async () => {
    const [owner, creator] = [await insertPerson(app), await makeCreator(app)];
    const params = { username: creator.username.toUpperCase() };
    const open = await makePool(owner, { creatorProfileId: creator.profileId });
    const made = await makePool(owner, { creatorProfileId: creator.profileId });
    const adult = await makePool(owner, { creatorProfileId: creator.profileId, categories: ['NSFW'] });
    await becomes(app, made.id, 'in_production');
    await becomes(app, adult.id, 'open');

    const visitor = app.client();
    await expect(visitor.call(listCreatorPools, { params: { username: 'unknown' } })).rejects.toMatchObject({
      status: 404,
    });
    const all = await visitor.call(listCreatorPools, { params });
    expect(all.pools.map(({ id }) => id)).toEqual([made.id, open.id]);
    expect(all).toMatchObject({ pagination: { totalCount: 2 }, stages: { funding: 1, making: 1, delivered: 0 } });
    const making = await visitor.call(listCreatorPools, { params, query: { stage: 'making' } });
    expect(making.pools.map(({ id }) => id)).toEqual([made.id]);
    expect(await visitor.call(getCreator, { params })).toMatchObject({ poolCount: 2, activePoolCount: 2 });
    expect((await visitor.raw('GET', `/api/creators/${creator.username}/pools?stage=never`)).status).toBe(400);

    visitor.cookies.set('age_verified', '1');
    expect(await visitor.call(getCreator, { params })).toMatchObject({ poolCount: 3, activePoolCount: 3 });
    expect((await visitor.call(listCreatorPools, { params })).pools).toHaveLength(3);
    // As they were, for the questions at the end.
    await becomes(app, made.id, 'open');
    await becomes(app, adult.id, 'in_review');
  });

  it('hides adult creators before the age gate in lists, searches and profiles', async () => {
    const adult = await makeCreator(app);
    const { sql } = app.context.db;
    await sql`
      update creator_profiles set category_id = (select id from categories where name = 'NSFW'), description = 'Only for adults',
        display_name = 'Lady Ember', avatar_url = '/media/images/ember.webp' where id = ${adult.profileId}`;
    const visitor = app.client();
    const search = { query: { name: 'Lady Ember' } };
    expect(await visitor.call(searchCreators, search)).toEqual([]);
    expect((await visitor.call(listCreators, { query: { category: 'NSFW' } })).creators).toEqual([]);
    const masked = await visitor.call(getCreator, { params: { username: adult.username } });
    expect(masked).toMatchObject({
      displayName: adult.username,
      fullName: adult.username,
      description: '',
      adult: true,
    });

    // A public pool does not reveal it either.
    const pool = await makePool(await insertPerson(app), { creatorProfileId: adult.profileId });
    const target = { username: adult.username, displayName: adult.username, avatarUrl: null };
    expect(await visitor.call(getPool, { params: { id: pool.id } })).toMatchObject({ targetCreator: target });

    visitor.cookies.set('age_verified', '1');
    expect(await visitor.call(searchCreators, search)).toHaveLength(1);
    expect((await visitor.call(listCreators, { query: { category: 'NSFW' } })).creators).toHaveLength(1);
    const profile = await visitor.call(getCreator, { params: { username: adult.username } });
    expect(profile).toMatchObject({ displayName: 'Lady Ember', description: 'Only for adults' });
  });
});

describe('following', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('counts each follower once and shows the follower their status', async () => {
    const creator = await makeCreator(app);
    const [fan, other] = [await insertPerson(app), await insertPerson(app)];
    const params = { username: creator.username.toUpperCase() };
    expect(await fan.client.call(followCreator, { params })).toEqual({ isFollowing: true, followerCount: 1 });
    await Promise.all([
      fan.client.call(followCreator, { params }),
      fan.client.call(followCreator, { params }),
      other.client.call(followCreator, { params }),
    ]);
    expect(await fan.client.call(getCreator, { params })).toMatchObject({ isFollowing: true, followerCount: 2 });
    expect(await app.client().call(getCreator, { params })).toMatchObject({ isFollowing: false, followerCount: 2 });
    const { creators } = await fan.client.call(listCreators, { query: { search: creator.username } });
    expect(creators).toMatchObject([{ isFollowing: true, followerCount: 2 }]);

    expect(await fan.client.call(unfollowCreator, { params })).toEqual({ isFollowing: false, followerCount: 1 });
    expect(await fan.client.call(unfollowCreator, { params })).toEqual({ isFollowing: false, followerCount: 1 });
    await app.context.db.sql`delete from users where id = ${other.id}`;
    expect(await fan.client.call(getCreator, { params })).toMatchObject({ followerCount: 0 });
  });

  it('refuses visitors, following oneself and unknown creators', async () => {
    const creator = await makeCreator(app);
    const params = { username: creator.username };
    await expect(app.client().call(followCreator, { params })).rejects.toMatchObject({ status: 401 });
    await expect(creator.client.call(followCreator, { params })).rejects.toMatchObject({ code: 'own_follow' });
    await expect(creator.client.call(followCreator, { params: { username: 'nobody_at_all' } })).rejects.toMatchObject({
      status: 404,
    });
  });
});
