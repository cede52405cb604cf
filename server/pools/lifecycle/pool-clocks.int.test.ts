import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { submitContent } from '#contract/delivery.ts';
import { acceptPool, editPool, getPool, type Pool, type PoolStatus } from '#contract/pools/pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, cards, eventually, makeCreator, makePool, pledge, pledgeBecomes } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let owner: Person;
let fan: Person;
let creator: Creator;

// These tests send no requests. Windows of seconds replace days, and the clock jobs do the rest.
beforeAll(async () => {
  app = await startTestApp({
    env: {
      RESPONSE_WINDOW: 'PT5S',
      PAYMENT_WINDOW: 'PT3S',
      SHORTFALL_WINDOW: 'PT1S',
      DELIVERY_DAY: 'PT1S',
      DELIVERY_GRACE: 'PT1S',
      QUIET_PERIOD: 'PT1S',
      DELIVERY_REVIEW: 'auto',
    },
  });
  owner = await insertPerson(app);
  fan = await insertPerson(app);
  creator = await makeCreator(app);
});
afterAll(() => app.close());

const becomes = (pool: Pool, status: PoolStatus) =>
  eventually(
    () => fan.client.call(getPool, { params: { id: pool.id } }),
    (row) => row.status === status,
  );
const makeRequest = () => makePool(owner, { creatorProfileId: creator.profileId, fundingGoal: 2000 });
const accept = (pool: Pool) =>
  creator.client.call(acceptPool, { params: { id: pool.id }, body: { deliveryDays: 1, floorCents: 2000 } });

it('reminds a silent creator once, then lapses', async () => {
  const pool = await makeRequest();
  await pledge(fan, pool.id, 2000);
  await becomes(pool, 'goal_met');
  const reminders = () =>
    app.context.db.sql`select 1 from notifications where user_id = ${creator.id} and kind = 'response_reminder'`;
  await eventually(reminders, (rows) => rows.length === 1);
  await becomes(pool, 'lapsed');
  expect(await reminders()).toHaveLength(1);
});

it('tells and reminds a creator who gets a pool by an edit after its goal was met', async () => {
  const [pool, other] = [await makePool(owner, { fundingGoal: 2000 }), await makeCreator(app)];
  await pledge(owner, pool.id, 2000);
  await becomes(pool, 'goal_met');
  const give = (creatorProfileId: string) =>
    owner.client.call(editPool, { params: { id: pool.id }, body: { creatorProfileId } });
  await give(other.profileId);
  await give(creator.profileId);
  await give(other.profileId);
  const notices = () =>
    app.context.db.sql<{ kind: string }[]>`
      select kind from notifications where user_id = ${other.id} order by created_at, id`;
  const reminders = await eventually(notices, (rows) => rows.some(({ kind }) => kind === 'response_reminder'));
  expect(reminders.map(({ kind }) => kind)).toEqual(['goal_met', 'response_reminder']);
});

it('refunds all payments when payments, answer or delivery do not come', async () => {
  const [short, undelivered] = [await makeRequest(), await makeRequest()];
  const second = await insertPerson(app);
  const paid = await pledge(fan, short.id, 1000);
  await pledge(second, short.id, 1000, cards.insufficient);
  const whole = await pledge(fan, undelivered.id, 2000);
  await accept(short);
  await accept(undelivered);
  await becomes(short, 'refunded');
  await becomes(undelivered, 'refunded');
  await pledgeBecomes(fan, paid.id, 'refunded');
  await pledgeBecomes(fan, whole.id, 'refunded');
  const steps = (await becomes(short, 'refunded')).events.map(({ to }) => to);
  expect(steps).toEqual(['open', 'goal_met', 'accepted', 'collecting', 'shortfall', 'refunded']);
}, 40_000);

it('completes after the quiet period and publishes every status to watchers', async () => {
  const pool = await makeRequest();
  const socket = io(`${app.url}/live`, { transports: ['websocket'] });
  const seen: string[] = [];
  socket.on('pool_updated', ({ id, status }: { id: string; status: string }) => {
    if (id === pool.id) seen.push(status);
  });
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()));
  socket.emit('watch', { poolId: pool.id });
  // Broadcasts within a burst are merged, so the next step waits for this broadcast.
  const noticesAt = (status: PoolStatus) =>
    eventually(
      async () => seen,
      (statuses) => statuses.includes(status),
    );
  await pledge(fan, pool.id, 2000);
  await noticesAt('goal_met');
  await accept(pool);
  await noticesAt('in_production');
  await creator.client.call(submitContent, { params: { id: pool.id }, body: { text: 'Here it is.' } });
  const done = await becomes(pool, 'completed');
  expect(done).toMatchObject({ hasAccess: true, endedAt: expect.any(String), endReason: null, currentAmount: 2000 });
  await noticesAt('completed');
  socket.close();
  const awaited = ['goal_met', 'in_production', 'delivered', 'completed'];
  expect(seen.filter((status, at) => awaited.includes(status) && status !== seen[at - 1])).toEqual(awaited);
}, 40_000);
