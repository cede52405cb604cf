import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addComment, deleteComment } from '#contract/comments.ts';
import { followCreator, unfollowCreator } from '#contract/creators/creators.ts';
import {
  type EventOf,
  type EventType,
  eventSchemaOf,
  eventTypes,
  listEvents,
  listSiteEvents,
} from '#contract/events.ts';
import { blockUser } from '#contract/people.ts';
import { changePledge, withdrawPledge } from '#contract/pledges/pledges.ts';
import { giveUpPool } from '#contract/pools/pools.ts';
import { makeReport } from '#contract/reports.ts';
import { thankCreator } from '#contract/thanks.ts';
import { postUpdate } from '#contract/updates.ts';
import { eraseAccount } from '#server/accounts/erase-account.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { onNewEvents } from './event-wake.ts';
import { readEnd, readEvents } from './read-events.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

/** All events that a person may have, read in small pages. */
async function eventsOf(who: Person, call: typeof listEvents | typeof listSiteEvents = listEvents): Promise<EventOf[]> {
  const found: EventOf[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await who.client.call(call, { query: { after, limit: 7 } });
    found.push(...(page.events as EventOf[]));
    if (!page.hasMore) return found;
    after = page.last ?? undefined;
  }
}

async function erase({ id }: Person): Promise<void> {
  const [user] = await stage.sql<Parameters<typeof eraseAccount>[2][]>`select * from users where id = ${id}`;
  if (!user) throw new Error('there is no such person');
  await stage.context.db.tx((tx) => eraseAccount(stage.context, tx, user));
}

const ofPool = async (who: Person, poolId: string, call?: typeof listSiteEvents) =>
  (await eventsOf(who, call)).filter(({ data }) => 'pool' in data && data.pool?.id === poolId);
const typesOf = async (who: Person, poolId: string) => (await ofPool(who, poolId)).map(({ type }) => type);
const only = (events: readonly EventOf[], ...types: EventType[]) => events.filter(({ type }) => types.includes(type));
async function usernameOf({ id }: Person): Promise<string> {
  const [row] = await stage.sql<{ username: string }[]>`select username from users where id = ${id}`;
  return row?.username ?? '';
}
const profileOfCreator = async () =>
  (
    await stage.sql<
      { username: string }[]
    >`select username from creator_profiles where owner_id = ${stage.people.creator.id}`
  )[0]?.username ?? '';

describe('the log of events', () => {
  it('has the life of a pool in order, once each, for its owner and its creator', async () => {
    const { owner, creator } = stage.people;
    const { poolId } = await stage.collected([{ cents: 30_00 }, { cents: 40_00 }, { cents: 50_00 }]);
    await stage.deliver(poolId);
    const types = await typesOf(creator, poolId);
    expect(types.filter((type) => type.startsWith('pool.'))).toEqual([
      'pool.opened',
      'pool.progress',
      'pool.progress',
      'pool.progress',
      'pool.goal_met',
      'pool.accepted',
      'pool.collecting',
      'pool.in_production',
      'pool.delivered',
    ]);
    const progress = only(await ofPool(creator, poolId), 'pool.progress') as EventOf<'pool.progress'>[];
    expect(progress.map(({ data }) => data.percent)).toEqual([25, 50, 75]);
    expect(types.filter((type) => type === 'pledge.placed')).toHaveLength(3);
    expect(types.filter((type) => type === 'pledge.paid')).toHaveLength(3);
    expect(types.indexOf('pledge.placed')).toBeLessThan(types.indexOf('pool.progress'));
    expect(types.lastIndexOf('pledge.placed')).toBeLessThan(types.indexOf('pool.goal_met'));
    expect(await typesOf(owner, poolId)).toEqual(types);
    expect(await typesOf(await stage.fan(), poolId)).toEqual([]);
  });

  it('names fans as the pool’s page does, and amounts only to the creator', async () => {
    const { owner, creator } = stage.people;
    const { id: poolId } = await stage.newPool(500_00);
    const fan = await stage.fan();
    const pledge = await stage.pledge(fan, poolId, 20_00);
    await fan.client.call(changePledge, { params: { id: pledge.id }, body: { amountCents: 35_00 } });
    const username = await usernameOf(fan);
    const forOwner = async () =>
      only(await ofPool(owner, poolId), 'pledge.placed', 'pledge.changed', 'pledge.withdrawn').map(
        ({ data }) => 'pledge' in data && data.pledge,
      );
    expect(await forOwner()).toEqual([
      { id: pledge.id, amountCents: null, fan: expect.objectContaining({ username }) },
    ]);
    await fan.client.call(withdrawPledge, { params: { id: pledge.id } });
    expect(await forOwner()).toEqual([{ id: null, amountCents: null, fan: null }]);
    const pledges = only(await ofPool(creator, poolId), 'pledge.placed', 'pledge.changed', 'pledge.withdrawn');
    expect(pledges.map(({ type, data }) => [type, 'pledge' in data && data.pledge.amountCents])).toEqual([
      ['pledge.placed', 20_00],
      ['pledge.changed', 35_00],
      ['pledge.withdrawn', 35_00],
    ]);
    // The list of contributors no longer has the fan, and a program has to forget the pledge.
    for (const { data } of pledges) expect(data).toMatchObject({ pledge: { id: pledge.id, fan: null } });
    expect(pledges[1]?.data).toMatchObject({ pledge: { amountCentsBefore: 20_00 }, pool: { pledgedCents: 0 } });
  });

  it('tells nothing of an anonymous fan, also about the time before and after', async () => {
    const { creator, admin } = stage.people;
    const { id: poolId } = await stage.newPool(500_00);
    const hidden = await stage.fan();
    await stage.saveCard(hidden);
    const { pledge } = await stage.post(hidden, poolId, 12_34, { useSavedCard: true, anonymous: true });
    const change = (amountCents: number, anonymous: boolean) =>
      hidden.client.call(changePledge, { params: { id: pledge.id }, body: { amountCents, anonymous } });
    await change(13_34, false);
    await change(14_34, true);
    await hidden.client.call(withdrawPledge, { params: { id: pledge.id } });
    const username = await usernameOf(hidden);
    for (const text of [
      JSON.stringify(await ofPool(creator, poolId)),
      JSON.stringify(await ofPool(admin, poolId, listSiteEvents)),
    ]) {
      expect(text).toContain('"amountCents":1234');
      for (const secret of [username, hidden.id, pledge.id]) expect(text).not.toContain(secret);
    }
  });

  it('has the words of people as their reader may read them now', async () => {
    const { owner, creator } = stage.people;
    const { poolId, fans } = await stage.collected([{ cents: 30_00 }]);
    const [fan] = fans as [Person];
    const about = { params: { id: poolId } };
    const post = (audience: 'everyone' | 'contributors', content: string) =>
      creator.client.call(postUpdate, { ...about, body: { audience, content, requestKey: randomUUID() } });
    await post('everyone', 'For all');
    await post('contributors', 'For those who pay');
    await fan.client.call(addComment, { ...about, body: { content: 'First words' } });
    const gone = await fan.client.call(addComment, { ...about, body: { content: 'Regretted words' } });
    await fan.client.call(deleteComment, { params: { id: gone.id } });
    await stage.deliver(poolId);
    await fan.client.call(thankCreator, { ...about, body: { text: 'Lovely' } });
    const words = JSON.stringify(await ofPool(creator, poolId));
    for (const text of ['For all', 'First words', 'Lovely']) expect(words).toContain(text);
    for (const text of ['For those who pay', 'Regretted words']) expect(words).not.toContain(text);
    expect(await typesOf(owner, poolId)).not.toContain('thanks.sent');

    await owner.client.call(blockUser, { params: { id: fan.id } });
    expect(JSON.stringify(await ofPool(owner, poolId))).not.toContain('First words');
    await stage.sql`update pools set adult = true where id = ${poolId}`;
    const masked = await ofPool(creator, poolId);
    expect(masked.length).toBeGreaterThan(5);
    const text = JSON.stringify(masked);
    const [{ title } = { title: '?' }] = await stage.sql<
      { title: string }[]
    >`select title from pools where id = ${poolId}`;
    for (const hidden of [title, 'For all', 'First words', 'Lovely']) expect(text).not.toContain(hidden);
  });

  it('follows the role: a new creator reads on, and the old one nothing more', async () => {
    const { owner, creator } = stage.people;
    const { poolId } = await stage.collected([{ cents: 30_00 }]);
    const next = await insertPerson(stage.app, 'creator');
    const before = await typesOf(creator, poolId);
    await stage.sql`update pools set assigned_creator_id = ${next.id} where id = ${poolId}`;
    expect(await typesOf(creator, poolId)).toEqual([]);
    expect(await typesOf(next, poolId)).toEqual(before);
    expect(await typesOf(owner, poolId)).toEqual(before);
    await stage.sql`update pools set assigned_creator_id = ${creator.id} where id = ${poolId}`;
  });

  it('forgets a person who deletes their account', async () => {
    const { creator } = stage.people;
    const { id: poolId } = await stage.newPool(500_00);
    const fan = await stage.fan();
    const username = await usernameOf(fan);
    await fan.client.call(followCreator, { params: { username: await profileOfCreator() } });
    await fan.client.call(addComment, { params: { id: poolId }, body: { content: 'I was here' } });
    const { id } = await stage.pledge(fan, poolId, 20_00);
    expect(JSON.stringify(await eventsOf(creator))).toContain(username);
    await fan.client.call(withdrawPledge, { params: { id } });
    await erase(fan);
    await stage.settle();
    const left = JSON.stringify(await eventsOf(creator));
    for (const trace of [username, 'I was here']) expect(left).not.toContain(trace);
    expect(await typesOf(creator, poolId)).toContain('pledge.withdrawn');
  });

  it('counts a follower once, however often they change their mind, and not while they don’t follow', async () => {
    const { creator } = stage.people;
    const fan = await stage.fan();
    const username = await usernameOf(fan);
    const params = { username: await profileOfCreator() };
    for (let time = 0; time < 3; time += 1) {
      await fan.client.call(followCreator, { params });
      await fan.client.call(unfollowCreator, { params });
    }
    const count = async () => {
      const follows = only(await eventsOf(creator), 'creator.followed') as EventOf<'creator.followed'>[];
      return follows.filter(({ data }) => data.follower.username === username).length;
    };
    expect(await count()).toBe(0);
    await fan.client.call(followCreator, { params });
    expect(await count()).toBe(1);
  });

  it('wakes those who wait in this process', async () => {
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    const stop = await onNewEvents(stage.context, wake);
    await stage.newPool(500_00);
    await woken;
    stop();
  });

  it('passes nothing after an event that is gone', async () => {
    const { creator } = stage.people;
    const { id: poolId } = await stage.newPool(500_00);
    const start = await readEnd(stage.context);
    const idOf = (last: number) => `01f00000-0000-7000-8000-00000000000${last}`;
    const write = (last: number) =>
      stage.sql`insert into events (id, type, pool_id) values (${idOf(last)}, 'pool.goal_met', ${poolId})`;
    // The first id commits last.
    await write(3);
    await readEnd(stage.context);
    await write(1);
    await readEnd(stage.context);
    await write(4);
    await readEnd(stage.context);
    await stage.sql`delete from events where id = ${idOf(3)}`;
    for (const gone of [2, 3]) {
      const page = await creator.client.call(listEvents, { query: { after: idOf(gone) } });
      expect(page.events.map(({ id }) => id)).toEqual(expect.arrayContaining([idOf(1), idOf(4)]));
    }
    await stage.sql`delete from events where pool_id = ${poolId} and position > ${start}`;
  });

  it('gives no place twice, also when the last events are deleted', async () => {
    const { db } = stage.context;
    await stage.newPool(500_00);
    const end = await readEnd(stage.context);
    await db.sql`delete from events where position = ${end}`;
    await stage.newPool(500_00);
    expect(await readEnd(stage.context)).toBe(end + 1);
  });
});

describe('every type of event', () => {
  it('is written by what people do, and has its schema', async () => {
    const { creator, admin, owner } = stage.people;
    const start = { after: await readEnd(stage.context), limit: 500 };
    const fan = await stage.fan();
    await fan.client.call(followCreator, { params: { username: await profileOfCreator() } });

    const { poolId, fans } = await stage.collected([{ cents: 30_00 }]);
    const about = { params: { id: poolId } };
    const body = { audience: 'everyone', content: 'News', requestKey: randomUUID() } as const;
    await creator.client.call(postUpdate, { ...about, body });
    const comment = await fan.client.call(addComment, { ...about, body: { content: 'Words' } });
    await owner.client.call(makeReport, { body: { kind: 'comment', id: comment.id, reason: 'Rude' } });
    await stage.deliver(poolId);
    await fans[0]?.client.call(thankCreator, { ...about, body: { text: 'Lovely' } });
    await stage.clock(poolId, 'quiet_until');

    const raised = await stage.newPool(50_00);
    const pledge = await stage.pledge(fan, raised.id, 50_00);
    await fan.client.call(changePledge, { params: { id: pledge.id }, body: { amountCents: 45_00 } });
    await fan.client.call(withdrawPledge, { params: { id: pledge.id } });
    const given = await stage.collected([{ cents: 30_00 }]);
    await creator.client.call(giveUpPool, { params: { id: given.poolId } });
    await stage.settle();
    const disputeId = await publishRest(fan);

    const forCreator = await readEvents(stage.context, { userId: creator.id, readsSite: false }, start);
    const forAdmin = await readEvents(stage.context, { userId: admin.id, readsSite: true }, start);
    const events = [...forCreator.events, ...forAdmin.events].map(({ event }) => event);
    expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([...eventTypes].sort());
    for (const event of events) expect(eventSchemaOf(event.type).parse(event)).toEqual(event);
    const admins = new Set(forAdmin.events.map(({ event }) => event.type));
    for (const type of ['payout.paid', 'payout.failed', 'creator.followed'] as const)
      expect(admins).not.toContain(type);
    // The ledger has no such dispute.
    await stage.sql`delete from disputes where id = ${disputeId}`;
  });

  /** The events that take another journey: payouts at the bank, a dispute, an application, a registration. Returns the id of the dispute. */
  async function publishRest(fan: Person): Promise<string> {
    const [payout] = await stage.sql<{ payoutId: string; userId: string; subject: string; amountCents: number }[]>`
      select id as payout_id, user_id, subject, amount_cents from payouts order by created_at desc limit 1`;
    const [application] = await stage.sql<{ id: string }[]>`
      insert into creator_applications (user_id, full_name, username, category_id, bio, social_links, proof_url)
      select ${fan.id}, 'F. Ull', 'full', min(id), '', '[]', 'https://example.org' from categories returning id`;
    const [dispute] = await stage.sql<{ disputeId: string; paymentId: string; subject: string; userId: string }[]>`
      with made as (
        insert into disputes (payment_id, processor, processor_ref, amount_cents, status)
        select id, processor, 'dp_test', 10_00, 'needs_response' from payments where status = 'succeeded' order by created_at desc limit 1
        returning id, payment_id)
      select m.id as dispute_id, m.payment_id, p.subject, p.user_id from made m join payments p on p.id = m.payment_id`;
    if (!payout || !application || !dispute) throw new Error('there is no payout, application or dispute');
    const { facts, db } = stage.context;
    await db.tx(async (tx) => {
      await facts.publish(tx, 'payout.paid', payout);
      await facts.publish(tx, 'payout.failed', { ...payout, reason: 'closed' });
      await facts.publish(tx, 'application.made', { applicationId: application.id, userId: fan.id });
      await facts.publish(tx, 'dispute.recorded', dispute);
      await facts.publish(tx, 'user.registered', { userId: fan.id, signUp: false });
    });
    return dispute.disputeId;
  }
});

describe('requests for events', () => {
  it('are refused with a clear error, or answered with nothing', async () => {
    const { creator } = stage.people;
    const ask = async (query: string, who: Person | null = creator, path = '/api/events') =>
      (await (who?.client ?? stage.app.client()).raw('GET', path + query)).status;
    for (const query of [
      '?type=',
      '?type=pool.nothing',
      '?type=pool.opened,',
      '?after=x',
      '?limit=0',
      '?limit=101',
      '?limit=x',
    ])
      expect([query, await ask(query)]).toEqual([query, 400]);
    expect(await ask('?type=pool.opened,pledge.paid')).toBe(200);
    expect(await ask('', null)).toBe(401);
    expect(await ask('', creator, '/api/admin/events')).toBe(403);
    const future = await creator.client.call(listEvents, { query: { after: 'ffffffff-ffff-7fff-bfff-ffffffffffff' } });
    expect(future).toMatchObject({ events: [], hasMore: false });
    const all = await creator.client.call(listEvents, { query: { after: '00000000-0000-7000-8000-000000000000' } });
    expect(all.events.length).toBeGreaterThan(0);
  });
});
