import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { startTestApp } from '#testing/app.ts';
import { freePort } from '#testing/free-port.ts';
import { repeats, seed, seededRandom } from '#testing/seeded-random.ts';
import { SmallDisk } from '#testing/small-disk.ts';
import { compareHistory, withServerDatabase } from './history.ts';
import { startCollecting } from './kill-storm.ts';
import { invitePeople, peopleEnv } from './people.ts';
import { RetryingClient, type Traffic } from './retrying-client.ts';
import { ServerProcess } from './server-process.ts';
import { settleApp } from './settle-app.ts';

/** PostgreSQL without connections, without space on its disk, and with conflicts between transactions. */
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const newTraffic = (): Traffic => ({ acknowledged: 0, retried: 0, faults: [] });

/** One of twenty statements that write to these tables fails as if another transaction had won. */
async function injectConflicts(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create sequence injected;
    create function inject_conflict() returns trigger language plpgsql as $$
    begin
      if random() < 0.05 then
        perform nextval('injected');
        raise exception using message = 'injected', errcode = case when random() < 0.5 then '40001' else '40P01' end;
      end if;
      return null;
    end $$;`);
  for (const table of ['pledges', 'pools', 'payments', 'ledger_journals'])
    await sql.unsafe(`
      create trigger inject_conflict after insert or update on ${table} for each statement execute function inject_conflict()`);
}

const operations = repeats(60, 3000);

it(
  `loses nothing and answers without an internal error in ${operations} changes with 5 % conflicts`,
  async () => {
    const app = await startTestApp({ env: { ...peopleEnv, RATE_LIMITS: 'off' } });
    const traffic = newTraffic();
    const people = await invitePeople(app.url, traffic, 4, seed);
    const done = () => people.fans.reduce((sum, fan) => sum + fan.operations, 0);
    await injectConflicts(app.context.db.sql);
    const random = seededRandom(seed);
    const collected: string[] = [];
    await Promise.all([
      ...people.fans.map((fan) => fan.storm(people.stormed, () => done() >= operations)),
      (async () => {
        for (let count = 0; count < operations / 50; count += 1) collected.push(await startCollecting(people, random));
      })(),
    ]);
    const { sql } = app.context.db;
    await settleApp(app);
    const ends = new Map(collected.map((poolId) => [poolId, ['paid']]));
    const violations = [
      ...(await compareHistory(sql, people.fans, ends)),
      ...traffic.faults,
      ...people.fans.flatMap((fan) => fan.violations),
    ];
    // A sequence counts also what was rolled back.
    const [injected] = await sql<{ count: number }[]>`select last_value as count from injected`;
    const hint = JSON.stringify({
      seed,
      operations: done(),
      injected,
      retried: traffic.retried,
      collected: collected.length,
    });
    console.log(hint);
    expect(violations, hint).toEqual([]);
    expect(injected?.count, hint).toBeGreaterThan(operations / 50);
    // Closing checks the invariants; the triggers must not disturb that.
    await app.close();
  },
  60_000 + operations * 400,
);

/** Takes every connection that the server does not have yet. */
async function takeAllConnections(url: string): Promise<Database[]> {
  const taken: Database[] = [];
  for (let isFull = false; !isFull; ) {
    const database = openDatabase(url, { log: createLogger('silent'), max: 1 });
    taken.push(database);
    isFull = await database.sql`select 1`.then(
      () => false,
      (error: unknown) => (error as { code?: string }).code === '53300',
    );
  }
  return taken;
}

it('answers 503 while PostgreSQL has no free connection, and serves again once it has some', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-connections-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const settings = { max_connections: '20', fsync: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  cleanups.push(() => postgres.stop());
  const server = new ServerProcess({
    dataDir: join(dataDir, 'data'),
    port: await freePort(),
    env: { DATABASE_URL: postgres.url },
  });
  cleanups.push(() => server.kill());
  server.spawn();
  await server.ready();
  const others = await takeAllConnections(postgres.url);
  // Each of these calls needs a separate connection.
  const read = async (_each: unknown, index: number) => {
    const response = await fetch(`${server.url}/api/check-username?username=fan_${index}`);
    await response.arrayBuffer();
    return [response.status, response.headers.get('retry-after')].join(' ');
  };
  const answers = await Promise.all(Array.from({ length: 200 }, read));
  const refused = answers.filter((answer) => answer === '503 2').length;
  expect([...new Set(answers)].filter((answer) => answer !== '200 ' && answer !== '503 2')).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  for (const other of others) await other.close();
  const freedAt = performance.now();
  await expect
    .poll(async () => new Set(await Promise.all(Array.from({ length: 20 }, read))))
    .toEqual(new Set(['200 ']));
  console.log(`refused ${refused} of 200; all served after ${Math.round(performance.now() - freedAt)} ms`);
  expect(await server.stop()).toMatchObject({ code: 0 });
}, 60_000);

const disk = new SmallDisk(160);
afterAll(() => disk.unmount());

it.skipIf(!disk.isMounted)(
  'refuses writes and serves reads while the disk of PostgreSQL is full, and goes on once there is space',
  async () => {
    // After a first try.
    await disk.free();
    const dataDir = await mkdtemp(join(disk.folder, 'data-'));
    const server = new ServerProcess({ dataDir, port: await freePort(), env: { ...peopleEnv, DISK_RESERVE: '0MB' } });
    cleanups.push(() => server.kill({ database: true }));
    server.spawn();
    await server.ready();
    const admin = new RetryingClient(server.url, newTraffic());
    await admin.call(login, { body: { email: peopleEnv.ADMIN_EMAIL, password: peopleEnv.ADMIN_PASSWORD } });
    const acknowledged: string[] = [];
    const write = async () => {
      const response = await fetch(`${server.url}/api/pools`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: admin.cookie },
        body: JSON.stringify({
          title: 'A song about rain',
          description: 'Please write and record a song about the rain. '.repeat(40),
          fundingGoal: 100_00,
          categories: ['Music'],
        }),
      });
      const body = (await response.json()) as { id: string };
      if (response.status === 201) acknowledged.push(body.id);
      return response.status;
    };
    expect(await write()).toBe(201);
    await disk.fillUpTo(0);
    const statuses: number[] = [];
    while (statuses.filter((status) => status !== 201).length < repeats(20, 300) && statuses.length < 5000)
      statuses.push(await write());
    console.log(`${acknowledged.length} writes, then ${statuses.filter((status) => status === 503).length} refused`);
    expect(new Set(statuses)).toEqual(new Set([201, 503]));
    for (const path of ['/api/pools', `/api/pools/${acknowledged.at(-1)}`, '/readyz'])
      expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
    await disk.free();
    await expect.poll(write).toBe(201);
    await withServerDatabase(dataDir, async (sql) => {
      const stored = await sql<{ id: string }[]>`select id from pools`;
      expect(stored.map(({ id }) => id).sort()).toEqual(acknowledged.toSorted());
      // What pg_amcheck runs.
      await sql`create extension amcheck`;
      const indexes = await sql<{ oid: number }[]>`
      select c.oid::int from pg_class c join pg_am a on a.oid = c.relam
      where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'`;
      for (const { oid } of indexes) await sql`select bt_index_check(${oid}::regclass, true)`;
      expect(indexes.length).toBeGreaterThan(100);
    });
    expect(await server.cli('check')).toMatchObject({ code: 0 });
    expect(await server.stop()).toMatchObject({ code: 0 });
  },
  180_000,
);
