import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockWaits } from '#testing/lock-waits.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { readEnd, readEvents } from './read-events.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

it('does not let a reader pass an event that commits late', async () => {
  const { creator } = stage.people;
  const { id: poolId } = await stage.newPool(500_00);
  const reader = { userId: creator.id, readsSite: false };
  const start = await readEnd(stage.context);
  const write = (tx: (parts: TemplateStringsArray, ...values: unknown[]) => unknown) =>
    tx`insert into events (type, pool_id) values ('pool.goal_met', ${poolId})` as Promise<unknown>;
  const { promise: isRead, resolve: go } = Promise.withResolvers<void>();
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
  const late = stage.context.db.tx(async (tx) => {
    await write(tx as never);
    written();
    await isRead;
  });
  await isWritten;
  await stage.context.db.tx((tx) => write(tx as never));
  const first = await readEvents(stage.context, reader, { after: start, limit: 10 });
  go();
  await late;
  const second = await readEvents(stage.context, reader, { after: first.last?.position ?? 0, limit: 10 });
  expect([first.events.length, second.events.length]).toEqual([1, 1]);
  expect(second.events[0]?.position).toBeGreaterThan(first.events[0]?.position ?? 0);
  await stage.sql`delete from events where pool_id = ${poolId} and position > ${start}`;
});

it('gives each place once while many write and read', async () => {
  const { creator } = stage.people;
  const { id: poolId } = await stage.newPool(500_00);
  const reader = { userId: creator.id, readsSite: false };
  let after = await readEnd(stage.context);
  const start = after;
  let isDone = false;
  const writing = Promise.all(
    Array.from({ length: 120 }, () =>
      stage.context.db.tx(async (tx) => {
        await tx`insert into events (type, pool_id) values ('pool.goal_met', ${poolId})`;
        await tx`select pg_sleep(random() / 50)`;
      }),
    ),
  ).then(() => {
    isDone = true;
  });
  const seen: number[] = [];
  for (;;) {
    const wasDone = isDone;
    const { events, last } = await readEvents(stage.context, reader, { after, limit: 5 });
    seen.push(...events.map(({ position }) => position));
    if (last) after = last.position;
    else if (wasDone) break;
  }
  await writing;
  expect(new Set(seen).size).toBe(120);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  await stage.sql`delete from events where pool_id = ${poolId} and position > ${start}`;
});

it('leaves the places that another reader has given', async () => {
  const { id: poolId } = await stage.newPool(500_00);
  await readEnd(stage.context);
  const write = (occurredAt: Date) =>
    stage.sql`insert into events (type, pool_id, occurred_at) values ('pool.goal_met', ${poolId}, ${occurredAt})`;
  const later = new Date();
  await write(later);
  const { promise: isNumbered, resolve: numbered } = Promise.withResolvers<void>();
  const first = stage.context.db.tx(async (tx) => {
    await tx`select number_events()`;
    numbered();
    await lockWaits(tx, 1, 'number_events');
  });
  await isNumbered;
  await write(new Date(later.getTime() - 1000));
  await Promise.all([first, readEnd(stage.context)]);
  const rows = await stage.sql<{ occurredAt: Date }[]>`
    select occurred_at from events where pool_id = ${poolId} and type = 'pool.goal_met' order by position`;
  expect(rows.map(({ occurredAt }) => later.getTime() - occurredAt.getTime())).toEqual([0, 1000]);
});
