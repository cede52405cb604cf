import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import { chooseNotifications, getNotificationChoices, type NoticeKind } from '#contract/notifications.ts';
import { blockUser } from '#contract/people.ts';
import { getCreatorNews } from '#contract/pledges/creator-news.ts';
import { changePledge, pledgeToPool, withdrawPledge } from '#contract/pledges/pledges.ts';
import { cancelPool, editPool, type Pool } from '#contract/pools/pools.ts';
import { deleteAccount } from '#contract/settings.ts';
import { notifyRequest } from '#server/notifications/news/notify-creator.ts';
import { sendDueBackers } from '#server/notifications/news/send-backer-digests.ts';
import { makeUnclaimedProfile } from '#testing/builders.ts';
import { readOutbox } from '#testing/outbox.ts';
import { type CreatorMember, HttpSite, type Member, password } from './http-site.ts';

let site: HttpSite;
let owner: Member;

beforeAll(async () => {
  site = await HttpSite.open();
  owner = await site.member('olga');
});
afterAll(() => site?.close());

const news: readonly NoticeKind[] = ['request_opened', 'first_pledge', 'goal_progress', 'new_backers'];
const noticesOf = async (who: Member, ...kinds: NoticeKind[]) =>
  (await site.noticesOf(who))
    .filter(({ kind }) => (kinds.length > 0 ? kinds : news).includes(kind))
    .map(({ title, body }) => `${title}: ${body}`)
    .reverse();
const kindsOf = async (who: Member) =>
  (await site.noticesOf(who)).map(({ kind }) => kind).filter((kind) => news.includes(kind));
/** Fans with a saved card that pays. */
const fans = (count: number) => site.crowd(count, 'pays');
const pledge = async (fan: Member, pool: Pool, amountCents: number, anonymous = false) => {
  const body = { amountCents, anonymous, requestKey: randomUUID(), useSavedCard: true };
  return (await fan.client.call(pledgeToPool, { params: { poolId: pool.id }, body })).pledge;
};
const choose = (who: Member, topic: NotificationTopic, change: object) =>
  who.client.call(chooseNotifications, { body: { topic, ...change } });
const steps = (who: Member) => noticesOf(who, 'goal_progress').then((all) => all.map((text) => /\d+%/.exec(text)?.[0]));

describe('the request', () => {
  it('is news for the creator when the pool opens, with the name of the owner unless a block keeps them apart', async () => {
    const [creator, blocked] = [await site.creator(), await site.member()];
    await site.newPool(owner, creator, { title: 'A song about news' });
    expect(await noticesOf(creator)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Fans opened a pool for you: ${owner.username} asks you for “A song about news”\\. The goal is \\$50, and fans can pledge until .*\\.`,
          'i',
        ),
      ),
    ]);
    await creator.client.call(blockUser, { params: { id: blocked.id } });
    await site.newPool(blocked, creator, { title: 'From behind a block' });
    expect((await noticesOf(creator))[1]).toMatch(/: A fan asks you for “From behind a block”/);
    const [mail] = (await readOutbox(site.app, creator.email)).filter(({ subject }) =>
      subject?.includes('Fans opened'),
    );
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
  });

  it('of an adult pool is news after the review, without its title', async () => {
    const creator = await site.creator();
    const pool = await site.newPool(owner, creator, { title: 'Only for adults', categories: ['NSFW'] });
    expect(await noticesOf(creator)).toEqual([]);
    await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
    const [text] = await noticesOf(creator);
    expect(text).toMatch(/asks you for “Adult pool from/);
    expect(text).not.toContain('Only for adults');
  });

  it('goes to no one while no creator owns the profile, and not to suspended creators', async () => {
    const { profileId } = await makeUnclaimedProfile(site.app);
    const pool = await site.newPool(owner, null, { creatorProfileId: profileId });
    await site.app.settle();
    expect(await site.sql`select 1 from notifications where pool_id = ${pool.id} and kind = 'request_opened'`).toEqual(
      [],
    );
    const creator = await site.creator();
    const again = await site.newPool(owner, creator);
    expect(await kindsOf(creator)).toEqual(['request_opened']);
    await site.sql`update users set suspended_at = now() where id = ${creator.id}`;
    await site.sql`delete from notifications where pool_id = ${again.id}`;
    await notifyRequest(site.app.context, again.id);
    await site.sql`update users set suspended_at = null where id = ${creator.id}`;
    expect(await kindsOf(creator)).toEqual([]);
    await site.sql`update pools set frozen = true, frozen_at = now() where id = ${again.id}`;
    await notifyRequest(site.app.context, again.id);
    expect(await kindsOf(creator)).toEqual([]);
    await site.sql`update pools set frozen = false, frozen_at = null where id = ${again.id}`;
  });

  it('is news for the creator that the owner asks later', async () => {
    const [first, second] = [await site.creator(), await site.creator()];
    const pool = await site.newPool(owner, first);
    const body = { creatorProfileId: second.profileId, version: pool.contentMark };
    await owner.client.call(editPool, { params: { id: pool.id }, body });
    expect([await kindsOf(first), await kindsOf(second)]).toEqual([['request_opened'], ['request_opened']]);
  });
});

describe('the progress of a pool', () => {
  it('has its first pledge once, also when two fans pledge at the same moment', async () => {
    const creator = await site.creator();
    const pool = await site.newPool(owner, creator, { fundingGoal: 500_00, title: 'Two at once' });
    const [anna, ben] = (await fans(2)) as [Member, Member];
    await Promise.all([pledge(anna, pool, 20_00), pledge(ben, pool, 20_00)]);
    expect(await noticesOf(creator, 'first_pledge')).toEqual([
      expect.stringMatching(/^A pool for you has its first pledge: crowd_\w+ pledged \$20 to “Two at once”\./i),
    ]);
  });

  it('names no anonymous fan', async () => {
    const creator = await site.creator();
    const pool = await site.newPool(owner, creator, { fundingGoal: 500_00 });
    const [anna] = (await fans(1)) as [Member];
    await pledge(anna, pool, 20_00, true);
    const notices = (await site.noticesOf(creator)).filter(({ kind }) => kind === 'first_pledge');
    expect(notices).toMatchObject([{ person: null, body: expect.stringMatching(/^A fan pledged \$20/) }]);
  });

  it('has each step once, only the highest of a jump, and none again after the pool fell', async () => {
    const creator = await site.creator();
    const pool = await site.newPool(owner, creator, { fundingGoal: 100_00 });
    const [anna, ben, cora, dan] = (await fans(4)) as [Member, Member, Member, Member];
    await pledge(anna, pool, 10_00);
    expect(await steps(creator)).toEqual([]);
    const large = await pledge(ben, pool, 50_00);
    expect(await steps(creator)).toEqual(['50%']);
    await ben.client.call(withdrawPledge, { params: { id: large.id } });
    const again = await pledge(ben, pool, 25_00);
    expect(await steps(creator)).toEqual(['50%']);
    await ben.client.call(changePledge, { params: { id: again.id }, body: { amountCents: 70_00 } });
    expect(await steps(creator)).toEqual(['50%', '75%']);
    await pledge(cora, pool, 10_00);
    expect(await steps(creator)).toEqual(['50%', '75%']);
    // The goal has its own notice.
    await pledge(dan, pool, 20_00);
    expect(await steps(creator)).toEqual(['50%', '75%']);
    expect(await noticesOf(creator, 'goal_met')).toHaveLength(1);
    expect(await noticesOf(creator, 'first_pledge')).toHaveLength(1);
  });

  it('of before a claim is no news for the creator who gets the pool', async () => {
    const { profileId } = await makeUnclaimedProfile(site.app);
    const pool = await site.newPool(owner, null, { creatorProfileId: profileId, fundingGoal: 100_00 });
    const [anna, ben] = (await fans(2)) as [Member, Member];
    const made = await pledge(anna, pool, 30_00);
    const ask = () => anna.client.call(getCreatorNews, { params: { id: made.id } });
    expect(await ask()).toMatchObject({ creator: 'unclaimed', toldAt: null, hearsOfPledge: false });
    const creator = await site.member();
    await site.app.context.db.tx(async (tx) => {
      await tx`update users set role = 'creator' where id = ${creator.id}`;
      await tx`update creator_profiles set owner_id = ${creator.id}, status = 'verified' where id = ${profileId}`;
      await site.app.context.facts.publish(tx, 'creator.claimed', { profileId, userId: creator.id });
    });
    await pledge(ben, pool, 10_00);
    expect(await kindsOf(creator)).toEqual([]);
    expect(await ask()).toMatchObject({ creator: 'claimed', toldAt: null, hearsOfPledge: true });
    await ben.client.call(changePledge, {
      params: { id: (await site.pool(pool.id, ben)).myPledge?.id ?? '' },
      body: { amountCents: 20_00 },
    });
    expect(await steps(creator)).toEqual(['50%']);
  });
});

describe('the daily summary of new backers', () => {
  /** An hour passes for the pledges of these pools and for the creator's digest, which is due then. */
  const later = async (creator: Member, ...pools: Pool[]) => {
    await site.app.settle();
    const ids = pools.map(({ id }) => id);
    await site.sql`update pledges set pledged_at = pledged_at - interval '1 hour' where pool_id = any(${ids}::uuid[])`;
    await site.sql`
      update backer_digests set told_until = told_until - interval '1 hour', due_at = case when due_at is not null then now() end
      where creator_id = ${creator.id}`;
    await Promise.all([sendDueBackers(site.app.context), sendDueBackers(site.app.context)]);
    return noticesOf(creator, 'new_backers');
  };

  it('is one notice for all pools, names no anonymous fan and no one behind a block, and comes only with new backers', async () => {
    const creator = await site.creator();
    const [one, two] = [
      await site.newPool(owner, creator, { title: 'One', fundingGoal: 500_00 }),
      await site.newPool(owner, creator, { title: 'Two', fundingGoal: 500_00 }),
    ];
    const [anna, ben, cora, dan] = (await fans(4)) as [Member, Member, Member, Member];
    await creator.client.call(blockUser, { params: { id: cora.id } });
    await pledge(anna, one, 30_00);
    await pledge(anna, two, 5_00);
    await pledge(ben, one, 20_00, true);
    await pledge(cora, two, 10_00);
    expect(await later(creator, one, two)).toEqual([
      `3 new backers: ${anna.username.charAt(0).toUpperCase()}${anna.username.slice(1)} and 2 other fans pledged $65 to 2 pools for you.`,
    ]);
    // Time is no news, but a fan who withdraws and comes back is, as their page says.
    expect(await later(creator, one, two)).toHaveLength(1);
    const { myPledge } = await site.pool(one.id, ben);
    await ben.client.call(withdrawPledge, { params: { id: myPledge?.id ?? '' } });
    await pledge(ben, one, 25_00, true);
    expect((await later(creator, one, two)).at(-1)).toBe('1 new backer: A fan pledged $25 to “One”.');
    await pledge(dan, two, 15_00, true);
    expect((await later(creator, one, two)).at(-1)).toBe('1 new backer: A fan pledged $15 to “Two”.');
    expect(
      (await readOutbox(site.app, creator.email)).filter(({ subject }) => /new backers?/.test(subject ?? '')),
    ).toHaveLength(3);
  });

  it('goes with a fan who deletes their account, as do the other notices that name them', async () => {
    const creator = await site.creator();
    const [anna, [ben]] = [await site.member(), (await fans(1)) as [Member]];
    await site.giveCard(anna.id, 'pays');
    const [pool, own] = [
      await site.newPool(owner, creator, { fundingGoal: 500_00 }),
      await site.newPool(anna, creator),
    ];
    const first = await pledge(anna, pool, 30_00);
    expect(await later(creator, pool)).toHaveLength(1);
    await pledge(ben, pool, 15_00);
    expect(await later(creator, pool)).toHaveLength(2);
    const named = async () => (await noticesOf(creator)).filter((text) => text.toLowerCase().includes(anna.username));
    expect(await named()).toHaveLength(3);
    await anna.client.call(withdrawPledge, { params: { id: first.id } });
    await anna.client.call(cancelPool, { params: { id: own.id }, body: { reason: 'I leave' } });
    await anna.client.call(deleteAccount, { body: { password } });
    expect(await named()).toEqual([]);
    expect(await noticesOf(creator, 'new_backers')).toHaveLength(1);
  });

  it('is sent again as a whole if the node dies before the transaction ends', async () => {
    const creator = await site.creator();
    const pool = await site.newPool(owner, creator, { fundingGoal: 500_00 });
    const [anna] = (await fans(1)) as [Member];
    await pledge(anna, pool, 30_00);
    await site.app.settle();
    await site.sql`
      create function refuse_digest() returns trigger language plpgsql as $$ begin raise 'the node dies'; end $$`;
    await site.sql`create trigger refuse before update of told_until on backer_digests for each row when (new.due_at is null) execute function refuse_digest()`;
    await expect(later(creator, pool)).rejects.toThrow('the node dies');
    await site.sql`drop function refuse_digest() cascade`;
    expect(await noticesOf(creator, 'new_backers')).toEqual([]);
    expect(await later(creator, pool)).toHaveLength(1);
  });
});

describe('the choices of a creator', () => {
  const everything = { inApp: false, mail: 'never', push: false } as const;

  it('turn off each kind alone, by channel', async () => {
    const creator = await site.creator();
    await choose(creator, 'first_pledges', everything);
    await choose(creator, 'requests', { mail: 'never' });
    await choose(creator, 'milestones', { inApp: false });
    const pool = await site.newPool(owner, creator, { fundingGoal: 100_00 });
    const [anna] = (await fans(1)) as [Member];
    await pledge(anna, pool, 50_00);
    expect(await kindsOf(creator)).toEqual(['request_opened']);
    const subjects = (await readOutbox(site.app, creator.email)).map(({ subject }) => subject ?? '');
    expect(subjects.filter((subject) => /Fans opened|first pledge|its goal/.test(subject))).toEqual([
      'A pool for you has reached 50% of its goal · Fanfare',
    ]);
  });

  it('are offered to creators only', async () => {
    const [creator, fan] = [await site.creator(), await site.member()];
    const topics = async (who: Member) =>
      (await who.client.call(getNotificationChoices)).choices.map(({ topic }) => topic);
    expect(await topics(creator)).toEqual(
      expect.arrayContaining(['requests', 'first_pledges', 'milestones', 'backers']),
    );
    expect(await topics(fan)).not.toContain('requests');
    expect(await topics(fan)).toContain('following');
  });
});

describe('what a fan is told after a pledge', () => {
  const heard = (fan: Member, id: string) => fan.client.call(getCreatorNews, { params: { id } });
  let creator: CreatorMember;
  beforeAll(async () => {
    creator = await site.creator();
  });

  it('is when the creator got a notice, and whether they hear about the pledge', async () => {
    const [anna, ben] = (await fans(2)) as [Member, Member];
    const pool = await site.newPool(owner, creator, { fundingGoal: 500_00 });
    await site.app.settle();
    const made = await pledge(anna, pool, 20_00);
    const told = await heard(anna, made.id);
    expect(told).toMatchObject({ creator: 'claimed', hearsOfPledge: true });
    expect(Math.abs(Date.now() - new Date(told.toldAt ?? 0).getTime())).toBeLessThan(60_000);
    await expect(heard(ben, made.id)).rejects.toMatchObject({ status: 404 });
    await site.sql`update pools set frozen = true, frozen_at = now() where id = ${pool.id}`;
    expect(await heard(anna, made.id)).toMatchObject({ hearsOfPledge: false, canAnswer: false });
    await site.sql`update pools set frozen = false, frozen_at = null where id = ${pool.id}`;
  });

  it('claims nothing about a creator who turned everything off, and says that no one is asked', async () => {
    for (const topic of ['requests', 'first_pledges', 'milestones', 'backers', 'creator'] as const)
      await choose(creator, topic, { inApp: false, mail: 'never' });
    const [anna] = (await fans(1)) as [Member];
    const made = await pledge(anna, await site.newPool(owner, creator, { fundingGoal: 500_00 }), 20_00);
    await site.app.settle();
    expect(await heard(anna, made.id)).toEqual({
      creator: 'claimed',
      toldAt: null,
      hearsOfPledge: false,
      canAnswer: true,
    });
    const other = await pledge(anna, await site.newPool(owner, null, { fundingGoal: 500_00 }), 20_00);
    expect(await heard(anna, other.id)).toMatchObject({ creator: 'none', toldAt: null, hearsOfPledge: false });
  });
});
