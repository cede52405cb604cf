import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLikeStatus, listLikedPools, listLikeStatuses } from '#contract/likes.ts';
import type { Pool } from '#contract/pools.ts';
import { getSaveStatus, listSavedPools, savePool, unsavePool } from '#contract/saves.ts';
import { remindSavers } from '#server/comments/remind-savers.ts';
import { readOutbox } from '#testing/outbox.ts';
import { type CreatorMember, HttpSite, type Member, type Someone } from './http-site.ts';

let site: HttpSite;
let owner: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open();
  [owner, creator] = await Promise.all([site.member(), site.creator()]);
});
afterAll(() => site?.close());

const at = (pool: Pick<Pool, 'id'>) => ({ params: { id: pool.id } });
const save = (who: Someone, pool: Pick<Pool, 'id'>) => who.client.call(savePool, at(pool));
const unsave = (who: Someone, pool: Pick<Pool, 'id'>) => who.client.call(unsavePool, at(pool));
const nowhere = { id: '00000000-0000-4000-8000-000000000000' };

describe('the reminder about a saved pool', () => {
  const closesIn = (pool: Pick<Pool, 'id'>, hours: number) =>
    site.sql`update pools set (deadline, clock_at) = row(now() + ${hours} * interval '1 hour', now() + ${hours} * interval '1 hour') where id = ${pool.id}`;
  const savedAgo = (who: Member, hours: number) =>
    site.sql`update pool_saves set created_at = now() - ${hours} * interval '1 hour' where user_id = ${who.id}`;
  const run = async () => {
    await Promise.all([remindSavers(site.app.context), remindSavers(site.app.context)]);
    await site.app.settle();
  };
  const reminders = async (who: Member) =>
    (await site.noticesOf(who)).filter(({ kind }) => kind === 'saved_closing').map(({ body }) => body);

  it('arrives once, 24 hours before the pool closes, in the app and by email', async () => {
    const fan = await site.member();
    const pool = await site.newPool(owner, creator, { title: 'A reminder in time' });
    await save(fan, pool);
    await savedAgo(fan, 72);
    await closesIn(pool, 25);
    await run();
    expect(await reminders(fan)).toEqual([]);
    await closesIn(pool, 23);
    await run();
    await run();
    expect(await reminders(fan)).toEqual(['Less than 24 hours are left to back “A reminder in time”.']);
    const mails = await readOutbox(site.app, fan.email);
    expect(mails.filter(({ text }) => text?.includes('Less than 24 hours are left'))).toHaveLength(1);
  });

  it('skips people who saved late, who back the pool, and who removed it; and pools that closed or are frozen', async () => {
    const [late, backer, gone, fan] = [
      await site.member(),
      await site.member(),
      await site.member(),
      await site.member(),
    ];
    const pool = await site.newPool(owner, creator);
    for (const who of [late, backer, gone]) await save(who, pool);
    await site.pledge(backer, pool, 5_00);
    await unsave(gone, pool);
    for (const who of [backer, fan]) await savedAgo(who, 72);
    await closesIn(pool, 5);
    const [closed, frozen] = [await site.newPool(owner, creator), await site.newPool(owner, creator)];
    for (const other of [closed, frozen]) await save(fan, other);
    await savedAgo(fan, 72);
    await closesIn(closed, -1);
    await closesIn(frozen, 5);
    await site.sql`update pools set frozen = true, frozen_at = now() where id = ${frozen.id}`;
    await run();
    for (const who of [late, backer, gone, fan]) expect(await reminders(who)).toEqual([]);
  });
});

describe('saved pools', () => {
  it('are kept once per person, apart from likes, and only the person sees them', async () => {
    const [fan, other] = await Promise.all([site.member(), site.member()]);
    const pool = await site.newPool(owner, creator);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(fan, pool)));
    expect(answers.every(({ isSaved }) => isSaved)).toBe(true);
    expect(await fan.client.call(getSaveStatus, at(pool))).toEqual({ isSaved: true });
    expect(await other.client.call(getSaveStatus, at(pool))).toEqual({ isSaved: false });
    expect(await fan.client.call(getLikeStatus, at(pool))).toEqual({ isLiked: false, likeCount: 0 });
    expect(await site.pool(pool.id, fan)).toMatchObject({ isSaved: true, isLiked: false });
    expect(await site.pool(pool.id, other)).toMatchObject({ isSaved: false });
    expect(await site.pool(pool.id)).toMatchObject({ isSaved: false });
    const { statuses } = await fan.client.call(listLikeStatuses, { query: { ids: pool.id } });
    expect(statuses).toEqual([{ id: pool.id, isLiked: false, likeCount: 0, isSaved: true }]);
    expect((await fan.client.call(listLikedPools)).pools).toEqual([]);
    expect(await unsave(fan, pool)).toEqual({ isSaved: false });
    expect(await unsave(fan, pool)).toEqual({ isSaved: false });
    expect((await fan.client.call(listSavedPools)).pools).toEqual([]);
  });

  it('are listed page by page, newest first, masked before the age gate, without pools that the person may not see', async () => {
    const person = await site.member();
    const pools = [
      await site.newPool(owner, creator),
      await site.newPool(owner, null),
      await site.newPool(owner, null),
    ];
    for (const pool of pools) await save(person, pool);
    const [first, second, third] = pools as [Pool, Pool, Pool];
    const ids = async () => (await person.client.call(listSavedPools)).pools.map(({ id }) => id);
    expect(await ids()).toEqual([third.id, second.id, first.id]);
    await site.sql`update pools set adult = true where id = ${third.id}`;
    expect((await person.client.call(listSavedPools)).pools[0]).toMatchObject({ title: 'Adult pool', imageUrl: null });
    await site.sql`update pools set status = 'removed' where id = ${second.id}`;
    expect(await ids()).toEqual([third.id, first.id]);
    await site.sql`update pools set status = 'open' where id = ${second.id}`;
    const paged = await person.client.call(listSavedPools, { query: { page: 2, pageSize: 2 } });
    expect(paged).toMatchObject({ pools: [{ id: first.id }], pagination: { totalCount: 3, totalPages: 2 } });
  });

  it('refuse visitors, unknown pools, adult pools before the age gate, and suspended people', async () => {
    const pool = await site.newPool(owner, null);
    const fan = await site.member();
    await expect(save(site.visitor(), pool)).rejects.toMatchObject({ status: 401 });
    await expect(site.visitor().client.call(listSavedPools)).rejects.toMatchObject({ status: 401 });
    await expect(save(fan, nowhere)).rejects.toMatchObject({ status: 404 });
    await site.sql`update pools set adult = true where id = ${pool.id}`;
    await expect(save(fan, pool)).rejects.toMatchObject({ code: 'age_gate' });
    expect(await save(site.grown(fan), pool)).toEqual({ isSaved: true });
    // Removing it needs no age gate.
    expect(await unsave(fan, pool)).toEqual({ isSaved: false });
    await site.sql`update pools set adult = false where id = ${pool.id}`;
    await site.sql`update users set suspended_at = now() where id = ${fan.id}`;
    await expect(save(fan, pool)).rejects.toMatchObject({ status: 403, code: 'suspended' });
  });
});
