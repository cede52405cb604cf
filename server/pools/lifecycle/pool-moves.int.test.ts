import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import {
  acceptPool,
  cancelPool,
  declinePool,
  editPool,
  getPool,
  giveUpPool,
  type Pool,
  type PoolStatus,
  proceedWithPool,
} from '#contract/pools/pools.ts';
import { hashTerms } from '#server/pools/pool-terms.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, cards, eventually, makeCreator, makePool, pledge, pledgeBecomes } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { sweepPoolDeadlines } from './sweep-pool-deadlines.ts';

let app: TestApp;
let owner: Person;
let fan: Person;
let admin: Person;
let creator: Creator;
let other: Creator;

const answer = { deliveryDays: 10, floorCents: 1000 };
const reason = 'No time this month.';

beforeAll(async () => {
  app = await startTestApp({ env: { FUNDING_MIN_WINDOW: 'PT1S' } });
  owner = await insertPerson(app);
  fan = await insertPerson(app);
  admin = await insertPerson(app, 'admin');
  creator = await makeCreator(app);
  other = await makeCreator(app);
});
afterAll(() => app.close());

const read = (pool: Pool, who: Person = fan) => who.client.call(getPool, { params: { id: pool.id } });
const becomes = (pool: Pool, status: PoolStatus) =>
  eventually(
    () => read(pool, admin),
    (row) => row.status === status,
  );
const accept = (
  pool: Pool,
  who: Person = creator,
  changes: Partial<typeof answer & { atCurrentAmount: boolean }> = {},
) => who.client.call(acceptPool, { params: { id: pool.id }, body: { ...answer, ...changes } });
const decline = (pool: Pool, who: Person = creator) =>
  who.client.call(declinePool, { params: { id: pool.id }, body: { reason } });
const cancel = (pool: Pool, who: Person) => who.client.call(cancelPool, { params: { id: pool.id }, body: { reason } });
const act = (pool: Pool, action: 'freeze' | 'unfreeze' | 'remove' | 'open') =>
  admin.client.call(actOnPool, { params: { id: pool.id }, body: { action, reason } });
const makeRequest = (changes = {}) => makePool(owner, { creatorProfileId: creator.profileId, ...changes });

/** A pool of $50 whose goal is met by two fans, the second with the given card. */
async function goalMet(secondCard: string = cards.pays) {
  const pool = await makeRequest();
  const second = await insertPerson(app);
  const pledges = [await pledge(fan, pool.id, 2000), await pledge(second, pool.id, 3000, secondCard)];
  expect(await read(pool)).toMatchObject({
    status: 'goal_met',
    pledgedAmount: 5000,
    fanCount: 2,
    pledgedPercentage: 100,
  });
  return { pool, second, pledges };
}

/** Moves the pool's deadlines to now and runs the sweep. */
async function letTimePass(pool: Pool): Promise<void> {
  await app.context.db.sql`
    update pools set clock_at = now(), deadline = case when status in ('open', 'accepted') then now() else deadline end,
      response_due_at = case when status = 'goal_met' then now() end, payment_due_at = case when status = 'collecting' then now() end,
      shortfall_due_at = case when status = 'shortfall' then now() end,
      delivery_due_at = case when status = 'in_production' then now() - interval '72 hours' end
    where id = ${pool.id} and clock_at is not null`;
  await sweepPoolDeadlines(app.context);
  await app.settle();
}

describe('answering a request', () => {
  it('freezes the terms, charges everyone and starts production when a met goal is accepted', async () => {
    const { pool, second, pledges } = await goalMet();
    const accepted = await accept(pool);
    expect(['collecting', 'in_production']).toContain(accepted.status);
    const { hash, ...terms } = accepted.terms ?? { hash: '' };
    expect(terms).toMatchObject({
      goalCents: 5000,
      floorCents: 1000,
      deliveryDays: 10,
      feePercent: 5,
      acceptedBy: creator.id,
    });
    expect(hashTerms(terms as Parameters<typeof hashTerms>[0])).toBe(hash);
    for (const [index, who] of [fan, second].entries()) await pledgeBecomes(who, pledges[index]?.id ?? '', 'paid');
    const producing = await becomes(pool, 'in_production');
    expect(producing).toMatchObject({
      currentAmount: 5000,
      paidPercentage: 100,
      clocks: { deliveryDueAt: expect.any(String) },
    });
    expect(producing.events.map(({ from, to }) => [from, to])).toEqual([
      [null, 'open'],
      ['open', 'goal_met'],
      ['goal_met', 'accepted'],
      ['accepted', 'collecting'],
      ['collecting', 'in_production'],
    ]);
    expect(await read(pool)).toMatchObject({ hasAccess: true, myPledge: { status: 'paid' } });
    const board = await creator.client.call(getCreatorDashboard);
    expect(board.work.find(({ id }) => id === pool.id)?.forecast).toEqual({
      paidCents: 5000,
      platformFeeCents: 250,
      // Twice the processor cost of 2.9 % plus 30 cents.
      processorCostCents: 88 + 117,
      netCents: 5000 - 250 - 205,
      estimated: false,
    });
    expect(board).toMatchObject({
      payoutsReady: true,
      profile: { id: creator.profileId },
      earnings: { heldCents: 5000 },
    });
  });

  it('waits for the goal after an early acceptance, then collects automatically', async () => {
    const pool = await makeRequest();
    await pledge(fan, pool.id, 1000);
    expect(await accept(pool)).toMatchObject({ status: 'accepted', pledgedAmount: 1000 });
    await pledge(await insertPerson(app), pool.id, 4000);
    await becomes(pool, 'in_production');
  });

  it('needs the floor to accept the current amount', async () => {
    const pool = await makeRequest();
    await pledge(fan, pool.id, 1500);
    await expect(accept(pool, creator, { atCurrentAmount: true, floorCents: 1501 })).rejects.toMatchObject({
      code: 'below_floor',
    });
    await expect(accept(pool, creator, { floorCents: 5001 })).rejects.toMatchObject({ code: 'floor_above_goal' });
    await accept(pool, creator, { atCurrentAmount: true, floorCents: 1500 });
    expect(await becomes(pool, 'in_production')).toMatchObject({
      currentAmount: 1500,
      terms: { atCurrentAmount: true },
    });
  });

  it('refuses to accept a request that its owner changed after the creator read it', async () => {
    const pool = await makeRequest();
    const view = async () => {
      const { requests } = await creator.client.call(getCreatorDashboard);
      return requests.find(({ id }) => id === pool.id)?.contentMark ?? '';
    };
    const acceptSeen = (contentMark: string) =>
      creator.client.call(acceptPool, { params: { id: pool.id }, body: { ...answer, contentMark } });
    let seen = await view();
    const text = { description: 'Twelve songs with videos.' };
    for (const body of [{ title: 'A full album' }, text, { fundingGoal: 4000 }, { categories: ['Art'] }]) {
      await owner.client.call(editPool, { params: { id: pool.id }, body });
      await expect(acceptSeen(seen), JSON.stringify(body)).rejects.toMatchObject({ status: 409, code: 'pool_state' });
      seen = await view();
    }
    expect(await acceptSeen(seen)).toMatchObject({ status: 'accepted', title: 'A full album' });
  });

  it('charges an accepted pool below its goal when the creator stops waiting, under the frozen terms', async () => {
    const pool = await makeRequest();
    const mine = await pledge(fan, pool.id, 500);
    const { terms } = await accept(pool);
    const start = { atCurrentAmount: true };
    await expect(accept(pool, creator, start)).rejects.toMatchObject({ status: 409, code: 'below_floor' });
    const second = await insertPerson(app);
    const theirs = await pledge(second, pool.id, 700);
    for (const changed of [{ floorCents: 999 }, { deliveryDays: 11 }, { atCurrentAmount: false }]) {
      const refused = accept(pool, creator, { ...start, ...changed });
      await expect(refused).rejects.toMatchObject({ status: 409, code: 'pool_state' });
    }
    await expect(accept(pool, other, start)).rejects.toMatchObject({ code: 'not_your_request' });
    expect(await read(pool)).toMatchObject({ status: 'accepted', pledgedAmount: 1200 });
    // A second tab or an impatient second click changes nothing more.
    const answers = await Promise.allSettled([accept(pool, creator, start), accept(pool, creator, start)]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'pool_state' } });
    await pledgeBecomes(fan, mine.id, 'paid');
    await pledgeBecomes(second, theirs.id, 'paid');
    const producing = await becomes(pool, 'in_production');
    expect(producing).toMatchObject({ currentAmount: 1200, terms });
    expect(producing.events.map(({ to }) => to).slice(2)).toEqual(['collecting', 'in_production']);
    const [move] = await app.context.db.sql<{ actorId: string | null }[]>`
      select actor_id from pool_events where pool_id = ${pool.id} and to_status = 'collecting'`;
    expect(move?.actorId).toBe(creator.id);
  });

  it('allows only the assigned creator, also before payouts are set up', async () => {
    const pool = await makeRequest();
    for (const who of [owner, fan, other, admin]) {
      await expect(accept(pool, who)).rejects.toMatchObject({ status: 403, code: 'not_your_request' });
      await expect(decline(pool, who)).rejects.toMatchObject({ status: 403, code: 'not_your_request' });
    }
    expect((await creator.client.call(getCreatorDashboard)).requests.map(({ id }) => id)).toContain(pool.id);
    await app.context.db.sql`update payout_accounts set status = 'pending' where user_id = ${creator.id}`;
    expect(await accept(pool)).toMatchObject({ status: 'accepted' });
    await app.context.db.sql`update payout_accounts set status = 'ready' where user_id = ${creator.id}`;
  });

  it('ends a declined pool and releases the pledges', async () => {
    const { pool, pledges } = await goalMet();
    expect(await decline(pool)).toMatchObject({ status: 'declined', endReason: reason, endedAt: expect.any(String) });
    await pledgeBecomes(fan, pledges[0]?.id ?? '', 'released');
    expect(await read(pool)).toMatchObject({ pledgedAmount: 0, fanCount: 0 });
    await expect(decline(pool)).rejects.toMatchObject({ status: 409, code: 'pool_state' });
    await expect(accept(pool)).rejects.toMatchObject({ status: 409, code: 'pool_state' });
  });
});

describe('ending', () => {
  it('lets the owner cancel while alone and an admin any time until collecting starts', async () => {
    const pool = await makeRequest();
    for (const who of [fan, creator]) await expect(cancel(pool, who)).rejects.toMatchObject({ code: 'own_pool_only' });
    await pledge(owner, pool.id, 500);
    expect(await cancel(pool, owner)).toMatchObject({ status: 'cancelled', endReason: reason });
    const { pool: busy } = await goalMet();
    await expect(cancel(busy, owner)).rejects.toMatchObject({ status: 409, code: 'pool_has_pledges' });
    expect((await cancel(busy, admin)).status).toBe('cancelled');
    await expect(cancel(busy, admin)).rejects.toMatchObject({ code: 'pool_state' });
  });

  it('needs one connection per call: accepts and cancels far more pools at once than the pool has connections', async () => {
    const many = 2 * app.context.config.databasePool;
    const pools = await Promise.all(Array.from({ length: many }, () => makeRequest()));
    const answered = await Promise.all(
      pools.map(({ slug }, index) => {
        const params = { id: slug };
        if (index % 2 === 0) return creator.client.call(acceptPool, { params, body: answer });
        return owner.client.call(cancelPool, { params, body: { reason } });
      }),
    );
    expect(answered.map(({ status }) => status)).toEqual(
      pools.map((_pool, index) => (index % 2 === 0 ? 'accepted' : 'cancelled')),
    );
  });

  it('expires automatically at its deadline', async () => {
    const pool = await makeRequest({ deadline: new Date(Date.now() + 4000).toISOString() });
    const mine = await pledge(fan, pool.id, 1000);
    const ended = await becomes(pool, 'expired');
    expect(Date.parse(ended.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(pool.deadline));
    expect(ended.endReason).toBe('The goal was not met by the deadline. No card was charged.');
    await pledgeBecomes(fan, mine.id, 'released');
    await expect(accept(pool)).rejects.toMatchObject({ code: 'pool_state' });
  });

  it('lapses when the creator does not answer', async () => {
    const pools = [(await goalMet()).pool, (await goalMet()).pool, (await goalMet()).pool];
    await app.context.db.sql`
      update pools set clock_at = moment, response_due_at = moment from (select now() as moment) past
      where id = any(${pools.map(({ id }) => id)}::uuid[])`;
    // Walks all due clocks, also those with the same time, in batches smaller than their number.
    await sweepPoolDeadlines(app.context, 1);
    await app.settle();
    for (const pool of pools) {
      expect(await read(pool)).toMatchObject({
        status: 'lapsed',
        endReason: 'The creator did not answer in time. No card was charged.',
      });
    }
  });

  it('hides a removed pool from everyone except the people involved and notifies its fans', async () => {
    const { pool, pledges } = await goalMet();
    await act(pool, 'remove');
    await pledgeBecomes(fan, pledges[0]?.id ?? '', 'released');
    await expect(read(pool, await insertPerson(app))).rejects.toMatchObject({ status: 404 });
    expect(await read(pool)).toMatchObject({ status: 'removed', description: '', recentFans: [] });
    for (const who of [owner, creator, admin]) expect((await read(pool, who)).status).toBe('removed');
    await expect(act(pool, 'remove')).rejects.toMatchObject({ code: 'pool_state' });
  });
});

describe('too little money', () => {
  async function shortfall() {
    const met = await goalMet(cards.insufficient);
    await accept(met.pool, creator, { floorCents: 4000 });
    await pledgeBecomes(fan, met.pledges[0]?.id ?? '', 'paid');
    await pledgeBecomes(met.second, met.pledges[1]?.id ?? '', 'notified');
    await letTimePass(met.pool);
    expect(await becomes(met.pool, 'shortfall')).toMatchObject({ currentAmount: 2000 });
    return met;
  }
  const proceed = (pool: Pool, who: Person) => who.client.call(proceedWithPool, { params: { id: pool.id } });
  const giveUp = (pool: Pool, who: Person) => who.client.call(giveUpPool, { params: { id: pool.id } });

  it('refunds everyone when the creator goes ahead and then gives up', async () => {
    const { pool, second, pledges } = await shortfall();
    await expect(proceed(pool, other)).rejects.toMatchObject({ code: 'not_your_request' });
    expect(await proceed(pool, creator)).toMatchObject({ status: 'in_production' });
    await pledgeBecomes(second, pledges[1]?.id ?? '', 'dropped');
    await expect(proceed(pool, creator)).rejects.toMatchObject({ code: 'pool_state' });
    await expect(giveUp(pool, other)).rejects.toMatchObject({ code: 'not_your_request' });
    expect((await giveUp(pool, creator)).status).toBe('refunded');
    await pledgeBecomes(fan, pledges[0]?.id ?? '', 'refunded');
    expect(await read(pool)).toMatchObject({ currentAmount: 0, hasAccess: false });
  });

  it('refunds when the creator does not decide', async () => {
    const { pool, pledges } = await shortfall();
    await letTimePass(pool);
    expect((await read(pool)).status).toBe('refunded');
    await pledgeBecomes(fan, pledges[0]?.id ?? '', 'refunded');
  });

  it('refunds when nothing is delivered in time', async () => {
    const { pool, pledges } = await goalMet();
    await accept(pool);
    await becomes(pool, 'in_production');
    await letTimePass(pool);
    expect((await read(pool)).endReason).toBe('Nothing was delivered in time. Everyone who paid is refunded.');
    await pledgeBecomes(fan, pledges[0]?.id ?? '', 'refunded');
  });
});

describe('a frozen pool', () => {
  it('does not move and gets its deadlines extended afterwards', async () => {
    const { pool } = await goalMet();
    await act(pool, 'freeze');
    const before = await read(pool);
    expect(before).toMatchObject({ frozen: true, status: 'goal_met' });
    const attempts = [accept, decline, (it: Pool) => cancel(it, admin)];
    for (const attempt of attempts) {
      await expect(attempt(pool)).rejects.toMatchObject({ status: 409, code: 'pool_frozen' });
    }
    await app.context.db.sql`update pools set frozen_at = frozen_at - interval '3 days' where id = ${pool.id}`;
    await sweepPoolDeadlines(app.context);
    await app.settle();
    expect((await read(pool)).status).toBe('goal_met');
    await act(pool, 'unfreeze');
    const after = await read(pool);
    const shiftMs = Date.parse(after.clocks.responseDueAt ?? '') - Date.parse(before.clocks.responseDueAt ?? '');
    expect(shiftMs / (24 * 60 * 60_000)).toBeCloseTo(3, 2);
    await accept(pool);
  });
});

describe('concurrent requests', () => {
  it('let one of accept, decline, cancel and the clock win and refuse the others', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { pool } = await goalMet();
      const { sql } = app.context.db;
      const results = await Promise.allSettled([
        accept(pool),
        decline(pool),
        cancel(pool, admin),
        accept(pool),
        letTimePass(pool),
      ]);
      const won = results.slice(0, 4).filter(({ status }) => status === 'fulfilled');
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, code: 'pool_state' });
      }
      await app.settle();
      const steps = await sql<{ toStatus: PoolStatus }[]>`
        select to_status from pool_events where pool_id = ${pool.id} and from_status = 'goal_met'`;
      expect(steps).toHaveLength(1);
      expect(won).toHaveLength(steps[0]?.toStatus === 'lapsed' ? 0 : 1);
    }
  }, 60_000);

  it('meet the goal once when the last pledges arrive together', async () => {
    const pool = await makeRequest({ fundingGoal: 3000 });
    const fans = await Promise.all(Array.from({ length: 6 }, () => insertPerson(app)));
    await Promise.all(fans.map((who) => pledge(who, pool.id, 500)));
    expect(await read(pool)).toMatchObject({ status: 'goal_met', pledgedAmount: 3000, fanCount: 6 });
    const met = await app.context.db
      .sql`select 1 from pool_events where pool_id = ${pool.id} and to_status = 'goal_met'`;
    expect(met).toHaveLength(1);
  });
});

it('shows the owner their own pledge in the pool', async () => {
  const pool = await makeRequest();
  const mine = await pledge(fan, pool.id, 700);
  const expected: { status: PledgeStatus; amountCents: number; card: object } = {
    status: 'pledged',
    amountCents: 700,
    card: { brand: 'visa', last4: '4242' },
  };
  const view = await read(pool);
  expect(view.myPledge).toMatchObject({
    id: mine.id,
    poolTitle: pool.title,
    poolPath: pool.canonicalPath,
    ...expected,
  });
  expect(view.recentFans.map(({ id }) => id)).toEqual([fan.id]);
  expect((await read(pool, owner)).myPledge).toBeNull();
});
