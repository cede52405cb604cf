import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventOf, listEvents } from '#contract/events.ts';
import { changePledge } from '#contract/pledges/pledges.ts';
import { cancelPool } from '#contract/pools/pools.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { deleteEventsOf, deleteOldEvents } from './events.sql.ts';
import { readEnd } from './read-events.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

const monthMs = 30 * 24 * 60 * 60_000;

/** The events of all pools so far, after they became a month old. */
async function afterMonth() {
  const { db } = stage.context;
  await readEnd(stage.context);
  await db.sql`update events set occurred_at = occurred_at - interval '31 days' where position is not null`;
  while ((await db.tx((tx) => deleteOldEvents(tx, monthMs, 50))) > 0);
  return eventsNow();
}
const eventsNow = async () => (await stage.people.creator.client.call(listEvents, { query: {} })).events as EventOf[];

it('forgets events after their time, and still tells each part of a goal once', async () => {
  const { id: poolId } = await stage.newPool(100_00);
  const fan = await stage.fan();
  const { id } = await stage.pledge(fan, poolId, 30_00);
  const change = (amountCents: number) => fan.client.call(changePledge, { params: { id }, body: { amountCents } });
  await afterMonth();
  await change(20_00);
  await change(40_00);
  const percents = async () => (await eventsNow()).flatMap(({ data }) => ('percent' in data ? [data.percent] : []));
  expect(await percents()).toEqual([25]);
  await change(60_00);
  expect(await percents()).toEqual([25, 50]);
});

it('keeps the pledges of a pool while it raises money, for its latest backers', async () => {
  const { id: poolId } = await stage.newPool(100_00);
  await stage.pledge(await stage.fan(), poolId, 20_00);
  const typesOf = (events: readonly EventOf[]) =>
    events.flatMap(({ type, data }) => ('pool' in data && data.pool?.id === poolId ? [type] : []));
  expect(typesOf(await eventsNow())).toEqual(['pool.opened', 'pledge.placed']);
  expect(typesOf(await afterMonth())).toEqual(['pledge.placed']);
  await stage.people.admin.client.call(cancelPool, { params: { id: poolId }, body: { reason: 'Not possible' } });
  expect(typesOf(await afterMonth())).toEqual([]);
});

it('finds the events of a person who leaves without reading all others', async () => {
  const { owner } = stage.people;
  await stage.context.db.tx(async (tx) => {
    // The planner reads small tables as a whole. Now it does so only if no index helps.
    await tx`set local enable_seqscan = off`;
    const wholeReads = async () => {
      const [row] = await tx<{ count: number }[]>`
        select seq_scan::int as count from pg_stat_xact_user_tables where relname = 'events'`;
      return row?.count;
    };
    const before = await wholeReads();
    await deleteEventsOf(tx, owner.id);
    expect(await wholeReads()).toBe(before);
  });
});
