import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { getLikeStatus, listLikedPools, listLikeStatuses } from '#contract/likes.ts';
import { blockUser } from '#contract/people.ts';
import { cancelPool, declinePool, type Pool } from '#contract/pools/pools.ts';
import { getSaveStatus, listSavedPools, savePool, setPoolNews, unsavePool } from '#contract/saves.ts';
import { postUpdate, type UpdateAudience } from '#contract/updates.ts';
import { remindSavers } from '#server/favorites/remind-savers.ts';
import { notifyFans } from '#server/notifications/notify-transition.ts';
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
const setNews = (who: Someone, pool: Pick<Pool, 'id'>, getsNews: boolean) =>
  who.client.call(setPoolNews, { ...at(pool), body: { getsNews } });
const one = () => site.member();
const six = () => Promise.all([one(), one(), one(), one(), one(), one()]);
const nowhere = { id: '00000000-0000-4000-8000-000000000000' };

describe('the reminder about a followed pool', () => {
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

  it('skips people who followed late, back the pool, turned the news off, stopped following, or are behind a block; and pools that closed or are frozen', async () => {
    const [late, backer, gone, quiet, blocked, fan] = await six();
    const pool = await site.newPool(owner, creator);
    for (const who of [late, backer, gone, quiet, blocked]) await save(who, pool);
    await setNews(quiet, pool, false);
    await owner.client.call(blockUser, { params: { id: blocked.id } });
    await site.pledge(backer, pool, 5_00);
    await unsave(gone, pool);
    for (const who of [backer, quiet, blocked, fan]) await savedAgo(who, 72);
    await closesIn(pool, 5);
    const [closed, frozen] = [await site.newPool(owner, creator), await site.newPool(owner, creator)];
    for (const other of [closed, frozen]) await save(fan, other);
    await savedAgo(fan, 72);
    await closesIn(closed, -1);
    await closesIn(frozen, 5);
    await site.sql`update pools set frozen = true, frozen_at = now() where id = ${frozen.id}`;
    await run();
    for (const who of [late, backer, gone, quiet, blocked, fan]) expect(await reminders(who)).toEqual([]);
  });
});

describe('the news of a followed pool', () => {
  const news = async (who: Member, ...kinds: string[]) =>
    (await site.noticesOf(who))
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ title, body }) => `${title}: ${body}`);
  const post = (who: Someone, pool: Pool, audience: UpdateAudience) =>
    who.client.call(postUpdate, {
      ...at(pool),
      body: { content: `For ${audience}`, audience, imageIds: [], requestKey: randomUUID() },
    });

  it('reaches people with news on once per event, and not across a block', async () => {
    const pool = await site.newPool(owner, creator, { title: 'A song to follow', fundingGoal: 20_00 });
    const [follower, both, quiet, blocked, blocking] = await six();
    for (const who of [follower, both, quiet, blocked, blocking, owner, creator]) await save(who, pool);
    await setNews(quiet, pool, false);
    await owner.client.call(blockUser, { params: { id: blocked.id } });
    await blocking.client.call(blockUser, { params: { id: creator.id } });
    const kinds = ['goal_met_fan', 'accepted', 'delivered', 'goal_met_owner'];
    await site.pledge(both, pool, 20_00);
    expect(await news(follower, ...kinds)).toEqual([
      expect.stringMatching(
        /^A pool you follow met its goal: “A song to follow” reached \$20 of \$20 with 1 fan\. We asked .* to answer by .*\.$/,
      ),
    ]);
    expect(await news(both, ...kinds)).toEqual([expect.stringContaining('Your $20 is charged only if they accept.')]);
    expect(await news(owner, 'goal_met_fan')).toEqual([]);
    await site.accept(creator, pool);
    await site.poolIs(pool.id, 'in_production');
    await site.app.settle();
    await site.deliver(creator, pool);
    await site.review(pool);
    expect(await news(follower, 'accepted', 'delivered')).toEqual([
      expect.stringContaining('“A song to follow” was delivered to everyone who paid for it.'),
      expect.stringContaining('“A song to follow” was accepted with $20 of $20 pledged.'),
    ]);
    expect(await news(both, 'accepted', 'delivered')).toEqual([
      expect.stringContaining('“A song to follow” is ready for you.'),
      expect.stringContaining('your card is being charged $20'),
    ]);
    expect(await news(owner, 'accepted')).toHaveLength(1);
    for (const who of [quiet, blocked, blocking, creator]) expect(await news(who, ...kinds)).toEqual([]);
  });

  it('has updates for everyone, but not those for contributors', async () => {
    const pool = await site.newPool(owner, creator);
    const [follower, both, quiet, blocking] = await six();
    for (const who of [follower, both, quiet, blocking]) await save(who, pool);
    await setNews(quiet, pool, false);
    await blocking.client.call(blockUser, { params: { id: creator.id } });
    await site.pledge(both, pool, 5_00);
    await post(creator, pool, 'everyone');
    await post(creator, pool, 'contributors');
    expect(await news(follower, 'update_posted')).toEqual([expect.stringContaining('“For everyone”')]);
    expect(await news(both, 'update_posted')).toHaveLength(2);
    for (const who of [quiet, blocking]) expect(await news(who, 'update_posted')).toEqual([]);
  });

  it('names nothing of an adult pool, and says how a pool ended unless it was removed', async () => {
    const open = () => site.newPool(owner, creator);
    const [canceled, declined, expired, removed] = await Promise.all([open(), open(), open(), open()]);
    const follower = await site.member();
    for (const pool of [canceled, declined, expired, removed]) await save(follower, pool);
    await site.sql`update pools set adult = true where id = ${expired.id}`;
    await post(site.grown(creator), expired, 'everyone');
    expect(await news(follower, 'update_posted')).toEqual([expect.stringMatching(/About “Adult pool from [^“]*”\.$/)]);
    await owner.client.call(cancelPool, { ...at(canceled), body: { reason: 'Changed my mind' } });
    await creator.client.call(declinePool, { ...at(declined), body: { reason: 'No time' } });
    await site.letTimePass(expired);
    await site.admin.client.call(actOnPool, { ...at(removed), body: { action: 'remove', reason: 'Spam' } });
    expect(await news(follower, 'removed')).toEqual([]);
    expect((await news(follower, 'cancelled'))[0]).toContain('Reason: Changed my mind. No card was charged.');
    expect((await news(follower, 'declined'))[0]).toContain('Reason: No time. No card was charged.');
    expect((await news(follower, 'expired'))[0]).toMatch(/: “Adult pool from [^“]*” .*No card was charged\.$/);
    await site.sql`update pools set adult = false where id = ${expired.id}`;
  });

  it('ends with the removal of the pool, although a batch about its cancellation still waits', async () => {
    const [follower, pool] = [await site.member(), await site.newPool(owner, creator)];
    await save(follower, pool);
    const { context } = site.app;
    const move = { from: 'open', to: 'cancelled', event: 'cancel', reason: 'Spam in the title' } as const;
    const batch = { poolId: pool.id, cause: 'test', move, only: 'followers', afterId: null } as const;
    const next = () => {
      throw new Error('there is no next batch');
    };
    await site.admin.client.call(actOnPool, { ...at(pool), body: { action: 'remove', reason: 'Spam' } });
    await notifyFans(context, next, batch);
    expect(await news(follower, 'cancelled')).toEqual([]);
  });

  it('reaches all followers in batches', async () => {
    const pool = await site.newPool(owner, creator);
    const crowd = await site.crowd(205);
    await site.sql`
      insert into pool_saves (user_id, pool_id) select id, ${pool.id} from unnest(${crowd.map(({ id }) => id)}::uuid[]) as id`;
    await post(creator, pool, 'everyone');
    await owner.client.call(cancelPool, { ...at(pool), body: { reason: 'Changed my mind' } });
    await site.app.settle();
    const rows = await site.sql<{ kind: string; n: number }[]>`
      select kind, count(distinct user_id)::int as n from notifications
      where pool_id = ${pool.id} and user_id = any(${crowd.map(({ id }) => id)}::uuid[]) group by kind having count(*) = 205 order by kind`;
    expect(rows).toEqual([
      { kind: 'cancelled', n: 205 },
      { kind: 'update_posted', n: 205 },
    ]);
  });
});

describe('followed pools', () => {
  it('are kept once per person, apart from likes, and only the person sees them', async () => {
    const [fan, other] = await Promise.all([site.member(), site.member()]);
    const pool = await site.newPool(owner, creator);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(fan, pool)));
    expect(answers.every(({ isSaved }) => isSaved)).toBe(true);
    expect(await fan.client.call(getSaveStatus, at(pool))).toEqual({ isSaved: true, getsNews: true });
    expect(await other.client.call(getSaveStatus, at(pool))).toEqual({ isSaved: false, getsNews: false });
    expect(await fan.client.call(getLikeStatus, at(pool))).toEqual({ isLiked: false, likeCount: 0 });
    expect(await site.pool(pool.id, fan)).toMatchObject({ isSaved: true, getsNews: true, isLiked: false });
    expect(await site.pool(pool.id, other)).toMatchObject({ isSaved: false });
    expect(await site.pool(pool.id)).toMatchObject({ isSaved: false });
    const { statuses } = await fan.client.call(listLikeStatuses, { query: { ids: pool.id } });
    expect(statuses).toEqual([{ id: pool.id, isLiked: false, likeCount: 0, isSaved: true, getsNews: true }]);
    expect((await fan.client.call(listLikedPools)).pools).toEqual([]);
    expect(await unsave(fan, pool)).toEqual({ isSaved: false, getsNews: false });
    expect(await unsave(fan, pool)).toEqual({ isSaved: false, getsNews: false });
    expect((await fan.client.call(listSavedPools)).pools).toEqual([]);
  });

  it('keep the choice about news until the person stops following', async () => {
    const fan = await site.member();
    const pool = await site.newPool(owner, creator);
    expect(await setNews(fan, pool, true)).toEqual({ isSaved: false, getsNews: false });
    await expect(setNews(site.visitor(), pool, false)).rejects.toMatchObject({ status: 401 });
    await save(fan, pool);
    expect(await setNews(fan, pool, false)).toEqual({ isSaved: true, getsNews: false });
    expect(await save(fan, pool)).toEqual({ isSaved: true, getsNews: false });
    expect(await fan.client.call(getSaveStatus, at(pool))).toEqual({ isSaved: true, getsNews: false });
    expect(await site.pool(pool.id, fan)).toMatchObject({ isSaved: true, getsNews: false });
    expect((await fan.client.call(listSavedPools)).pools).toMatchObject([{ id: pool.id, getsNews: false }]);
    await setNews(fan, pool, true);
    expect((await fan.client.call(listSavedPools)).pools).toMatchObject([{ id: pool.id, getsNews: true }]);
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
    expect(await save(site.grown(fan), pool)).toEqual({ isSaved: true, getsNews: true });
    // Removing it needs no age gate.
    expect(await unsave(fan, pool)).toEqual({ isSaved: false, getsNews: false });
    await site.sql`update pools set adult = false where id = ${pool.id}`;
    await site.sql`update users set suspended_at = now() where id = ${fan.id}`;
    await expect(save(fan, pool)).rejects.toMatchObject({ status: 403, code: 'suspended' });
  });
});
