import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createJobs, type Jobs } from './jobs.ts';

const log = createLogger('silent');
let database: TestDatabase;
let db: Database;
let jobs: Jobs;
const seen: string[] = [];
let failuresLeft = 0;
let isOtherStopped = false;

function newJobs(work = true): Jobs {
  return createJobs({ url: database.url, log, metrics: createMetrics(), work });
}

function defineNote(target: Jobs) {
  return target.define<{ text: string }>('note', async ({ text }) => {
    if (text === 'stubborn' && failuresLeft-- > 0) throw new Error('not yet');
    seen.push(text);
  });
}

let note: ReturnType<typeof defineNote>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { log, max: 4 });
  jobs = newJobs();
  note = defineNote(jobs);
  jobs.define<undefined>('long', async () => {
    // Leaves the job to the other node until that one has stopped.
    if (!isOtherStopped) throw new Error('not yet');
    seen.push('long');
  });
  await jobs.start();
});

afterAll(async () => {
  await jobs.stop();
  await db.close();
  await database.drop();
});

async function until(done: () => boolean, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while (!done()) {
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms; seen ${seen.join(' ')}`);
    await sleep(20);
  }
}

test('starts a job as soon as its transaction commits', async () => {
  const started = Date.now();
  // With the poll of each second, the next job would start a second after the previous one.
  for (const text of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
    await db.tx(async (tx) => {
      await jobs.enqueue(tx, note, { text });
      expect(seen).not.toContain(text);
    });
    await until(() => seen.includes(text), 10_000);
  }
  expect(Date.now() - started).toBeLessThan(4000);
});

test('jobs get ids that begin with the time, so that new ones share the last page of an index', async () => {
  const startAfterMs = 3_600_000;
  await db.tx(async (tx) => {
    await jobs.enqueue(tx, note, { text: 'one' }, { startAfterMs });
    await jobs.enqueueMany(tx, note, [{ text: 'two' }, { text: 'three' }], { startAfterMs });
  });
  const stored = await db.sql<{ id: string; singletonKey: string }[]>`
    delete from pgboss.job where start_after > now() + interval '30 minutes' returning id, singleton_key`;
  expect(stored).toHaveLength(3);
  expect(stored.flatMap(({ id, singletonKey }) => [id[14], singletonKey[14]])).toEqual(Array(6).fill('7'));
});

test('does not run a job from a rolled-back transaction', async () => {
  const refused = db.tx(async (tx) => {
    await jobs.enqueue(tx, note, { text: 'rolled back' });
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  await jobs.drain();
  expect(seen).not.toContain('rolled back');
});

test('a delayed job starts within about a second of its time, not before', async () => {
  await db.tx((tx) => jobs.enqueue(tx, note, { text: 'later' }, { startAfterMs: 1500 }));
  await jobs.drain();
  expect(seen).not.toContain('later');
  const started = Date.now();
  await until(() => seen.includes('later'), 10_000);
  expect(Date.now() - started).toBeGreaterThan(1200);
  expect(Date.now() - started).toBeLessThan(5000);
  await db.tx((tx) => jobs.enqueue(tx, note, { text: 'at a time' }, { startAt: new Date(Date.now() - 1000) }));
  await jobs.drain();
  expect(seen).toContain('at a time');
});

test('retries a job later if its handler throws', async () => {
  failuresLeft = 1;
  await db.tx((tx) => jobs.enqueue(tx, note, { text: 'stubborn' }));
  await jobs.drain();
  expect(seen).not.toContain('stubborn');
  await until(() => seen.includes('stubborn'), 10_000);
});

test('does not add a second job while a job with the same key is waiting, and keeps the earlier time', async () => {
  for (const startAfterMs of [60_000, 300, 120_000]) {
    await db.tx((tx) => jobs.enqueue(tx, note, { text: 'single' }, { startAfterMs, singletonKey: 'k' }));
  }
  const [row] = await db.sql`select count(*) from pgboss.job where singleton_key = 'note:k'`;
  expect(row?.count).toBe(1);
  await until(() => seen.includes('single'), 10_000);
  await db.tx((tx) => jobs.enqueue(tx, note, { text: 'single' }, { singletonKey: 'k' }));
  await jobs.drain();
  expect(seen.filter((text) => text === 'single')).toHaveLength(2);
});

test('does not start a waiting job before the caller that relied on it has committed', async () => {
  await db.tx((tx) => jobs.enqueue(tx, note, { text: 'locked' }, { startAfterMs: 200, singletonKey: 'locked' }));
  const relied = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const caller = db.tx(async (tx) => {
    await jobs.enqueue(tx, note, { text: 'locked' }, { singletonKey: 'locked' });
    relied.resolve();
    await commit.promise;
  });
  await relied.promise;
  await db.tx((tx) => jobs.enqueue(tx, note, { text: 'due later' }, { startAfterMs: 400 }));
  await until(() => seen.includes('due later'), 10_000);
  expect(seen).not.toContain('locked');
  commit.resolve();
  await caller;
  await until(() => seen.includes('locked'), 10_000);
});

test('runs each of many jobs once', async () => {
  await db.tx(async (tx) => {
    for (let index = 0; index < 60; index += 1) await jobs.enqueue(tx, note, { text: `many ${index}` });
  });
  await jobs.drain();
  expect(new Set(seen.filter((text) => text.startsWith('many'))).size).toBe(60);
});

test('aborts the signal of a running job when it stops, and another node runs the job again', async () => {
  const other = newJobs();
  const running = Promise.withResolvers<void>();
  const long = other.define<undefined>('long', async (_payload, signal) => {
    running.resolve();
    await once(signal, 'abort');
    signal.throwIfAborted();
  });
  await other.start();
  await db.tx((tx) => other.enqueue(tx, long, undefined));
  await running.promise;
  await other.stop();
  isOtherStopped = true;
  await until(() => seen.includes('long'), 10_000);
});

test('leases the job of a dead worker again', { timeout: 60_000 }, async () => {
  const sender = newJobs(false);
  const lost = defineNote(sender);
  await sender.start();
  // A worker on another machine took it and was killed: active, last heard of a while ago.
  await db.tx((tx) => sender.enqueue(tx, lost, { text: 'lost' }, { startAfterMs: 3_600_000, singletonKey: 'lost' }));
  await db.sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'
    where singleton_key = 'note:lost'`;
  await until(() => seen.includes('lost'), 30_000);
  await sender.stop();
});
