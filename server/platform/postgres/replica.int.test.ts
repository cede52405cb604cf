import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPool, listPools, resolvePool } from '#contract/pools.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { withDatabase } from '#testing/chaos/history.ts';
import { ReplicatedPostgres } from '#testing/chaos/replicated-postgres.ts';
import { freePort } from '#testing/free-port.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { DatabaseProxy } from '#testing/servers/database-proxy.ts';
import { type Connection, openDatabase, type Sql } from './db.ts';
import { readFollowedTimeline, readPrimaryPosition, readReplayPosition, readSystem } from './replica.sql.ts';

let pair: ReplicatedPostgres;
let way: DatabaseProxy;
let app: TestApp;
let owner: Person;

beforeAll(async () => {
  pair = await ReplicatedPostgres.start({ isSynchronous: false });
  way = new DatabaseProxy(pair.standbyUrl, await freePort());
  await way.open();
  const log = createLogger('silent');
  const database = openDatabase(pair.url, { log, max: 1 });
  await migrate(database, log);
  await database.close();
  app = await startTestApp({ beside: { databaseUrl: pair.url }, env: { DATABASE_REPLICA_URL: way.url } });
  owner = await insertPerson(app);
  await isInUse(true);
});
afterAll(async () => {
  await app?.close();
  await way?.refuse();
  await pair?.stop();
});

async function metric(name: string): Promise<number> {
  const line = (await app.context.metrics.text()).split('\n').find((text) => text.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}
const readsOf = (database: 'replica' | 'primary') => metric(`fanfare_public_reads_total{database="${database}"}`);

async function isInUse(expected: boolean): Promise<void> {
  for (let tries = 0; (await metric('fanfare_replica_in_use')) !== Number(expected); tries += 1) {
    if (tries > 200)
      throw new Error(`the replica is ${expected ? 'not ' : ''}in use: ${await app.context.replica?.findFault()}`);
    await sleep(50);
  }
}

async function countReads<T>(work: () => Promise<T>): Promise<{ replica: number; primary: number }> {
  const before = [await readsOf('replica'), await readsOf('primary')] as const;
  await work();
  return { replica: (await readsOf('replica')) - before[0], primary: (await readsOf('primary')) - before[1] };
}

/** In a slow moment of the machine, the standby needs longer than it may, and the primary answers. */
const isFromReplica = (work: () => Promise<unknown>) =>
  expect.poll(() => countReads(work), { timeout: 20_000, interval: 200 }).toEqual({ replica: 1, primary: 0 });

const titles = async () => (await app.client().call(listPools)).pools.map(({ title }) => title);
const onStandby = <T>(work: Parameters<typeof withDatabase<T>>[1]) => withDatabase(pair.standbyUrl, work);

describe('a replica', () => {
  it('is examined without privileges', async () => {
    await pair.onPrimary((sql) => sql`create role plain`);
    const asPlain =
      <T>(read: (sql: Connection) => Promise<T>) =>
      (sql: Sql) =>
        sql.begin(async (tx) => {
          await tx`set local role plain`;
          return read(tx as Connection);
        });
    const target = await pair.onPrimary(asPlain(readPrimaryPosition));
    const system = await pair.onPrimary(asPlain(readSystem));
    await expect.poll(() => onStandby(asPlain(readReplayPosition))).toBeGreaterThanOrEqual(target.bytes);
    expect(await onStandby(asPlain(readFollowedTimeline))).toBe(target.timeline);
    expect(await onStandby(asPlain(readSystem))).toBe(system);
  });

  it('answers public lists and visitors, but not calls that depend on the signed-in person', async () => {
    const pool = await makePool(owner, { title: 'Served from the standby' });
    const params = { id: pool.id };
    await isFromReplica(() => app.client().call(getPool, { params }));
    await isFromReplica(() => owner.client.call(listPools));
    expect(await countReads(() => owner.client.call(getPool, { params }))).toEqual({ replica: 0, primary: 0 });
  });

  it('shows every change to the next read', async () => {
    const reads = await countReads(async () => {
      for (let count = 1; count <= 25; count += 1) {
        const { title, canonicalPath } = await makePool(owner, { title: `Change number ${count}` });
        const [found, listed] = await Promise.all([
          app.client().call(resolvePool, { query: { path: canonicalPath } }),
          titles(),
        ]);
        expect([found.title, listed[0]]).toEqual([title, title]);
      }
    });
    // Slow moments of the machine may leave some reads to the primary.
    expect(reads.replica).toBeGreaterThan(0);
  });

  it('leaves its reads to the primary while it is behind', async () => {
    await onStandby((sql) => sql`select pg_wal_replay_pause()`);
    const behind = await countReads(async () => {
      await makePool(owner, { title: 'Not replayed yet' });
      expect((await titles())[0]).toBe('Not replayed yet');
      expect((await titles())[0]).toBe('Not replayed yet');
    });
    expect(behind).toEqual({ replica: 0, primary: 2 });
    await expect.poll(() => metric('fanfare_replica_lag_bytes'), { timeout: 5000 }).toBeGreaterThan(0);
    expect(await app.context.replica?.findFault()).toMatch(/behind/);
    await onStandby((sql) => sql`select pg_wal_replay_resume()`);
    await isInUse(true);
    await isFromReplica(titles);
  });

  it('leaves its reads to the primary while its machine is away or silent', async () => {
    for (const leave of [() => way.refuse(), async () => way.swallow()]) {
      await leave();
      const reads = await countReads(async () => {
        await makePool(owner, { title: 'Without the standby' });
        expect((await titles())[0]).toBe('Without the standby');
      });
      expect(reads).toEqual({ replica: 0, primary: 1 });
      await way.open();
      await isInUse(true);
    }
  });

  it('answers again from the primary when a read fails on the standby', async () => {
    way.cutAt('feed_counts');
    const reads = await countReads(async () => expect(await titles()).not.toEqual([]));
    expect(reads).toEqual({ replica: 0, primary: 1 });
    await isInUse(true);
  });

  it('is not in use after it was promoted', async () => {
    await onStandby((sql) => sql`select pg_promote()`);
    await isInUse(false);
    const reads = await countReads(async () => {
      await makePool(owner, { title: 'On the primary only' });
      expect((await titles())[0]).toBe('On the primary only');
    });
    expect(reads).toEqual({ replica: 0, primary: 1 });
    expect(await app.context.replica?.findFault()).toMatch(/follow|standby|answer/);
  });
});
