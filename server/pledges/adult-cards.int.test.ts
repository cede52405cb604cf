import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSavedCards, payPledge } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { withProcessors } from '#server/money/processors/processors.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { createSandbox } from '#server/money/sandbox/sandbox-processor.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import type { Person } from '#testing/insert-person.ts';
import { type OtherProcessor, startOtherProcessor } from '#testing/other-processor.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';

const day = 'P1D';
let strict: OtherProcessor;

async function ageVerifiedFan(stage: PledgeStage): Promise<Person> {
  const fan = await stage.fan();
  fan.client.cookies.set('age_verified', '1');
  return fan;
}

async function adultPool(stage: PledgeStage, goalCents: number): Promise<Pool> {
  const pool = await stage.newPool(goalCents);
  await stage.sql`update pools set adult = true where id = ${pool.id}`;
  return pool;
}

/** Enters a card on a page of the strict processor, whose webhooks are lost. */
async function enterAtStrict(url = '', cardNumber: string = cards.pays): Promise<void> {
  const answer = await fetch(`${url}/complete`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cardNumber, expiry: '12/40', cvc: '123' }),
  });
  expect(answer.status).toBe(303);
}

async function settle(stage: PledgeStage) {
  for (let n = 0; n < 3; n += 1) {
    await stage.app.settle();
    await strict.settle();
    await reconcile(stage.context, { olderThanMs: 0 });
  }
}

beforeAll(async () => {
  strict = await startOtherProcessor('strict');
});
afterAll(() => strict.close());

describe('adult pools with their own card processor', () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open({ SANDBOX_PAYOUT_DELAY: 'PT0S', QUIET_PERIOD: day }, (platform) =>
      withProcessors(strict.port, createSandbox(platform)),
    );
  });
  afterAll(() => stage.close());

  const processorsOf = (poolId: string) => stage.sql<{ processor: string; status: string }[]>`
    select processor, status from payments where held_account = ${`held:${poolId}`} and status <> 'failed' order by processor`;

  it('never calls a processor that forbids adult content, from the pledge to the payout', async () => {
    const calls = strict.calls.length;
    const pool = await adultPool(stage, 20_00);
    const fan = await ageVerifiedFan(stage);
    expect(await stage.pledge(fan, pool.id, 20_00)).toMatchObject({ status: 'pledged', adult: true });
    await stage.accept(pool.id);
    await stage.app.settle();
    expect(await processorsOf(pool.id)).toEqual([{ processor: 'sandbox', status: 'succeeded' }]);
    expect(strict.calls.slice(calls)).toEqual([]);
    expect(await stage.sql`select 1 from processor_customers where user_id = ${fan.id}`).toHaveLength(1);
    expect(await fan.client.call(listSavedCards)).toMatchObject([{ pools: 'adult' }]);
    // A creator delivers an adult pool with performer records, which other tests cover.
    await stage.sql`update pools set adult = false where id = ${pool.id}`;
    await stage.deliver(pool.id);
    await stage.clock(pool.id, 'quiet_until');
    expect(await stage.sql`select processor, status from payouts where subject = ${`pool:${pool.id}`}`).toMatchObject([
      { processor: 'sandbox' },
    ]);
    expect(strict.calls.slice(calls)).toEqual([]);
    await settle(stage);
  });

  it('asks for another card where the saved one belongs to the other processor', async () => {
    const fan = await ageVerifiedFan(stage);
    const adult = await adultPool(stage, 50_00);
    await stage.pledge(fan, adult.id, 10_00);
    const pool = await stage.newPool(10_00);
    await expect(stage.post(fan, pool.id, 10_00, { useSavedCard: true })).rejects.toMatchObject({
      code: 'no_saved_card',
    });
    const { setup, pledge } = await stage.post(fan, pool.id, 10_00);
    expect(setup?.url).not.toContain(stage.app.url);
    await enterAtStrict(setup?.url);
    await settle(stage);
    expect((await stage.get(fan, pledge.id)).status).toBe('pledged');
    expect(await fan.client.call(listSavedCards)).toMatchObject([{ pools: 'other' }, { pools: 'adult' }]);
    const next = await stage.post(fan, (await stage.newPool()).id, 10_00, { useSavedCard: true });
    expect(next.pledge.status).toBe('pledged');
  });

  it('pays a pool out at each processor what it collected, and compares the books of each', async () => {
    const pool = await stage.newPool(30_00);
    const [first, second] = [await ageVerifiedFan(stage), await ageVerifiedFan(stage)];
    const one = await stage.post(first, pool.id, 20_00);
    await enterAtStrict(one.setup?.url);
    const two = await stage.post(second, pool.id, 10_00);
    await enterAtStrict(two.setup?.url, cards.insufficient);
    await settle(stage);
    await stage.accept(pool.id);
    await settle(stage);
    // Stands for an operator who changes the settings while the pool collects.
    await stage.sql`update pools set adult = true where id = ${pool.id}`;
    const { url } = await second.client.call(payPledge, { params: { id: two.pledge.id } });
    await stage.checkout(url);
    await settle(stage);
    await stage.sql`update pools set adult = false where id = ${pool.id}`;
    expect(await processorsOf(pool.id)).toEqual([
      { processor: 'sandbox', status: 'succeeded' },
      { processor: 'strict', status: 'succeeded' },
    ]);
    await stage.deliver(pool.id);
    await stage.clock(pool.id, 'quiet_until');
    await settle(stage);
    const payouts = await stage.sql<{ processor: string; status: string; amountCents: number }[]>`
      select processor, status, amount_cents from payouts where split_part(subject, ':', 2) = ${pool.id} order by processor`;
    expect(payouts).toMatchObject([
      { processor: 'sandbox', status: 'paid' },
      { processor: 'strict', status: 'paid' },
    ]);
    const [paid] = await strict.db.sql<
      { cents: number }[]
    >`select sum(amount_cents)::bigint as cents from sandbox.payouts`;
    expect(paid?.cents).toBe(payouts[1]?.amountCents);
    expect(await reconcile(stage.context, { olderThanMs: 0 })).toMatchObject({
      failed: 0,
      mismatches: [],
      orphans: [],
    });
  });

  it('does not settle a row by the word of a processor that the row does not name', async () => {
    const pool = await adultPool(stage, 50_00);
    const fan = await ageVerifiedFan(stage);
    const { pledge } = await stage.post(fan, pool.id, 10_00);
    const [setup] = await stage.sql<{ id: string }[]>`
      select id from card_setups where subject = ${`pledge:${pledge.id}`}`;
    expect(await settleByReference(stage.context, 'strict', `setup:${setup?.id}`)).toBe(false);
    expect(await settleByReference(stage.context, 'sandbox', `setup:${setup?.id}`)).toBe(true);
  });

  it('reports rows of a processor that is not in use, and works on', async () => {
    const pool = await stage.newPool(50_00);
    const fan = await stage.fan();
    const { pledge, setup } = await stage.post(fan, pool.id, 10_00);
    const subject = `pledge:${pledge.id}`;
    await stage.sql`update card_setups set processor = 'gone' where subject = ${subject}`;
    expect((await reconcile(stage.context, { olderThanMs: 0 })).orphans).toEqual([{ processor: 'gone', count: 1 }]);
    expect((await stage.get(fan, pledge.id)).status).toBe('setup_pending');
    const answer = await fan.client.raw('POST', '/api/webhooks/gone', { body: '{}' });
    expect(answer.status).toBe(404);
    await stage.sql`update card_setups set processor = 'strict' where subject = ${subject}`;
    await enterAtStrict(setup?.url);
    expect((await reconcile(stage.context, { olderThanMs: 0 })).orphans).toEqual([]);
    await stage.app.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('pledged');
  });

  it('names a movement that a processor booked under the reference of another', async () => {
    const [{ reference } = { reference: '' }] = await stage.sql<{ reference: string }[]>`
      select idempotency_key as reference from payments where processor = 'sandbox' and status = 'succeeded' limit 1`;
    const row = { reference, amountCents: 971, kind: 'charge' };
    await strict.db.sql`insert into sandbox.journal ${strict.db.sql(row)}`;
    expect((await reconcile(stage.context, { olderThanMs: 0 })).mismatches).toEqual([reference]);
    await strict.db.sql`delete from sandbox.journal where reference = ${reference}`;
    expect((await reconcile(stage.context, { olderThanMs: 0 })).mismatches).toEqual([]);
  });
});

describe('adult pools without a card processor', () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open({}, () => withProcessors(strict.port));
  });
  afterAll(() => stage.close());

  it('shows them, takes no pledge, and calls no processor', async () => {
    const pool = await adultPool(stage, 20_00);
    const fan = await ageVerifiedFan(stage);
    const calls = strict.calls.length;
    expect(await stage.pool(pool.id)).toMatchObject({ adult: true, fundable: false });
    await expect(stage.post(fan, pool.id, 10_00)).rejects.toMatchObject({ code: 'pool_adult_unfundable', status: 409 });
    await expect(
      stage.post(fan, pool.id, 10_00, { requestKey: randomUUID(), useSavedCard: true }),
    ).rejects.toMatchObject({ code: 'pool_adult_unfundable' });
    expect(await stage.sql`select 1 from pledges where pool_id = ${pool.id}`).toHaveLength(0);
    expect(strict.calls.slice(calls)).toEqual([]);
  });
});
