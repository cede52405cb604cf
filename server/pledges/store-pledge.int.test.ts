import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poolStatuses } from '#contract/pools/pools.ts';
import { composeModules } from '#server/app.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { decidePledge, phaseOf } from '#server/pledges/pledge-lifecycle.ts';
import { emptyPools } from '#testing/delivery-stage.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { seed, seededRandom } from '#testing/seeded-random.ts';
import type { PledgeToStore } from './store-pledge.sql.ts';
import { storeInBatch, storeTogether } from './store-pledge.ts';

describe('storeInBatch', () => {
  let stage: PledgeStage;
  let second: MoneyContext;
  beforeAll(async () => {
    stage = await PledgeStage.open();
    // Another node on the same database.
    const { config } = stage.context;
    const platform = openPlatform({ ...config, role: 'web' }, config.databaseUrl ?? '', createLogger('silent'));
    second = composeModules(platform).context;
    await platform.jobs.start();
  });
  afterAll(async () => {
    await second.jobs.stop();
    await second.db.close();
    await stage.close();
  });

  async function fresh(poolId: string, count: number): Promise<PledgeToStore[]> {
    const rows = Array.from({ length: count }, () => {
      const id = randomUUID();
      return { id, email: `${id}@example.org`, username: id.slice(0, 18) };
    });
    await stage.sql`insert into users ${stage.sql(rows)}`;
    const saved = await stage.sql<{ id: string; userId: string }[]>`
      insert into cards (user_id, processor, card_ref, brand, last4, exp_month, exp_year)
      select id, 'sandbox', id, 'visa', '4242', 12, 2040 from unnest(${rows.map(({ id }) => id)}::uuid[]) as id
      returning id, user_id`;
    return saved.map(({ id: cardId, userId: fanId }) => ({
      id: randomUUID(),
      poolId,
      fanId,
      amountCents: 10_00,
      requestKey: randomUUID(),
      anonymous: false,
      cardId,
      isNew: true,
    }));
  }

  it('meets each goal once and loses no pledge when two nodes confirm for two pools', async () => {
    const pools = [await stage.newPool(1000_00), await stage.newPool(1000_00)];
    const groups: PledgeToStore[][] = [];
    // One after the other: rows by the hundred teach the search the same words in any order, which only one may do at a time.
    for (const { id } of pools) groups.push(await fresh(id, 150));
    const items = seededRandom(seed).shuffled(groups.flat());
    const answers = await Promise.all(
      items.map((item, index) => storeInBatch(index % 2 === 0 ? stage.context : second, item)),
    );
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['pledged']));
    for (const { id } of pools) {
      const pool = await stage.pool(id);
      expect(pool).toMatchObject({ status: 'goal_met', pledgedAmount: 1500_00, fanCount: 150 });
      expect(pool.events.filter(({ to }) => to === 'goal_met')).toHaveLength(1);
    }
  });

  it('locks the fan before the pool, as the deletion of an account does', async () => {
    const pool = await stage.newPool(1000_00);
    const [item] = (await fresh(pool.id, 1)) as [PledgeToStore];
    const locked = Promise.withResolvers<void>();
    const deletion = second.db.tx(async (tx) => {
      await tx`select 1 from users where id = ${item.fanId} for update`;
      locked.resolve();
      await lockWaits(tx, 1, 'store_pledges');
      await tx`select 1 from pools where id = ${pool.id} for update nowait`;
    });
    await locked.promise;
    const confirming = storeInBatch(stage.context, item);
    await deletion;
    expect(await confirming).toMatchObject({ outcome: 'pledged' });
  });

  it('returns one pledge for the same key on two nodes', async () => {
    const pool = await stage.newPool(1000_00);
    const [item] = (await fresh(pool.id, 1)) as [PledgeToStore];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        storeInBatch(index % 2 === 0 ? stage.context : second, { ...item, id: randomUUID() }),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ outcome }) => outcome === 'pledged')).toHaveLength(1);
    expect(answers.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(39);
    expect((await stage.pool(pool.id)).fanCount).toBe(1);
  });

  it('keeps one pledge and every request key when requests with and without a card meet on two nodes', async () => {
    const pool = await stage.newPool(1000_00);
    const [item] = (await fresh(pool.id, 1)) as [PledgeToStore];
    const cents = (index: number) => 10_00 + index;
    const requests = Array.from({ length: 40 }, (_, index) => ({
      ...item,
      ...{ id: randomUUID(), requestKey: randomUUID(), amountCents: cents(index) },
      cardId: index === 20 || index === 21 ? item.cardId : null,
    }));
    const nodeOf = (index: number) => (index % 2 === 0 ? stage.context : second);
    const answers = await Promise.all(requests.map((request, index) => storeInBatch(nodeOf(index), request)));
    const stored = answers.flatMap(({ outcome }, index) => (outcome === 'pledge_exists' ? [] : [index]));
    expect(new Set(stored.map((index) => answers[index]?.id)).size).toBe(1);
    expect(answers.filter(({ outcome }) => outcome === 'opened').length).toBeLessThanOrEqual(1);
    const [pledge, ...others] = await stage.sql`select status, amount_cents from pledges where pool_id = ${pool.id}`;
    expect(others).toEqual([]);
    // Which of the two requests with a card comes first is open. No request changes the terms after it.
    const winner = [20, 21].filter((index) => stored.includes(index));
    expect(winner).toHaveLength(1);
    expect(pledge).toEqual({ status: 'pledged', amountCents: cents(winner[0] as number) });
    expect(await stage.pool(pool.id)).toMatchObject({ pledgedAmount: pledge?.amountCents, fanCount: 1 });
    const again = await Promise.all(
      requests.map((request) => storeInBatch(stage.context, { ...request, id: randomUUID() })),
    );
    expect(again.map((answer) => [answer.outcome, 'requestCents' in answer && answer.requestCents])).toMatchObject(
      requests.map((_, index) => (stored.includes(index) ? ['repeated', cents(index)] : ['pledge_exists', null])),
    );
  });

  it('counts a new request with a card that comes with a repeated one', async () => {
    const pool = await stage.newPool(1000_00);
    const [item] = (await fresh(pool.id, 1)) as [PledgeToStore];
    const request = (cents: number) => ({ ...item, id: randomUUID(), requestKey: randomUUID(), amountCents: cents });
    const [first, second, third] = [request(10_00), request(11_00), request(12_00)];
    expect(await storeInBatch(stage.context, { ...first, cardId: null })).toMatchObject({ outcome: 'opened' });
    expect(await storeInBatch(stage.context, { ...second, cardId: null })).toMatchObject({ outcome: 'restarted' });
    // Meanwhile the fan has saved a card.
    const answers = await storeTogether(stage.context, [{ ...second, id: randomUUID() }, third]);
    expect(answers.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['repeated', 'pledged'],
      ['pledged', 'pledged'],
    ]);
    expect(await stage.pool(pool.id)).toMatchObject({ pledgedAmount: 12_00, fanCount: 1 });
  });

  it('lets a pledge that waits take new terms, and no other one, as the state machine does', async () => {
    const pool = await stage.newPool(1000_00);
    const live = ['setup_pending', 'pledged', 'charging', 'notified', 'paid', 'disputed'] as const;
    const items = await fresh(pool.id, live.length);
    for (const [index, status] of live.entries()) {
      const { cardId: _, isNew: __, ...terms } = items[index] as PledgeToStore;
      await stage.sql`insert into pledges ${stage.sql({ ...terms, status, requestCents: terms.amountCents })}`;
      const request = {
        ...terms,
        id: randomUUID(),
        requestKey: randomUUID(),
        amountCents: 20_00,
        cardId: null,
        isNew: true,
      };
      const { outcome } = await storeInBatch(stage.context, request);
      const decision = decidePledge(status, { type: 'restart' });
      expect({ status, outcome }).toEqual({ status, outcome: 'refuse' in decision ? decision.refuse : 'restarted' });
      const [after] = await stage.sql`select status, amount_cents from pledges where id = ${terms.id}`;
      expect(after).toEqual({ status, amountCents: 'refuse' in decision ? 10_00 : 20_00 });
    }
    // Only the decisions were of interest: no invariant holds for pledges without a history.
    await stage.sql`delete from pledges where pool_id = ${pool.id}`;
  });

  it('fails only the invalid item of a batch', async () => {
    const pool = await stage.newPool(1000_00);
    const items = await fresh(pool.id, 20);
    const impossible = { ...(items[7] as PledgeToStore), cardId: randomUUID() };
    const settled = await Promise.allSettled(
      items.map((item, index) => storeInBatch(stage.context, index === 7 ? impossible : item)),
    );
    expect(settled.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
    expect(await stage.pool(pool.id)).toMatchObject({ pledgedAmount: 190_00, fanCount: 19 });
  });

  const cases = poolStatuses.flatMap((status) =>
    [false, true].flatMap((frozen) => [false, true].map((past) => ({ status, frozen, past }))),
  );
  it('decides the same in SQL and in the state machine, for every pool status', async () => {
    const pool = await stage.newPool(1000_00);
    const items = await fresh(pool.id, cases.length);
    for (const [index, { status, frozen, past }] of cases.entries()) {
      const { cardId, isNew: _, ...waiting } = items[index] as PledgeToStore;
      const row = { ...waiting, status: 'setup_pending', requestCents: waiting.amountCents };
      await stage.sql`
        update pools set status = ${status}, frozen = ${frozen}, deadline = now() + ${past ? '-1 minute' : '1 day'}::interval,
          clock_at = null -- no clock job of the last case moves it on in the meantime
        where id = ${pool.id}`;
      await stage.sql`insert into pledges ${stage.sql(row)}`;
      // The deadline counts for opening a pledge. A card that was saved in time may be confirmed after it.
      const event = { type: 'card_verified', phase: phaseOf(status), frozen } as const;
      const decision = decidePledge('setup_pending', event);
      const wanted = 'to' in decision ? decision.to : 'setup_pending';
      const { outcome, status: became } = await storeInBatch(stage.context, { ...waiting, cardId, isNew: false });
      expect({ status, frozen, past, became }).toEqual({ status, frozen, past, became: wanted });
      expect(outcome).toBe(
        { pledged: 'pledged', released: 'pool_closed', setup_pending: 'pool_frozen' }[wanted as 'pledged'],
      );
      await stage.sql`delete from pledges where pool_id = ${pool.id}`;
    }
    // No pool could have gone this way: only the decisions were of interest, so that no invariant holds for it.
    await emptyPools(stage.sql);
    await stage.sql`
      update creator_profiles set pool_count = 0, active_pool_count = 0, safe_pool_count = 0, safe_active_pool_count = 0`;
  });
});
