import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { followCreator } from '#contract/creators/creators.ts';
import { getRequestTerms, setRequestTerms } from '#contract/creators/request-terms.ts';
import {
  chooseNotifications,
  getNotificationChoices,
  type NoticeKind,
  readNotifications,
} from '#contract/notifications.ts';
import { blockUser } from '#contract/people.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import { cancelPool, listPools, type Pool } from '#contract/pools/pools.ts';
import { savePool } from '#contract/saves.ts';
import { publishEndedVacations } from '#server/creators/publish-ended-vacations.ts';
import { type FollowerBatch, notifyFollowers } from '#server/notifications/news/notify-followers.ts';
import { makeUnclaimedProfile } from '#testing/builders.ts';
import { readOutbox } from '#testing/outbox.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';

let site: HttpSite;
let owner: Member;

beforeAll(async () => {
  site = await HttpSite.open();
  owner = await site.member('olga');
});
afterAll(() => site?.close());

const kinds: readonly NoticeKind[] = ['creator_open', 'followed_pool', 'followed_accepted', 'followed_delivered'];
/** The news so far, such as the creator's first, came before. */
const follow = async (who: Member, { username }: CreatorMember) => {
  await site.app.settle();
  await who.client.call(followCreator, { params: { username: username.toLowerCase() } });
};
const noticesOf = async (who: Member) => (await site.noticesOf(who)).filter(({ kind }) => kinds.includes(kind));
const kindsOf = async (who: Member) => (await noticesOf(who)).map(({ kind }) => kind);
/** The news so far becomes that of another day, so that the next one is the first of its day. */
const nextDay = async ({ profileId }: Pick<CreatorMember, 'profileId'>) => {
  await site.app.settle();
  await site.sql`update follower_news set day = day - 30 where profile_id = ${profileId}`;
  await site.sql`delete from notifications where dedupe_key like ${`followed:${profileId}:%`}`;
};
const back = async (fan: Member, pool: Pool, amountCents: number) => {
  await site.giveCard(fan.id, 'pays');
  const body = { amountCents, requestKey: randomUUID(), useSavedCard: true };
  await fan.client.call(pledgeToPool, { params: { poolId: pool.id }, body });
};
const setAway = async (creator: Member, away: boolean, awayUntil: string | null = null) => {
  const { version } = await creator.client.call(getRequestTerms);
  await creator.client.call(setRequestTerms, { body: { version, away, awayUntil } });
};

describe('the news of a creator', () => {
  it('has a new pool once, in the app only, but not for its owner, the suspended, or across a block', async () => {
    const creator = await site.creator();
    const [fan, blocked, blocking, apart, suspended, off] = (await site.crowd(6)) as [
      Member,
      Member,
      Member,
      Member,
      Member,
      Member,
    ];
    for (const who of [fan, blocked, blocking, apart, suspended, off, owner]) await follow(who, creator);
    await creator.client.call(blockUser, { params: { id: blocked.id } });
    await blocking.client.call(blockUser, { params: { id: creator.id } });
    await apart.client.call(blockUser, { params: { id: owner.id } });
    await off.client.call(chooseNotifications, { body: { topic: 'following', inApp: false } });
    await site.sql`update users set suspended_at = now() where id = ${suspended.id}`;
    await site.newPool(owner, creator, { title: 'A pool to hear of' });
    await site.app.settle();
    await site.sql`update users set suspended_at = null where id = ${suspended.id}`;
    const [notice] = await noticesOf(fan);
    expect(notice).toMatchObject({
      kind: 'followed_pool',
      title: expect.stringMatching(/^A new pool for /),
      read: false,
    });
    expect(notice?.body).toMatch(/^Fans can pledge to “A pool to hear of” until .*\. The goal is \$50\.$/);
    for (const who of [blocked, blocking, apart, suspended, off, owner, creator])
      expect(await kindsOf(who)).toEqual([]);
    expect(await readOutbox(site.app, fan.email)).toEqual([]);
  });

  it('is at most one notice a day, which more important news replaces as unread', async () => {
    const creator = await site.creator();
    const [fan, backer] = (await site.crowd(2)) as [Member, Member];
    for (const who of [fan, backer]) await follow(who, creator);
    const pool = await site.newPool(owner, creator, { title: 'One a day', fundingGoal: 20_00 });
    expect(await kindsOf(fan)).toEqual(['followed_pool']);
    await fan.client.call(readNotifications, { body: {} });
    await site.newPool(owner, creator, { title: 'Another one' });
    expect((await noticesOf(fan)).map(({ body, read }) => [body.includes('One a day'), read])).toEqual([[true, true]]);
    await back(backer, pool, 20_00);
    await site.app.settle();
    await site.accept(creator, pool);
    expect((await noticesOf(fan)).map(({ kind, read }) => [kind, read])).toEqual([['followed_accepted', false]]);
    // A fan of the pool has another notice about it.
    expect(await kindsOf(backer)).toEqual(['followed_pool']);
    await site.poolIs(pool.id, 'in_production');
    await site.deliver(creator, pool);
    await site.review(pool);
    expect(await kindsOf(fan)).toEqual(['followed_delivered']);
    await setAway(creator, true);
    await setAway(creator, false);
    expect(await kindsOf(fan)).toEqual(['followed_delivered']);
  });

  it('does not use up the day with a pool that is canceled before anyone heard of it', async () => {
    const creator = await site.creator();
    const [fan] = (await site.crowd(1)) as [Member];
    const canceled = await site.newPool(owner, creator, { title: 'Canceled' });
    await site.app.settle();
    await follow(fan, creator);
    // The news was stored, and the pool is canceled before the first batch runs.
    await site.sql`
      insert into follower_news (profile_id, day, kind, pool_id)
      values (${creator.profileId}, (clock_timestamp() at time zone 'utc')::date, 'followed_pool', ${canceled.id})`;
    await owner.client.call(cancelPool, { params: { id: canceled.id }, body: { reason: 'No more' } });
    const [stored] = await site.sql<{ day: string }[]>`
      select day::text from follower_news where profile_id = ${creator.profileId}`;
    const batch = { profileId: creator.profileId, kind: 'followed_pool', poolId: canceled.id, afterId: null } as const;
    const self = () => ({ kind: 'notify.followers', queue: 'crowd' }) as const;
    await notifyFollowers(site.app.context, self, { ...batch, day: stored?.day ?? '' });
    await site.newPool(owner, creator, { title: 'The next one' });
    expect((await noticesOf(fan)).map(({ body }) => body)).toEqual([expect.stringContaining('The next one')]);
  });

  it('does not repeat what a follower of the pool hears', async () => {
    const creator = await site.creator();
    const [fan, saver] = (await site.crowd(2)) as [Member, Member];
    const pool = await site.newPool(owner, creator, { fundingGoal: 20_00 });
    await site.app.settle();
    for (const who of [fan, saver]) await follow(who, creator);
    await saver.client.call(savePool, { params: { id: pool.id } });
    await site.accept(creator, pool);
    expect([await kindsOf(fan), await kindsOf(saver)]).toEqual([['followed_accepted'], []]);
    expect((await site.noticesOf(saver)).map(({ kind }) => kind)).toContain('accepted');
  });

  it('never has adult pools or creators', async () => {
    const creator = await site.creator();
    const [fan] = (await site.crowd(1)) as [Member];
    await follow(fan, creator);
    const pool = await site.newPool(owner, creator, { categories: ['NSFW'] });
    await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
    expect(await kindsOf(fan)).toEqual([]);
    await site.sql`update creator_profiles set category_id = (select id from categories where name = 'NSFW') where id = ${creator.profileId}`;
    await site.newPool(owner, creator);
    expect(await kindsOf(fan)).toEqual([]);
  });

  it('has the end of a vacation, manually and by the clock, and a profile that its creator claims', async () => {
    const creator = await site.creator();
    const [fan] = (await site.crowd(1)) as [Member];
    await follow(fan, creator);
    await setAway(creator, true);
    expect(await kindsOf(fan)).toEqual([]);
    await setAway(creator, false);
    expect((await noticesOf(fan)).map(({ title }) => title)).toEqual([expect.stringMatching(/ takes requests now$/)]);
    await nextDay(creator);
    await setAway(creator, true, new Date(Date.now() + 86_400_000).toISOString());
    const publish = async () => {
      await Promise.all([publishEndedVacations(site.app.context), publishEndedVacations(site.app.context)]);
      return kindsOf(fan);
    };
    expect(await publish()).toEqual([]);
    await site.sql`update creator_request_terms set away_until = now() - interval '1 minute' where profile_id = ${creator.profileId}`;
    expect(await publish()).toEqual(['creator_open']);
    await nextDay(creator);
    expect(await publish()).toEqual([]);
    // Editing the terms after that publishes nothing either.
    await setAway(creator, false);
    expect(await kindsOf(fan)).toEqual([]);
    const unclaimed = await makeUnclaimedProfile(site.app);
    await fan.client.call(followCreator, { params: { username: unclaimed.username } });
    const claimant = await site.member();
    await site.app.context.db.tx(async (tx) => {
      await tx`update creator_profiles set owner_id = ${claimant.id}, status = 'verified' where id = ${unclaimed.profileId}`;
      await site.app.context.facts.publish(tx, 'creator.claimed', {
        profileId: unclaimed.profileId,
        userId: claimant.id,
      });
    });
    expect((await noticesOf(fan)).map(({ title }) => title)).toEqual(['Sam takes requests now']);
  });
});

describe('the emails', () => {
  it('come only after a choice, once a day, and stop with one click for this topic alone', async () => {
    const creator = await site.creator();
    const [fan] = (await site.crowd(1)) as [Member];
    await follow(fan, creator);
    await fan.client.call(chooseNotifications, { body: { topic: 'following', mail: 'at_once' } });
    const pool = await site.newPool(owner, creator, { title: 'Mailed', fundingGoal: 20_00 });
    await site.app.settle();
    await site.accept(creator, pool);
    expect(await kindsOf(fan)).toEqual(['followed_accepted']);
    const mails = await readOutbox(site.app, fan.email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^A new pool for .* · Fanfare$/)]);
    const header = (name: string) => mails[0]?.headers.find(({ key }) => key === name)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const link = new URL(/^<(.+)>$/.exec(header('list-unsubscribe'))?.[1] ?? '');
    const answer = await fetch(site.app.url + link.pathname + link.search, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(200);
    const { choices } = await fan.client.call(getNotificationChoices);
    const timing = (topic: string) => choices.find((choice) => choice.topic === topic)?.mail;
    expect([timing('following'), timing('updates'), timing('pools')]).toEqual(['never', 'at_once', 'at_once']);
    await nextDay(creator);
    await site.newPool(owner, creator, { title: 'Not mailed' });
    expect(await kindsOf(fan)).toEqual(['followed_pool']);
    expect(await readOutbox(site.app, fan.email)).toHaveLength(1);
  });
});

describe('many followers', () => {
  const crowdOf = async (creator: CreatorMember, size: number) => {
    const people = await site.crowd(size);
    await site.sql`
      insert into creator_follows (user_id, profile_id) select id, ${creator.profileId} from unnest(${people.map(({ id }) => id)}::uuid[]) as id`;
    return people;
  };
  const counts = async ({ profileId }: CreatorMember) => {
    const [row] = await site.sql<{ people: number; notices: number }[]>`
      select count(distinct user_id)::int as people, count(*)::int as notices from notifications where dedupe_key like ${`followed:${profileId}:%`}`;
    return row;
  };

  it('all hear once, in batches', async () => {
    const creator = await site.creator();
    await crowdOf(creator, 1205);
    await site.newPool(owner, creator);
    await site.app.settle();
    expect(await counts(creator)).toEqual({ people: 1205, notices: 1205 });
  });

  it('hear once although a node dies between two batches, a batch runs on two nodes, and the day ends meanwhile', async () => {
    const creator = await site.creator();
    await crowdOf(creator, 1100);
    const pool = await site.newPool(owner, creator, { title: 'Survives' });
    await site.app.settle();
    await site.sql`delete from notifications where dedupe_key like ${`followed:${creator.profileId}:%`}`;
    const job = { kind: 'notify.followers', queue: 'crowd' } as const;
    const first: FollowerBatch = {
      profileId: creator.profileId,
      kind: 'followed_pool',
      poolId: pool.id,
      day: '2026-01-31',
      afterId: null,
    };
    const { context } = site.app;
    const dies = () => {
      throw new Error('the node dies');
    };
    await expect(notifyFollowers(context, dies, first)).rejects.toThrow('the node dies');
    expect(await counts(creator)).toEqual({ people: 0, notices: 0 });
    await Promise.all([notifyFollowers(context, () => job, first), notifyFollowers(context, () => job, first)]);
    await site.app.settle();
    expect(await counts(creator)).toEqual({ people: 1100, notices: 1100 });
  });
});

describe('the feed of creators that a person follows', () => {
  it('has the pools that ask them and those they took on, for this person only', async () => {
    const [asked, taking, other] = [await site.creator(), await site.creator(), await site.creator()];
    const [fan, stranger] = (await site.crowd(2)) as [Member, Member];
    for (const creator of [asked, taking]) await follow(fan, creator);
    const [one, two, third] = [
      await site.newPool(owner, asked),
      await site.newPool(owner, null),
      await site.newPool(owner, other),
    ];
    await site.sql`update pools set assigned_creator_id = ${taking.id} where id = ${two.id}`;
    const ids = async (who: Pick<Member, 'client'>, more: object = {}) => {
      const { pools, pagination, matchingCount } = await who.client.call(listPools, {
        query: { following: 'true', ...more },
      });
      expect(matchingCount).toBe(pagination.totalCount);
      return pools.map(({ id }) => id);
    };
    expect(await ids(fan)).toEqual([two.id, one.id]);
    expect(await ids(fan, { sort: 'ending-soon', pageSize: 1, page: 2 })).toHaveLength(1);
    expect(await ids(fan, { creator: asked.username.toLowerCase() })).toEqual([one.id]);
    expect(await ids(fan, { categories: 'Comedy' })).toEqual([]);
    expect(await ids(fan, { search: 'rain' })).toHaveLength(2);
    expect(await Promise.all([ids(stranger), ids(fan), ids(site.visitor())])).toEqual([[], [two.id, one.id], []]);
    expect(await ids(site.visitor(), { creator: asked.username.toLowerCase() })).toEqual([]);
    await site.sql`update pools set adult = true where id = ${one.id}`;
    expect([await ids(fan), await ids(site.grown(fan))]).toEqual([[two.id], [two.id, one.id]]);
    expect(third.id).not.toBe(two.id);
    await site.sql`update pools set adult = false where id = ${one.id}`;
  });
});
