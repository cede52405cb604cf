import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePledge, withdrawPledge } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { applyPoolDeadline } from '#server/pools/lifecycle/apply-pool-deadline.ts';
import type { TestApp } from '#testing/app.ts';
import type { Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

describe.each([1, 2])('on %s nodes', (nodes) => {
  let stage: PledgeStage;
  let apps: TestApp[];
  beforeAll(async () => {
    stage = await PledgeStage.open({ DATABASE_POOL: '6' });
    apps = [stage.app];
    if (nodes === 2) apps.push(await stage.addNode({ DATABASE_POOL: '6' }));
  });
  afterAll(() => stage.close());

  /** The fan's calls, on one node after the other. */
  const change = (fan: Person, id: string, amountCents: number, turn = 0) => {
    const client = apps[turn % apps.length]?.client() ?? fan.client;
    client.cookies.set('sid', fan.id);
    return client.call(changePledge, { params: { id }, body: { amountCents } });
  };
  const withdraw = (fan: Person, id: string) => fan.client.call(withdrawPledge, { params: { id } });

  /** A pool of $100 that two fans have filled: one with $96, the other with $4. */
  async function filled(): Promise<{ pool: Pool; big: Person; small: Person; smallId: string }> {
    const pool = await stage.newPool(100_00);
    const [big, small] = [await stage.fan(), await stage.fan()];
    await stage.pledge(big, pool.id, 96_00);
    const { id: smallId } = await stage.pledge(small, pool.id, 4_00);
    expect((await stage.pool(pool.id)).status).toBe('goal_met');
    return { pool, big, small, smallId };
  }

  async function passDeadline(poolId: string): Promise<void> {
    await stage.sql`
      update pools set deadline = now() - interval '1 ms', clock_at = case when status = 'goal_met' then clock_at else now() end
      where id = ${poolId}`;
    await Promise.all(apps.map(({ context }) => applyPoolDeadline(context, poolId)));
    await stage.settle();
  }

  describe('a fan who crosses the goal again and again', () => {
    it('causes one notice for each person and one line in the chat', async () => {
      const { pool, small, smallId } = await filled();
      const before = (await readOutbox(stage.app)).length;
      for (let turn = 0; turn < 12; turn += 1) await change(small, smallId, turn % 2 === 0 ? 3_00 : 4_00, turn);
      await stage.settle();
      expect((await stage.pool(pool.id)).events.filter(({ to }) => to === 'goal_met')).toHaveLength(7);
      const notices = await stage.sql<{ kind: string; count: number }[]>`
        select kind, count(*)::int as count from notifications
        where href like ${`%${pool.id}%`} or href = ${pool.canonicalPath} group by kind order by kind`;
      expect(notices.filter(({ kind }) => kind.startsWith('goal_met'))).toEqual([
        { kind: 'goal_met', count: 1 },
        { kind: 'goal_met_fan', count: 2 },
        { kind: 'goal_met_owner', count: 1 },
      ]);
      expect(await readOutbox(stage.app)).toHaveLength(before);
      const [{ lines } = { lines: 0 }] = await stage.sql<{ lines: number }[]>`
        select count(*)::int as lines from messages m join chat_rooms r on r.id = m.room_id
        where r.pool_id = ${pool.id} and m.event = 'goal_met'`;
      expect(lines).toBe(1);
    });

    it('does not restart the time to answer', async () => {
      const { pool, small, smallId } = await filled();
      const leftMs = async () => {
        const { clocks } = await stage.pool(pool.id);
        return Date.parse(clocks.responseDueAt ?? '') - Date.now();
      };
      // Two of seven days are over.
      await stage.sql`
        update pools set response_due_at = response_due_at - interval '2 days', clock_at = clock_at - interval '2 days'
        where id = ${pool.id}`;
      const before = await leftMs();
      await change(small, smallId, 3_00);
      expect(await stage.pool(pool.id)).toMatchObject({ status: 'open', clocks: { responseDueAt: null } });
      await change(small, smallId, 4_00);
      const after = await leftMs();
      expect(before - after).toBeGreaterThanOrEqual(0);
      expect(before - after).toBeLessThan(60_000);
    });
  });

  describe('a small fan who withdraws', () => {
    it('after the funding deadline, leaves the creator the current amount', async () => {
      const { pool, big, small, smallId } = await filled();
      await passDeadline(pool.id);
      await withdraw(small, smallId);
      await passDeadline(pool.id);
      expect(await stage.pool(pool.id)).toMatchObject({
        status: 'goal_met',
        pledgedAmount: 96_00,
        clocks: { responseDueAt: expect.any(String) },
      });
      await expect(stage.accept(pool.id, { floorCents: 50_00 })).rejects.toMatchObject({ code: 'pool_state' });
      const tooMuch = stage.accept(pool.id, { floorCents: 97_00, atCurrentAmount: true });
      await expect(tooMuch).rejects.toMatchObject({ code: 'below_floor' });
      await stage.accept(pool.id, { floorCents: 50_00, atCurrentAmount: true });
      await stage.settle();
      expect(await stage.pool(pool.id)).toMatchObject({ status: 'in_production', currentAmount: 96_00 });
      expect((await stage.pool(pool.id)).recentFans.map(({ id }) => id)).toEqual([big.id]);
    });

    it('after the funding deadline, lets others fill the gap', async () => {
      const { pool, small, smallId } = await filled();
      await passDeadline(pool.id);
      await withdraw(small, smallId);
      const other = await stage.fan();
      await stage.pledge(other, pool.id, 5_00);
      expect(await stage.pool(pool.id)).toMatchObject({ status: 'goal_met', pledgedAmount: 101_00 });
      await stage.accept(pool.id, { floorCents: 50_00 });
      await stage.settle();
      expect(await stage.pool(pool.id)).toMatchObject({ status: 'in_production', currentAmount: 101_00 });
    });

    it('shortly before the funding deadline, does not end the pool at the deadline', async () => {
      const { pool, small, smallId } = await filled();
      await withdraw(small, smallId);
      expect((await stage.pool(pool.id)).status).toBe('open');
      await passDeadline(pool.id);
      const waiting = await stage.pool(pool.id);
      expect(waiting).toMatchObject({ status: 'goal_met', pledgedAmount: 96_00 });
      expect(waiting.events.at(-1)?.reason).toContain('below its goal');
      const rows = await stage.sql`
        select kind from notifications where user_id = ${stage.people.creator.id} and body like '%below its goal%'
          and href like ${`%${pool.id}%`}`;
      expect(rows).toHaveLength(1);
      const other = await stage.fan();
      expect(await stage.pledge(other, pool.id, 3_00)).toMatchObject({ status: 'pledged' });
      await stage.accept(pool.id, { floorCents: 50_00, atCurrentAmount: true });
      await stage.settle();
      expect(await stage.pool(pool.id)).toMatchObject({ status: 'in_production', currentAmount: 99_00 });
    });

    it('without an answer, lapses at the end of the time to answer', async () => {
      const { pool, small, smallId } = await filled();
      await passDeadline(pool.id);
      await withdraw(small, smallId);
      await stage.sql`update pools set response_due_at = now(), clock_at = now() where id = ${pool.id}`;
      await Promise.all(apps.map(({ context }) => applyPoolDeadline(context, pool.id)));
      await stage.settle();
      expect(await stage.pool(pool.id)).toMatchObject({ status: 'lapsed', atEnd: { pledgedAmount: 96_00 } });
    });
  });
});

describe('at the default limits', () => {
  it('lets a fan change a pledge thirty times an hour, and always withdraw it', async () => {
    const stage = await PledgeStage.open({ RATE_LIMITS: '1' });
    const pool = await stage.newPool(100_00);
    const fan = await stage.fan();
    const { id } = await stage.pledge(fan, pool.id, 10_00);
    const change = (amountCents: number) => fan.client.call(changePledge, { params: { id }, body: { amountCents } });
    for (let turn = 1; turn < 30; turn += 1) await change(10_00 + turn);
    await expect(change(20_00)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await fan.client.call(withdrawPledge, { params: { id } })).toMatchObject({ status: 'withdrawn' });
    await expect(stage.post(fan, pool.id, 10_00)).rejects.toMatchObject({ code: 'rate_limited' });
    await stage.close();
  });
});
