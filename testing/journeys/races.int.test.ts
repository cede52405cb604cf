import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideContentClaim, listContentClaims } from '#contract/admin/moderation.ts';
import { objectToDelivery } from '#contract/delivery.ts';
import { listMyPledges, payPledge, withdrawPledge } from '#contract/pledges/pledges.ts';
import { cancelPool, declinePool, giveUpPool, type Pool } from '#contract/pools/pools.ts';
import { CallRefused } from '#testing/client.ts';
import { readOutbox } from '#testing/outbox.ts';
import { repeats, seed, seededRandom } from '#testing/seeded-random.ts';
import { type CreatorMember, cards, HttpSite, type Member } from './http-site.ts';

/** Concurrent calls on one object: one wins, the others are refused, and everything is counted once. */
let site: HttpSite;
let owner: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open();
  owner = await site.member('owner');
  creator = await site.creator();
  await site.giveCard(owner.id, 'pays');
});
afterAll(() => site.close());

const many = <T>(times: number, what: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: times }, (_, index) => what(index)));
const done = <T>(results: PromiseSettledResult<T>[]) =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
/** The codes of refused calls; rethrows any other error. */
const refused = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (result.reason instanceof CallRefused) return [result.reason.code];
    throw result.reason;
  });
const moves = async (pool: Pool) => (await site.pool(pool.id)).events.map(({ to }) => to);
const countOf = async (query: Promise<{ count: number }[]>) => (await query)[0]?.count;

it('creates one pledge for fifty concurrent calls with one request key', async () => {
  const [fan] = await site.crowd(1, 'pays');
  if (!fan) throw new Error('the crowd is empty');
  const pool = await site.newPool(owner, creator);
  const results = await many(50, () => site.pledgeWithSavedCard(fan, pool, 10_00, 'the-very-same-key'));
  expect(refused(results)).toEqual([]);
  expect(new Set(done(results).map(({ pledge }) => pledge.id)).size).toBe(1);
  expect(await site.pool(pool.id)).toMatchObject({ pledgedAmount: 10_00, fanCount: 1 });
  await expect(site.pledgeWithSavedCard(fan, pool, 11_00, 'the-very-same-key')).rejects.toMatchObject({
    code: 'request_key_reused',
    status: 422,
  });
});

it('creates one pledge for fifty concurrent calls of one fan with different keys', async () => {
  const [fan] = await site.crowd(1, 'pays');
  if (!fan) throw new Error('the crowd is empty');
  const pool = await site.newPool(owner, creator);
  const results = await many(50, () => site.pledgeWithSavedCard(fan, pool, 10_00));
  expect(done(results)).toHaveLength(1);
  expect(new Set(refused(results))).toEqual(new Set(['pledge_exists']));
  expect(await fan.client.call(listMyPledges, {})).toHaveLength(1);
});

it('meets the goal once and notifies once when eighty concurrent pledges cross it', async () => {
  const pool = await site.newPool(owner, creator, { fundingGoal: 200_00 });
  const crowd = await site.crowd(80, 'pays');
  const results = await many(80, (index) => site.pledgeWithSavedCard(crowd[index] as Member, pool, 5_00));
  expect(refused(results)).toEqual([]);
  expect(await site.pool(pool.id)).toMatchObject({ status: 'goal_met', pledgedAmount: 400_00, fanCount: 80 });
  expect(await moves(pool)).toEqual(['open', 'goal_met']);
  const notices = (await site.noticesOf(creator)).filter(({ kind }) => kind === 'goal_met');
  expect(notices).toHaveLength(1);
  const mails = await readOutbox(site.app, creator.email);
  expect(mails.filter(({ subject }) => subject?.includes('met its goal'))).toHaveLength(1);
});

const races = repeats(12, 300);

it(
  `lets exactly one of accept, cancel and response deadline win in ${races} races`,
  async () => {
    const outcomes = { accepted: 0, cancelled: 0, lapsed: 0 };
    const { below } = seededRandom(seed);
    for (let round = 0; round < races; round += 1) {
      const pool = await site.newPool(owner, creator, { fundingGoal: 10_00 });
      await site.pledgeWithSavedCard(owner, pool, 10_00);
      // The response deadline passes while the calls run.
      const inMs = below(30);
      await site.sql`
      with due as (select clock_timestamp() + make_interval(secs => ${inMs / 1000}) as at)
      update pools set response_due_at = due.at, clock_at = due.at from due where id = ${pool.id}`;
      const sweep = { kind: 'pool.sweep', queue: 'clock' } as const;
      const { db, jobs } = site.app.context;
      const [accepted, cancelled] = await Promise.allSettled([
        site.accept(creator, pool),
        owner.client.call(cancelPool, { params: { id: pool.id }, body: { reason: 'Never mind.' } }),
        db.tx((tx) => jobs.enqueue(tx, sweep, undefined)),
      ]);
      refused([accepted, cancelled]);
      if (accepted.status === 'rejected' && cancelled.status === 'rejected') {
        await site.letTimePass(pool).catch(() => undefined);
        await site.poolIs(pool.id, 'lapsed');
        outcomes.lapsed += 1;
        expect(await moves(pool)).toEqual(['open', 'goal_met', 'lapsed']);
      } else if (accepted.status === 'fulfilled') {
        outcomes.accepted += 1;
        expect(cancelled.status).toBe('rejected');
        expect((await moves(pool)).slice(0, 4)).toEqual(['open', 'goal_met', 'accepted', 'collecting']);
      } else {
        outcomes.cancelled += 1;
        expect(await moves(pool)).toEqual(['open', 'goal_met', 'cancelled']);
      }
    }
    expect(outcomes.accepted + outcomes.cancelled + outcomes.lapsed).toBe(races);
    await site.app.settle();
  },
  races * 6000,
);

it('never collects a pledge that is withdrawn while the creator accepts', async () => {
  const [fan] = await site.crowd(1, 'pays');
  if (!fan) throw new Error('the crowd is empty');
  for (let round = 0; round < repeats(6, 150); round += 1) {
    const pool = await site.newPool(owner, creator, { fundingGoal: 10_00 });
    const { pledge } = await site.pledgeWithSavedCard(fan, pool, 10_00);
    const [accepted, withdrawn] = await Promise.allSettled([
      site.accept(creator, pool),
      fan.client.call(withdrawPledge, { params: { id: pledge.id } }),
    ]);
    expect(refused([accepted])).toEqual([]);
    const { status } = await site.pool(pool.id);
    // If the withdrawal wins, the pool is accepted and waits for the goal. Otherwise it collects and the withdrawal is refused.
    expect([withdrawn.status, status === 'accepted']).toEqual(
      withdrawn.status === 'fulfilled' ? ['fulfilled', true] : ['rejected', false],
    );
  }
  await site.app.settle();
}, 600_000);

it('opens one page and charges once for twenty concurrent payments by page and saved card', async () => {
  const fan = await site.member();
  const { pool, pledges } = await site.funded(owner, creator, [{ who: fan, cents: 20_00, card: cards.insufficient }]);
  const id = pledges[0]?.id ?? '';
  await site.pledgeIs(fan, id, 'notified');
  const pages = await many(20, () => fan.client.call(payPledge, { params: { id }, body: {} }));
  expect(refused(pages)).toEqual([]);
  expect(new Set(done(pages).map(({ url }) => url)).size).toBe(1);
  // In the meantime the fan saved a working card in another tab.
  await site.giveCard(fan.id, 'pays');
  const clicks = await many(20, () => fan.client.call(payPledge, { params: { id }, body: { useSavedCard: true } }));
  for (const code of refused(clicks)) expect(['nothing_due', 'conflict']).toContain(code);
  await site.app.settle();
  await site.pledgeIs(fan, id, 'paid');
  expect((await site.app.driver.chargesByPledge(site.app.context)).get(id)).toBe(1);
  expect(await site.poolIs(pool.id, 'in_production')).toMatchObject({ currentAmount: 20_00 });
});

it('lets one of twenty decisions on a delivery win, and either the delivery or giving up', async () => {
  const [fan] = await site.crowd(1, 'pays');
  if (!fan) throw new Error('the crowd is empty');
  const pool = await site.newPool(owner, creator, { fundingGoal: 10_00 });
  await site.pledgeWithSavedCard(fan, pool, 10_00);
  await site.accept(creator, pool);
  await site.poolIs(pool.id, 'in_production');
  // The first call wins; the other is refused.
  const [delivered, gaveUp] = await Promise.allSettled([
    site.deliver(creator, pool),
    creator.client.call(giveUpPool, { params: { id: pool.id } }),
  ]);
  expect([delivered.status, gaveUp.status].sort()).toEqual(['fulfilled', 'rejected']);
  await site.app.settle();
  if (gaveUp.status === 'fulfilled') {
    expect(await moves(pool)).toContain('refunded');
    return;
  }
  const { items } = await site.admin.client.call(listContentClaims, { query: { status: 'pending' } });
  const id = items.find(({ poolId }) => poolId === pool.id)?.id ?? '';
  const results = await many(20, (index) =>
    site.admin.client.call(decideContentClaim, {
      params: { id },
      body: index % 2 ? { status: 'approved' } : { status: 'rejected', reason: 'It does not play.' },
    }),
  );
  expect(done(results)).toHaveLength(1);
  for (const code of refused(results)) expect(['pool_state', 'conflict']).toContain(code);
});

it('either counts an objection or refuses it when the quiet period ends at the same time', async () => {
  const [fan] = await site.crowd(1, 'pays');
  if (!fan) throw new Error('the crowd is empty');
  for (let round = 0; round < 10; round += 1) {
    const pool = await site.newPool(owner, creator, { fundingGoal: 10_00 });
    await site.pledgeWithSavedCard(fan, pool, 10_00);
    await site.accept(creator, pool);
    await site.poolIs(pool.id, 'in_production');
    await site.deliver(creator, pool);
    await site.review(pool);
    const [objected] = await Promise.allSettled([
      fan.client.call(objectToDelivery, { params: { id: pool.id }, body: { reason: 'This is another song.' } }),
      site.letTimePass(pool),
    ]);
    const codes = refused([objected]);
    await site.app.settle();
    expect([codes, (await site.pool(pool.id)).status]).toEqual(
      objected.status === 'fulfilled' ? [[], 'delivered'] : [['objection_closed'], 'completed'],
    );
  }
}, 120_000);

it('releases every pledge when the pool is declined during twenty concurrent pledges', async () => {
  const crowd = await site.crowd(20, 'pays');
  const pool = await site.newPool(owner, creator);
  const [pledges, declines] = await Promise.all([
    many(20, (index) => site.pledgeWithSavedCard(crowd[index] as Member, pool, 10_00, randomUUID())),
    many(20, () => creator.client.call(declinePool, { params: { id: pool.id }, body: { reason: 'No time.' } })),
  ]);
  expect(done(declines)).toHaveLength(1);
  for (const code of refused(pledges)) expect(['pool_closed', 'conflict']).toContain(code);
  await site.app.settle();
  expect(await site.pool(pool.id)).toMatchObject({ status: 'declined', pledgedAmount: 0, fanCount: 0 });
  expect(
    await countOf(site.sql`select count(*)::int from pledges where pool_id = ${pool.id} and status <> 'released'`),
  ).toBe(0);
});

it('creates thirty pools for the same creator concurrently', async () => {
  const targetCreator = await site.creator();
  const results = await many(30, () => site.newPool(owner, targetCreator));
  expect(refused(results)).toEqual([]);
  const [profile] = await site.sql<{ poolCount: number }[]>`
    select pool_count from creator_profiles where username = ${targetCreator.username}`;
  expect(profile?.poolCount).toBe(30);
});
