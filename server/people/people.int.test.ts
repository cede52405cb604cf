import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  blockUser,
  getUserProfile,
  listBlocks,
  listUserBacks,
  listUserFollows,
  listUserPools,
  listUsers,
  searchUsers,
  unblockUser,
} from '#contract/people.ts';
import { getPool } from '#contract/pools/pools.ts';
import type { PeopleSort } from '#contract/sorts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makeCreator, makePool, pledge } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

// cspell:ignore petrow

let app: TestApp;
let mara: Person;
let ivo: Person;

beforeAll(async () => {
  app = await startTestApp();
  mara = await insertPerson(app);
  ivo = await insertPerson(app);
  await named(mara, 'mara_kline', 'Mara Kline');
  await named(ivo, 'Ivo', 'Ivo Petrov');
});
afterAll(() => app.close());

function named(who: Person, username: string, displayName: string | null) {
  return app.context.db
    .sql`update users set username = ${username}, display_name = ${displayName} where id = ${who.id}`;
}

const profileOf = (who: Person, username: string) => who.client.call(getUserProfile, { params: { username } });
const find = async (search: string, page = 1) =>
  (await ivo.client.call(listUsers, { query: { search, page } })).users.map(({ username }) => username);

describe('the list of people', () => {
  it('requires a session and never shows email addresses', async () => {
    await expect(app.client().call(listUsers)).rejects.toMatchObject({ status: 401 });
    await expect(app.client().call(searchUsers, { query: { q: 'mara' } })).rejects.toMatchObject({ status: 401 });
    const answer = await (await ivo.client.raw('GET', '/api/users?search=mara')).text();
    expect(answer).toContain('mara_kline');
    expect(answer).not.toContain('@example.org');
  });

  it('shows bios and what people back, unless it is private', async () => {
    await app.context.db.sql`update users set bio = 'I collect sea shanties.' where id = ${mara.id}`;
    const { users } = await ivo.client.call(listUsers, {});
    expect(users.find(({ id }) => id === mara.id)).toMatchObject({ bio: 'I collect sea shanties.', backCount: 0 });
    await app.context.db.sql`update users set backs_private = true`;
    const hidden = await ivo.client.call(listUsers, {});
    expect(hidden.users.map(({ id, backCount }) => [id === ivo.id, backCount]).sort()).toEqual([
      [false, null],
      [true, 0],
    ]);
    await app.context.db.sql`update users set backs_private = false`;
  });

  it('sorts by name, by age, and by the pools that people started and back', async () => {
    const [b, a, c] = [await insertPerson(app), await insertPerson(app), await insertPerson(app)];
    for (const [who, name] of [
      [b, 'sorted-b'],
      [a, 'sorted-a'],
      [c, 'sorted-c'],
    ] as const)
      await named(who, name, null);
    const pools = [await makePool(b), await makePool(b), await makePool(a)].map(({ id }) => id);
    for (const id of pools.slice(0, 2)) await pledge(a, id, 500);
    await pledge(c, pools[0] ?? '', 500);
    const sorted = async (sort: PeopleSort) =>
      (await ivo.client.call(listUsers, { query: { search: 'sorted', sort } })).users.map(
        ({ username, poolCount, backCount }) => `${username.at(-1)} ${poolCount} ${backCount}`,
      );
    expect(await sorted('newest')).toEqual(['c 0 1', 'a 1 2', 'b 2 0']);
    expect(await sorted('name')).toEqual(['a 1 2', 'b 2 0', 'c 0 1']);
    expect(await sorted('pools')).toEqual(['b 2 0', 'a 1 2', 'c 0 1']);
    expect(await sorted('backs')).toEqual(['a 1 2', 'c 0 1', 'b 2 0']);
    const first = async (sort: PeopleSort) =>
      (await ivo.client.call(listUsers, { query: { sort } })).users.map(({ id }) => id).slice(0, 2);
    expect(await first('pools')).toEqual([b.id, a.id]);
    expect(await first('backs')).toEqual([a.id, c.id]);
    await app.context.db.sql`update users set backs_private = true where id = ${a.id}`;
    expect(await sorted('backs')).toEqual(['c 0 1', 'a 1 null', 'b 2 0']);
    // The order of everyone is cached, but not the people.
    await b.suspend();
    expect(await first('pools')).not.toContain(b.id);
  });

  it('sorts names of any language as a dictionary does', async () => {
    const names = ['Zoe ordered', 'Ärger ordered', 'adam ordered', 'Otto ordered'];
    for (const [index, name] of names.entries()) await named(await insertPerson(app), `ordered-${index}`, name);
    const { users } = await ivo.client.call(listUsers, { query: { search: 'ordered', sort: 'name' } });
    expect(users.map(({ displayName }) => displayName?.split(' ')[0])).toEqual(['adam', 'Ärger', 'Otto', 'Zoe']);
  });

  it('matches word beginnings from two letters, any part from three, and typos from four', async () => {
    expect(await find('m')).toEqual([]);
    expect(await find('ma')).toEqual(['mara_kline']);
    expect(await find('KL')).toEqual(['mara_kline']);
    expect(await find('lin')).toEqual(['mara_kline']);
    expect(await find(' petrow ')).toEqual(['Ivo']);
    expect(await find('%%')).toEqual([]);
    expect(await find('a_k')).toEqual(['mara_kline']);
    expect(await find('i_o')).toEqual([]);
  });

  it('lists the exact name first, then names that begin with the text', async () => {
    const names = ['xanthe', 'xan', 'alexandra', 'xander'];
    for (const name of names) await named(await insertPerson(app), name, null);
    expect((await find('xan')).at(0)).toBe('xan');
    expect((await find('xan')).at(-1)).toBe('alexandra');
    expect(await find('xan')).toHaveLength(4);
  });

  it('returns pages of twelve, newest first, without deleted or suspended accounts', async () => {
    for (let n = 0; n < 13; n += 1) await named(await insertPerson(app), `crowd-${String(n).padStart(2, '0')}`, null);
    const away = await insertPerson(app);
    await named(away, 'crowd-away', null);
    await away.suspend();
    const gone = await insertPerson(app);
    await named(gone, 'deleted_crowd', null);
    await app.context.db.sql`
      update users set deleted_at = now(), email = 'deleted-crowd@deleted.invalid' where id = ${gone.id}`;
    const first = await ivo.client.call(listUsers, { query: { search: 'crowd' } });
    expect(first.users).toHaveLength(12);
    expect(first.pagination).toEqual({ page: 1, pageSize: 12, totalCount: 13, totalPages: 2 });
    expect(await find('crowd', 2)).toHaveLength(1);
    const all = await ivo.client.call(listUsers, {});
    expect(all.users[0]?.username).toBe('crowd-12');
    const beyond = await ivo.client.call(listUsers, { query: { search: 'crowd', page: 9 } });
    expect(beyond).toMatchObject({ users: [], pagination: { totalCount: 13, totalPages: 2 } });
    const bad = await ivo.client.raw('GET', '/api/users?page=0');
    expect(bad.status).toBe(400);
    expect(await bad.json()).toMatchObject({ message: expect.any(String) });
    await expect(profileOf(ivo, 'deleted_crowd')).rejects.toMatchObject({ status: 404 });
  });
});

describe('a profile', () => {
  it('hides the name, picture and bio of an adult creator before the age gate, and keeps them out of searches', async () => {
    const { id, profileId, client } = await makeCreator(app);
    const username = 'night_owl';
    const { sql } = app.context.db;
    await sql`update creator_profiles set category_id = (select id from categories where name = 'NSFW') where id = ${profileId}`;
    await sql`
      update users set username = ${username}, display_name = 'Lady Ember', bio = 'Hot words', avatar_url = '/media/images/e.webp' where id = ${id}`;
    const masked = { username, displayName: null, avatarUrl: null };
    expect(await profileOf(ivo, username)).toMatchObject({ ...masked, bio: '' });
    expect(await profileOf({ ...ivo, client }, username)).toMatchObject({ displayName: 'Lady Ember' });
    expect(await find('Lady Ember')).toEqual([]);
    expect((await ivo.client.call(listUsers, { query: { search: username } })).users[0]).toMatchObject({
      ...masked,
      bio: '',
    });
    expect(await ivo.client.call(searchUsers, { query: { q: username } })).toMatchObject([masked]);
    for (const value of ['', '0', 'false', 'junk']) {
      ivo.client.cookies.set('age_verified', value);
      expect((await profileOf(ivo, username)).bio).toBe('');
    }
    ivo.client.cookies.set('age_verified', 'true');
    expect(await profileOf(ivo, username)).toMatchObject({ displayName: 'Lady Ember', bio: 'Hot words' });
    expect(await find('Lady Ember')).toEqual([username]);
    ivo.client.cookies.delete('age_verified');
  });

  it('is public, by username regardless of case, and by a former username', async () => {
    await app.context.db.sql`insert into former_usernames (username, user_id) values ('mara-k', ${mara.id})`;
    for (const name of ['mara_kline', 'MARA_Kline', 'Mara-K']) {
      const profile = await app.client().call(getUserProfile, { params: { username: name } });
      expect(profile).toMatchObject({
        username: 'mara_kline',
        displayName: 'Mara Kline',
        isMe: false,
        isBlocked: false,
      });
    }
    expect((await profileOf(mara, 'mara_kline')).isMe).toBe(true);
    await expect(profileOf(ivo, 'nobody-here')).rejects.toMatchObject({ status: 404 });
    const text = await (await app.client().raw('GET', '/api/users/mara_kline')).text();
    expect(text).not.toContain('@example.org');
  });

  it('shows started and backed pools, but no anonymous, hidden, private or adult ones', async () => {
    const { sql } = app.context.db;
    const pool = await makePool(mara, { title: 'A song about rain' });
    const secret = await makePool(mara, { title: 'A quiet wish' });
    await pledge(ivo, pool.id, 500);
    const hidden = await pledge(ivo, secret.id, 500);
    await sql`update pledges set anonymous = true where id = ${hidden.id}`;
    const mine = await profileOf(ivo, 'mara_kline');
    expect(mine.pools.map(({ title }) => title)).toEqual(['A quiet wish', 'A song about rain']);
    expect(mine.poolCount).toBe(2);
    const his = await profileOf(mara, 'ivo');
    expect(his.backs?.map(({ title }) => title)).toEqual(['A song about rain']);
    expect(his.backCount).toBe(1);

    // Only the owner, the creator and admins see a pool in review or a removed pool.
    await sql`update pools set status = 'in_review' where id = ${secret.id}`;
    expect((await profileOf(ivo, 'mara_kline')).pools).toHaveLength(1);
    await sql`update pools set status = 'open' where id = ${secret.id}`;

    await sql`update pools set adult = true where id = ${pool.id}`;
    const masked = await profileOf(mara, 'ivo');
    expect(masked).toMatchObject({ backs: [], backCount: 0 });
    mara.client.cookies.set('age_verified', '1');
    expect((await profileOf(mara, 'ivo')).backs).toHaveLength(1);
    mara.client.cookies.delete('age_verified');
    await sql`update pools set adult = false where id = ${pool.id}`;

    await sql`update users set backs_private = true where id = ${ivo.id}`;
    expect(await profileOf(mara, 'ivo')).toMatchObject({ backs: null, backCount: null, backsPrivate: true });
    const fansOf = async () => (await app.client().call(getPool, { params: { id: pool.id } })).recentFans;
    expect(await fansOf()).toEqual([]);
    const asVisitor = await (await app.client().raw('GET', '/api/users/ivo')).text();
    expect(asVisitor).not.toContain('A song about rain');
    await expect(mara.client.call(listUserBacks, { params: { username: 'ivo' } })).rejects.toMatchObject({
      status: 403,
      code: 'backs_private',
    });
    expect((await profileOf(ivo, 'ivo')).backs).toHaveLength(1);
    const own = await ivo.client.call(listUserBacks, { params: { username: 'ivo' } });
    expect(own.pagination.totalCount).toBe(1);
    await sql`update users set backs_private = false where id = ${ivo.id}`;
    expect(await fansOf()).toMatchObject([{ username: 'Ivo' }]);
  });

  it('lists pools in pages', async () => {
    const busy = await insertPerson(app);
    await named(busy, 'busy', null);
    for (let n = 0; n < 10; n += 1) await makePool(busy, { title: `Wish ${n}` });
    const second = await app.client().call(listUserPools, { params: { username: 'busy' }, query: { page: 2 } });
    expect(second.pools.map(({ title }) => title)).toEqual(['Wish 0']);
    expect(second.pagination).toEqual({ page: 2, pageSize: 9, totalCount: 10, totalPages: 2 });
    await expect(app.client().call(listUserPools, { params: { username: 'no-such' } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('the creators that a person follows', () => {
  it('are on the profile, latest first, and adult ones only after the age gate', async () => {
    const { sql } = app.context.db;
    const [one, other] = [await makeCreator(app), await makeCreator(app)];
    for (const { profileId } of [one, other])
      await sql`insert into creator_follows (user_id, profile_id) values (${ivo.id}, ${profileId})`;
    const names = async () => (await profileOf(mara, 'ivo')).follows.map(({ username }) => username);
    expect(await names()).toEqual([other.username, one.username]);
    const listed = await app.client().call(listUserFollows, { params: { username: 'ivo' } });
    expect(listed.pagination.totalCount).toBe(2);
    await sql`update creator_profiles set category_id = (select id from categories where adult limit 1) where id = ${one.profileId}`;
    expect(await names()).toEqual([other.username]);
    expect((await profileOf(mara, 'ivo')).followCount).toBe(1);
  });
});

describe('a block', () => {
  const block = (who: Person, id: string) => who.client.call(blockUser, { params: { id } });
  const suggestions = async (who: Person, q: string) =>
    (await who.client.call(searchUsers, { query: { q } })).map(({ username }) => username);

  it('is refused to visitors and suspended people, for oneself and for unknown people', async () => {
    await expect(app.client().call(blockUser, { params: { id: mara.id } })).rejects.toMatchObject({ status: 401 });
    for (const id of [ivo.id, ivo.id.toUpperCase()])
      await expect(block(ivo, id)).rejects.toMatchObject({ status: 400, code: 'own_block' });
    await expect(block(ivo, randomUUID())).rejects.toMatchObject({ status: 404 });
    await expect(block(ivo, 'not-an-id')).rejects.toMatchObject({ status: 404 });
    const suspended = await insertPerson(app);
    await suspended.suspend();
    await expect(block(suspended, mara.id)).rejects.toMatchObject({ status: 403, code: 'suspended' });
  });

  it('hides the two from each other until it is lifted, and is visible only to the person who blocked', async () => {
    expect(await suggestions(ivo, 'mara')).toEqual(['mara_kline']);
    expect(await block(ivo, mara.id)).toEqual({ blocked: true });
    expect(await block(ivo, mara.id)).toEqual({ blocked: true });
    expect(await ivo.client.call(listBlocks)).toMatchObject([{ username: 'mara_kline' }]);
    expect(await mara.client.call(listBlocks)).toEqual([]);
    expect((await profileOf(ivo, 'mara_kline')).isBlocked).toBe(true);
    expect((await profileOf(mara, 'ivo')).isBlocked).toBe(false);
    expect(await suggestions(ivo, 'mara')).toEqual([]);
    expect(await suggestions(mara, 'ivo')).toEqual([]);
    const lifted = await ivo.client.call(unblockUser, { params: { id: mara.id } });
    expect(lifted).toEqual({ blocked: false });
    expect(await suggestions(mara, 'iv')).toEqual(['Ivo']);
    await expect(ivo.client.call(unblockUser, { params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 });
  });

  it('suggests neither oneself nor people by a single letter', async () => {
    expect(await suggestions(mara, 'mara')).toEqual([]);
    expect(await suggestions(mara, 'i')).toEqual([]);
  });
});
