import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createFacts, type Facts } from './facts.ts';
import { createJobs, type Jobs } from './jobs.ts';

declare module './facts.ts' {
  interface FactMap {
    'test.counted': { n: number };
  }
}

const log = createLogger('silent');
let database: TestDatabase;
let db: Database;
let jobs: Jobs;
let facts: Facts;
let handled: number[] = [];
const refused = new Set<number>();

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { log, max: 4 });
  jobs = createJobs({ url: database.url, log, metrics: createMetrics(), work: true });
  facts = createFacts({ db, jobs, log });
  facts.on('test.counted', 'list', async ({ n }) => {
    handled.push(n);
    if (refused.has(n)) throw new Error('not yet');
  });
  await jobs.start();
});

afterAll(async () => {
  await jobs.stop();
  await db.close();
  await database.drop();
});

beforeEach(async () => {
  handled = [];
  refused.clear();
  await db.sql`delete from pgboss.job`;
});

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => ({ n: index + 1 }));
const publishTo = (last: number) => db.tx((tx) => facts.publishMany(tx, 'test.counted', numbersTo(last)));
const readJobs = () =>
  db.sql<{ kind: string; state: string; numbers: number }[]>`
    select data->>'kind' as kind, state::text,
      case jsonb_typeof(data->'payload') when 'array' then jsonb_array_length(data->'payload') else 1 end as numbers
    from pgboss.job order by id`;

test('facts that are published together share jobs of at most fifty, and each is handled once', async () => {
  await publishTo(120);
  await jobs.drain();
  expect(handled.toSorted((a, b) => a - b)).toEqual(numbersTo(120).map(({ n }) => n));
  const kind = 'facts:test.counted:list';
  expect(await readJobs()).toEqual([50, 50, 20].map((numbers) => ({ kind, state: 'completed', numbers })));
});

test('a fact that fails is tried again alone and holds up no others', async () => {
  refused.add(2);
  await publishTo(4);
  await jobs.drain();
  expect(handled).toEqual([1, 2, 3, 4, 2]);
  expect(await readJobs()).toEqual([
    { kind: 'facts:test.counted:list', state: 'completed', numbers: 4 },
    { kind: 'fact:test.counted:list', state: 'retry', numbers: 1 },
  ]);
  refused.clear();
  await db.sql`update pgboss.job set start_after = now() where state = 'retry'`;
  await jobs.drain();
  expect(handled).toEqual([1, 2, 3, 4, 2, 2]);
});

test('a single fact gets a job for itself, and no facts get none', async () => {
  await publishTo(1);
  await publishTo(0);
  await jobs.drain();
  expect(handled).toEqual([1]);
  expect(await readJobs()).toEqual([{ kind: 'fact:test.counted:list', state: 'completed', numbers: 1 }]);
});

test('a handler of everything that is published together gets it in one call, within the transaction', async () => {
  const calls: number[][] = [];
  const others = createFacts({ db, jobs, log });
  others.withinAll('test.counted', async (_, payloads) => void calls.push(payloads.map(({ n }) => n)));
  await db.tx(async (tx) => {
    await others.publishMany(tx, 'test.counted', numbersTo(3));
    await others.publishMany(tx, 'test.counted', []);
    await others.publish(tx, 'test.counted', { n: 9 });
    expect(calls).toEqual([[1, 2, 3], [9]]);
  });
});
