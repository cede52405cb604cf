import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { listCategories } from '#contract/creators/creators.ts';
import { tipPoolPath } from '#contract/pools/pool-path.ts';
import { countPools, createPool, editPool, getPool, listPools, type Pool, resolvePool } from '#contract/pools/pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, makeCreator, makePool, makeUnclaimedProfile, pledge, poolFormOf } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let owner: Person;
let stranger: Person;
let admin: Person;
let creator: Creator;

beforeAll(async () => {
  app = await startTestApp();
  owner = await insertPerson(app);
  stranger = await insertPerson(app);
  admin = await insertPerson(app, 'admin');
  creator = await makeCreator(app);
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
const read = (who: Person | null, id: string) => (who?.client ?? app.client()).call(getPool, { params: { id } });
const resolve = (path: string) => app.client().call(resolvePool, { query: { path } });
const word = () => `w${randomUUID().replaceAll('-', '')}`;
const titles = async (query: Record<string, unknown>, who = app.client()) =>
  (await who.call(listPools, { query })).pools.map(({ title }) => title);
function adultVisitor() {
  const client = app.client();
  client.cookies.set('age_verified', '1');
  return client;
}

describe('starting a pool', () => {
  it('returns the pool as its page shows it', async () => {
    const pool = await makePool(owner, { creatorProfileId: creator.profileId, categories: ['music', 'FILM', 'Music'] });
    expect(pool).toMatchObject({
      title: 'A song about rain',
      status: 'open',
      fundingGoal: 5000,
      currentAmount: 0,
      pledgedAmount: 0,
      adult: false,
      isOwner: true,
      isAssignedCreator: false,
      myPledge: null,
      fundable: true,
      canonicalPath: tipPoolPath(creator.username, pool.slug),
      creatorProfileId: creator.profileId,
      assignedCreator: { id: creator.id },
      targetCreator: { username: creator.username, status: 'verified' },
      creatorProfile: { username: creator.username },
      events: [{ from: null, to: 'open', reason: null }],
    });
    expect(pool.categories.map(({ category }) => category.name)).toEqual(['Music', 'Film']);
    const days = (Date.parse(pool.deadline) - Date.now()) / (24 * 60 * 60_000);
    expect(days).toBeCloseTo(30, 2);
    expect(await read(owner, pool.id)).toEqual(pool);
    const can = { ...pool.can, edit: false, cancel: false, postUpdates: false, report: true };
    expect(await read(null, pool.id)).toEqual({ ...pool, isOwner: false, can });
    expect(await read(creator, pool.id)).toMatchObject({ isAssignedCreator: true, hasAccess: true });
  });

  it.each([
    [{ title: '   ' }, 'title'],
    [{ description: '' }, 'description'],
    [{ fundingGoal: 999 }, 'fundingGoal'],
    [{ fundingGoal: 10_000_001 }, 'fundingGoal'],
    [{ fundingGoal: 10.5 }, 'fundingGoal'],
    [{ categories: [] }, 'categories'],
    [{ categories: ['Nonsense'] }, 'categories'],
    [{ deadline: inDays(0.5) }, 'deadline'],
    [{ deadline: inDays(91) }, 'deadline'],
    [{ deadline: '2020-01-01T00:00:00Z' }, 'deadline'],
    [{ creatorProfileId: randomUUID() }, 'creatorProfileId'],
    [{ imageIds: [randomUUID()] }, 'imageIds'],
  ])('refuses %o by its field', async (changes, field) => {
    await expect(makePool(owner, changes)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  });

  it('accepts deadlines from 1 to 90 days', async () => {
    for (const days of [1, 90]) {
      const deadline = inDays(days);
      expect((await makePool(owner, { deadline })).deadline).toBe(deadline);
    }
  });

  it('requires a signed-in user', async () => {
    await expect(app.client().call(createPool, { body: poolFormOf() })).rejects.toMatchObject({ status: 401 });
  });

  it("attaches the owner's pictures in order and rejects pictures of others", async () => {
    const { sql } = app.context.db;
    const keys = ['0'.repeat(32), '1'.repeat(32)].map((key) => key.slice(8) + randomUUID().slice(0, 8));
    const ids: string[] = [];
    for (const key of keys) {
      const [row] = await sql<{ id: string }[]>`
        insert into images (owner_id, key, width, height, size_bytes) values (${owner.id}, ${key}, 10, 10, 10) returning id`;
      ids.push(row?.id ?? '');
    }
    ids.reverse();
    keys.reverse();
    const pool = await makePool(owner, { imageIds: ids });
    expect(pool.images).toEqual(
      keys.map((key, index) => ({ mediaUrl: `/media/images/${key}.webp`, isPrimary: index === 0 })),
    );
    expect(pool.imageUrl).toBe(pool.images[0]?.mediaUrl);
    await expect(makePool(stranger, { imageIds: ids })).rejects.toMatchObject({
      fields: { imageIds: expect.any(String) },
    });
  });
});

describe('the six path forms', () => {
  let pool: Pool;
  let twin: Pool;
  let hash = '';
  beforeAll(async () => {
    const title = `The ${word().slice(0, 10)} sessions`;
    const other = await makeCreator(app);
    twin = await makePool(owner, { title, creatorProfileId: other.profileId });
    pool = await makePool(owner, { title, creatorProfileId: creator.profileId });
    const [row] = await app.context.db.sql<{ urlHash: string }[]>`select url_hash from pools where id = ${pool.id}`;
    hash = row?.urlHash ?? '';
  });

  it('resolve to the same pool and its canonical path', async () => {
    const titleSlug = twin.slug;
    expect(pool.titleWithHash).toBe(`${titleSlug}-${hash}`);
    expect(pool.slug).not.toBe(titleSlug);
    const paths = [
      `/pool/${pool.slug}`,
      `/pool/${pool.id}`,
      `/tip-pool/${titleSlug}-${hash}`,
      `/tip-pool/${creator.username}/${pool.slug}/${pool.id}`,
      `/tip-pool/${creator.username}/${pool.slug}`,
      `/tip-pool/${creator.username}/${titleSlug}`,
      `/tip-pool/${creator.username.toUpperCase()}/${titleSlug}?from=mail`,
      `/tip-pool/${creator.username}/music/${titleSlug}`,
      `/tip-pool/somebody-else/${pool.slug}`,
    ];
    for (const path of paths) {
      const match = await resolve(path);
      expect([path, match.id, match.canonicalPath]).toEqual([
        path,
        pool.id,
        `/tip-pool/${creator.username}/${pool.slug}`,
      ]);
    }
    for (const key of [pool.id, pool.slug, `${titleSlug}-${hash}`]) expect((await read(null, key)).id).toBe(pool.id);
  });

  it.each([
    '/pool/no-such-pool',
    `/pool/${randomUUID()}`,
    '/tip-pool/maya/nothing',
    '/creator/maya',
    '/tip-pool/%E0',
    '/tip-pool/x/%00',
  ])('nothing at %s', async (path) => {
    await expect(resolve(path)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('name a title without Latin letters by its hash, and spell letters that have no accents', async () => {
    const [one, two] = [await makePool(owner, { title: '雨の歌' }), await makePool(owner, { title: 'Песня о дожде' })];
    for (const pool of [one, two]) {
      expect(pool.slug).toMatch(/^pool-[0-9a-f]{12}$/);
      expect(pool.titleWithHash).toBe(pool.slug);
      expect((await read(null, pool.slug)).id).toBe(pool.id);
    }
    expect((await makePool(owner, { title: 'Smørrebrød in Łódź, straße 7' })).slug).toBe(
      'smorrebrod-in-lodz-strasse-7',
    );
  });

  it('avoid the slugs of pages', async () => {
    const created = await makePool(owner, { title: 'Create' });
    expect(created.slug).toMatch(/^create-[0-9a-f]{6}$/);
    const japanese = await makePool(owner, { title: '雨についての歌をください' });
    expect((await resolve(japanese.canonicalPath)).id).toBe(japanese.id);
  });
});

describe('adult pools', () => {
  const secret = word();
  let pool: Pool;
  beforeAll(async () => {
    pool = await makePool(owner, {
      title: `${secret} title`,
      description: `${secret} description, long enough.`,
      categories: ['NSFW'],
      creatorProfileId: creator.profileId,
    });
  });

  it('wait for an admin and are visible only to the people involved', async () => {
    expect(pool).toMatchObject({ status: 'in_review', adult: true, title: `${secret} title` });
    await expect(read(null, pool.id)).rejects.toMatchObject({ status: 404 });
    await expect(read(stranger, pool.id)).rejects.toMatchObject({ status: 404 });
    for (const who of [owner, creator, admin]) expect((await read(who, pool.id)).status).toBe('in_review');
    await admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
    expect(await read(null, pool.id)).toMatchObject({ status: 'open' });
  });

  it('reveal no text before the age gate', async () => {
    for (const path of [`/pool/${pool.id}`, pool.canonicalPath]) {
      const match = await resolve(path);
      expect(match).toMatchObject({
        adult: true,
        title: 'Adult pool',
        language: null,
        description: '',
        images: [],
        canonicalPath: path,
      });
      expect(JSON.stringify(match).replaceAll(path, '')).not.toContain(secret);
    }
    for (const query of [{ category: 'NSFW' }, { search: secret }, { categories: 'NSFW,Music', pageSize: 50 }]) {
      expect((await titles(query)).join()).not.toContain(secret);
      expect((await titles(query, adultVisitor())).join()).toContain(secret);
    }
    expect(await adultVisitor().call(resolvePool, { query: { path: `/pool/${pool.id}` } })).toMatchObject({
      title: `${secret} title`,
      canonicalPath: pool.canonicalPath,
    });
    const visitor = await app.client().call(countPools);
    expect((await adultVisitor().call(countPools)).total).toBe(visitor.total + 1);
    expect(JSON.stringify(await creator.client.call(getCreatorDashboard))).not.toContain(secret);
  });

  it('keep what an admin reviewed, and can still change goal and deadline', async () => {
    const reviewed = await makePool(owner, { categories: ['NSFW'] });
    const edit = (body: Record<string, unknown>) => owner.client.call(editPool, { params: { id: reviewed.id }, body });
    expect(await edit({ title: 'Edited during the review' })).toMatchObject({ title: 'Edited during the review' });
    await admin.client.call(actOnPool, { params: { id: reviewed.id }, body: { action: 'open' } });
    const images = await app.context.db.sql<{ id: string }[]>`
      insert into images (owner_id, key, width, height, size_bytes)
      values (${owner.id}, ${randomUUID().replaceAll('-', '')}, 10, 10, 10) returning id`;
    const changes = [
      { title: 'Something else' },
      { description: 'Something else, and long enough.' },
      { categories: ['Music'] },
      { imageIds: images.map(({ id }) => id) },
      { creatorProfileId: creator.profileId },
    ];
    for (const change of changes) {
      await expect(edit(change), JSON.stringify(change)).rejects.toMatchObject({
        code: 'pool_state',
        message: expect.stringMatching(/^An admin reviewed this adult pool/),
      });
    }
    const same = { title: 'Edited during the review', categories: ['NSFW'], imageIds: [], fundingGoal: 9000 };
    expect(await edit(same)).toMatchObject({ fundingGoal: 9000, adult: true });
  });

  it('cannot be made from an open pool', async () => {
    const open = await makePool(owner);
    await expect(
      owner.client.call(editPool, { params: { id: open.id }, body: { categories: ['NSFW'] } }),
    ).rejects.toMatchObject({ code: 'pool_state' });
  });

  it('cannot be started if adult content is off', async () => {
    const prude = await startTestApp({ env: { ADULT_CONTENT: 'off' } });
    const member = await insertPerson(prude);
    expect((await prude.client().call(listCategories)).map(({ name }) => name)).not.toContain('NSFW');
    await expect(makePool(member, { categories: ['NSFW'] })).rejects.toMatchObject({ status: 400 });
    await prude.close();
  });
});

describe('editing', () => {
  it('changes everything while only the owner has pledged and keeps the path', async () => {
    const pool = await makePool(owner);
    const other = await makeCreator(app);
    const deadline = inDays(5);
    const edited = await owner.client.call(editPool, {
      params: { id: pool.id },
      body: {
        title: 'Two songs about rain',
        fundingGoal: 7000,
        deadline,
        categories: ['Art'],
        creatorProfileId: other.profileId,
      },
    });
    expect(edited).toMatchObject({
      title: 'Two songs about rain',
      slug: pool.slug,
      fundingGoal: 7000,
      deadline,
      description: pool.description,
      assignedCreator: { id: other.id },
    });
    expect(await titles({ category: 'Art', pageSize: 50 })).toContain('Two songs about rain');
    expect((await resolve(`/tip-pool/${other.username}/two-songs-about-rain`)).id).toBe(pool.id);
    for (const wrong of [inDays(100), '0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59']) {
      await expect(
        owner.client.call(editPool, { params: { id: pool.id }, body: { deadline: wrong } }),
        wrong,
      ).rejects.toMatchObject({ status: 400, fields: { deadline: expect.any(String) } });
    }
  });

  it('is limited to the owner and ends when someone else pledges', async () => {
    const pool = await makePool(owner);
    const edit = (who: Person) => who.client.call(editPool, { params: { id: pool.id }, body: { fundingGoal: 6000 } });
    for (const who of [stranger, admin, creator])
      await expect(edit(who)).rejects.toMatchObject({ code: 'own_pool_only' });
    await pledge(owner, pool.id, 1000);
    expect((await edit(owner)).fundingGoal).toBe(6000);
    await pledge(stranger, pool.id, 500);
    await expect(edit(owner)).rejects.toMatchObject({ code: 'pool_has_pledges' });
  });

  it("meets a goal lowered to the owner's pledge and reopens when it is raised", async () => {
    const pool = await makePool(owner, { creatorProfileId: creator.profileId });
    await pledge(owner, pool.id, 2000);
    const goal = (fundingGoal: number) =>
      owner.client.call(editPool, { params: { id: pool.id }, body: { fundingGoal } });
    expect(await goal(2000)).toMatchObject({ status: 'goal_met', clocks: { responseDueAt: expect.any(String) } });
    expect(await goal(2001)).toMatchObject({ status: 'open', clocks: { responseDueAt: null } });
  });
});

it('assigns the live pools of a profile to its new owner', async () => {
  const profile = await makeUnclaimedProfile(app);
  const pool = await makePool(owner, { creatorProfileId: profile.profileId, fundingGoal: 1000 });
  await pledge(stranger, pool.id, 1000);
  const met = await read(null, pool.id);
  expect(met).toMatchObject({ status: 'goal_met', assignedCreator: null, clocks: { responseDueAt: pool.deadline } });
  const newcomer = await insertPerson(app);
  await app.context.db.tx(async (tx) => {
    await tx`update creator_profiles set owner_id = ${newcomer.id}, status = 'verified' where id = ${profile.profileId}`;
    await app.context.facts.publish(tx, 'creator.claimed', { profileId: profile.profileId, userId: newcomer.id });
  });
  const claimed = await read(newcomer, pool.id);
  expect(claimed).toMatchObject({ isAssignedCreator: true, assignedCreator: { id: newcomer.id } });
  expect(Date.parse(claimed.clocks.responseDueAt ?? '')).toBeLessThan(Date.parse(pool.deadline));
});
