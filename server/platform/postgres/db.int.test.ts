import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { DatabaseProxy } from '#testing/servers/database-proxy.ts';
import { afterCommit, type Database, openDatabase, violates } from './db.ts';
import { compareMigrations, isMigrated, migrate } from './migrate.ts';
import { anyOf } from './sql-text.ts';

const log = createLogger('silent');
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { log, max: 4 });
  await db.sql`create table counters (id int primary key, big_value int8 not null default 0, touched_at timestamptz)`;
  await db.sql`insert into counters (id) values (1), (2)`;
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

test('maps int8 to numbers, times to dates, and columns to camelCase in both directions', async () => {
  await db.sql`insert into counters ${db.sql({ id: 3, bigValue: 10_000_000_000, touchedAt: new Date(0) })}`;
  const [row] = await db.sql`select * from counters where id = 3`;
  expect(row).toEqual({ id: 3, bigValue: 10_000_000_000, touchedAt: new Date(0) });
  const [sum] = await db.sql`select coalesce(sum(big_value), 0)::bigint as total_value from counters where id = 3`;
  expect(sum).toEqual({ totalValue: 10_000_000_000 });
});

test('composes statements of parts, and refuses a value that is undefined', async () => {
  const { sql } = db;
  const conditions = [sql`and n > ${1}`, sql`and n < ${9}`];
  const [row] = await sql`
    select array_agg(n) as found, ${sql('first_name')}, ${true} as flag, ${new Date(0)} - interval '1 hour' as earlier
    from (values (1, 'a'), (3, 'a'), (5, 'a')) as t (n, first_name)
    where n in ${sql([1, 3])} ${conditions} group by first_name`;
  expect(row).toEqual({ found: [3], firstName: 'a', flag: true, earlier: new Date(-3_600_000) });
  await expect(sql`select ${undefined as unknown as null}`.then()).rejects.toThrow('undefined');
});

test('reads and writes the types of PostgreSQL', async () => {
  const at = new Date('2026-03-29T01:30:00.5Z');
  const [row] = await db.sql`
    select ${at} as at, ${'2026-03-29'}::date as day, ${['a,"b"', null]}::text[] as texts, ${[2 ** 40]}::int8[] as counts,
      ${db.sql.json([{ a_b: 1 }])} as list, ${Buffer.from([0, 255])} as bytes, 1.50::numeric as exact, ${null}::text as nothing,
      ${[at.toISOString()]}::timestamptz[] as times, '1 day'::interval as span`;
  expect(row).toEqual({
    at,
    day: new Date('2026-03-29T00:00:00Z'),
    texts: ['a,"b"', null],
    counts: [2 ** 40],
    list: [{ aB: 1 }],
    bytes: Buffer.from([0, 255]),
    exact: '1.50',
    nothing: null,
    times: [at],
    span: '1 day',
  });
});

test('runs a statement again whose table has got a column since it was prepared', async () => {
  const one = openDatabase(database.url, { log, max: 1 });
  const read = () => one.sql`select * from growing`;
  const readInTx = () => one.tx(async (tx) => [...(await tx`select * from growing where true`)]);
  await db.sql`create table growing as select 1 as a`;
  expect([await read(), await readInTx()]).toEqual([[{ a: 1 }], [{ a: 1 }]]);
  await db.sql`alter table growing add b int`;
  expect(await read()).toEqual([{ a: 1, b: null }]);
  expect(await readInTx()).toEqual([{ a: 1, b: null }]);
  await one.close();
});

test('fails a transaction with its first failed statement, although others were sent with it', async () => {
  const caught: unknown[] = [];
  const failed = db.tx(async (tx) => {
    const answers = [tx`insert into counters (id) values (77)`, tx`select 1 / 0`, tx`select 2`];
    for (const answer of await Promise.allSettled(answers))
      if (answer.status === 'rejected') caught.push(answer.reason);
  });
  await expect(failed).rejects.toMatchObject({ code: '22012', stack: expect.stringContaining('db.int.test.ts') });
  expect(caught).toMatchObject([{ code: '22012' }, { code: '25P02' }]);
  expect(await db.sql`select 1 from counters where id = 77`).toEqual([]);
  await db.tx(async (tx) => {
    const part = tx.savepoint((inner) => inner`select 1 / 0`);
    await expect(part).rejects.toMatchObject({ code: '22012' });
    expect((await tx`insert into counters (id) values (78)`).count).toBe(1);
  });
  expect(await db.sql`delete from counters where id = 78 returning id`).toEqual([{ id: 78 }]);
});

test('ends a backup whose rows no one reads', async () => {
  const begun = db.sql.begin(async (tx) => {
    tx.copyOut('copy (select repeat(md5(n::text), 100) from generate_series(1, 100000) n) to stdout')
      .once('data', () => undefined)
      .pause();
    throw new Error('the disk is full');
  });
  await expect(begun).rejects.toThrow('the disk is full');
});

test('reuses the plan of a statement for a few ids', async () => {
  const one = openDatabase(database.url, { log, max: 1 });
  const { sql } = one;
  await sql`set plan_cache_mode = auto`;
  await sql`create temporary table named as select gen_random_uuid() as id from generate_series(1, 1000)`;
  await sql`create unique index on named (id)`;
  await sql`analyze named`;
  const [row] = await sql<{ id: string }[]>`select id from named limit 1`;
  const ids = [row?.id ?? ''];
  for (let n = 0; n < 8; n += 1) {
    expect(await sql`select id from named where id = ${anyOf(sql, ids)}`).toEqual([row]);
  }
  const [plans] = await sql`
    select generic_plans, custom_plans from pg_prepared_statements where statement like 'select id from named where%'`;
  expect(plans).toEqual({ genericPlans: 3, customPlans: 5 });
  await one.close();
});

test('two transactions that deadlock both succeed', async () => {
  const bump = (first: number, second: number) =>
    db.tx(async (tx) => {
      await tx`update counters set big_value = big_value + 1 where id = ${first}`;
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx`update counters set big_value = big_value + 1 where id = ${second}`;
    });
  await Promise.all([bump(1, 2), bump(2, 1)]);
  expect(await db.sql`select big_value from counters where id < 3`).toEqual([{ bigValue: 2 }, { bigValue: 2 }]);
});

test('refuses a transaction that meets a conflict in each of four tries as `unavailable`', async () => {
  let tries = 0;
  const conflict = db.tx(async (tx) => {
    tries += 1;
    await tx`do 'begin raise exception using errcode = ''40001''; end'`;
  });
  await expect(conflict).rejects.toMatchObject({ code: 'unavailable' });
  expect(tries).toBe(4);
});

test('runs effects once after the commit, and never after a rollback', async () => {
  const effects: string[] = [];
  await db.tx(async (tx) => {
    afterCommit(tx, () => {
      effects.push('committed');
      throw new Error('only logged');
    });
    expect(effects).toEqual([]);
  });
  const failed = db.tx(async (tx) => {
    afterCommit(tx, () => void effects.push('rolled back'));
    await tx`insert into counters (id) values (1)`;
  });
  await expect(failed).rejects.toSatisfy((error: unknown) => violates(error, 'counters_pkey'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(effects).toEqual(['committed']);
});

test('refuses the pool and another transaction inside a transaction', async () => {
  const attempts: (() => unknown)[] = [
    () => db.sql`select 1`,
    () => db.sql.unsafe('select 1'),
    () => db.sql.reserve(),
    () => db.sql.begin((tx) => tx`select 1`),
    () => db.tx((tx) => tx`select 1`),
  ];
  const refused = "Use the transaction's connection inside db.tx()";
  for (const attempt of attempts) {
    await expect(db.tx(async (tx) => [await tx`select 1`, await attempt()])).rejects.toThrow(refused);
  }
});

test('lets effects, and work that outlives its transaction, use the pool', async () => {
  const ended = Promise.withResolvers<void>();
  const effect = Promise.withResolvers<unknown>();
  const left = await db.tx(async (tx) => {
    afterCommit(tx, () => effect.resolve(db.sql`select 1 as one`));
    return { answer: ended.promise.then(() => db.sql`select 2 as two`) };
  });
  ended.resolve();
  expect(await effect.promise).toEqual([{ one: 1 }]);
  expect(await left.answer).toEqual([{ two: 2 }]);
});

test('reports a connection that the server ended as `unavailable`, and the next call works', async () => {
  const ended = db.tx(async (tx) => {
    await tx`select pg_terminate_backend(pg_backend_pid())`;
    await tx`select 1`;
  });
  await expect(ended).rejects.toMatchObject({ code: 'unavailable' });
  expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
  const nowhere = openDatabase('postgres://none@127.0.0.1:1/none', { log, max: 1 });
  await expect(nowhere.tx((tx) => tx`select 1`)).rejects.toMatchObject({ code: 'unavailable' });
  await nowhere.close();
});

test('survives a first connection that breaks while it starts', async () => {
  const proxy = new DatabaseProxy(database.url, await freePort());
  await proxy.open();
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  proxy.cutAt('idle_in_transaction_session_timeout');
  const pool = openDatabase(proxy.url, { log, max: 1 });
  await expect(pool.tx((tx) => tx`select 1`)).rejects.toMatchObject({ code: 'unavailable' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(unhandled).not.toHaveBeenCalled();
  expect(await pool.sql`select 1 as one`).toEqual([{ one: 1 }]);
  process.off('unhandledRejection', unhandled);
  await pool.close();
  await proxy.refuse();
});

test('refuses waiting statements of closed connections, and opens no connection', async () => {
  const proxy = new DatabaseProxy(database.url, await freePort());
  const pool = openDatabase(proxy.url, { log, max: 1 });
  await expect(pool.tx((tx) => tx`select 1`)).rejects.toMatchObject({ code: 'unavailable' });
  await proxy.open();
  const running = pool.tx((tx) => tx`select pg_sleep(0.3)`);
  const waiting = expect(pool.tx((tx) => tx`select 1`)).rejects.toMatchObject({ code: 'unavailable' });
  await pool.close();
  await Promise.all([running, waiting]);
  await expect(pool.sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  expect(proxy.connections).toBe(0);
  await proxy.refuse();
});

test('applies a routine once on one of several nodes, and again when its text has changed', async () => {
  const other = openDatabase(database.url, { log, max: 2 });
  const routine = (text: string) => ({ name: 'server/test/count.sql', text, checksum: text });
  const count =
    'create or replace function one() returns int language plpgsql as $$ begin return two(); end $$; update counters set big_value = big_value + 1 where id = 2';
  const define = 'create or replace function two() returns int language sql return 2';
  const counted = async () =>
    (await db.sql<{ bigValue: number }[]>`select big_value from counters where id = 2`)[0]?.bigValue;
  await db.sql`update counters set big_value = 0 where id = 2`;
  const both = { routines: [routine(`${define}; ${count}`)] };
  await Promise.all([migrate(db, log, both), migrate(other, log, both)]);
  expect(await counted()).toBe(1);
  await migrate(db, log, { routines: [routine(`${define}; ${count};`)] });
  expect(await counted()).toBe(2);
  await expect(migrate(db, log, { routines: [routine(`${count}; select nonsense`)] })).rejects.toThrow('nonsense');
  expect(await counted()).toBe(2);
  expect(await db.sql`select name from schema_routines`).toEqual([{ name: 'server/test/count.sql' }]);
  await db.sql`update schema_routines set version = '99.10.0', checksum = 'newer'`;
  await expect(migrate(db, log, both)).rejects.toThrow('of version 99.10.0');
  expect(await counted()).toBe(2);
  await db.sql`truncate schema_routines`;
  await migrate(db, log);
  const unchanged = await compareMigrations(db);
  expect(unchanged).toEqual({ missing: [], unknown: [] });
  await db.sql`update schema_routines set checksum = 'of another version' where name = 'server/chat/store-messages.sql'`;
  expect(await compareMigrations(db)).toEqual({ missing: ['server/chat/store-messages.sql'], unknown: [] });
  expect(await isMigrated(db)).toBe(true);
  await other.close();
});

test('applies migrations once and in order on one of several nodes, and refuses an edited one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  const at = pathToFileURL(`${folder}/`);
  await db.sql`create table previous_migrations as table schema_migrations`;
  await db.sql`truncate schema_migrations`;
  await writeFile(
    join(folder, '0001_a.sql'),
    'create table a (id int);\n-- no semicolon at the end\ncreate table b (id int)',
  );
  await writeFile(join(folder, '0002_c.sql'), 'alter table a add c text;');
  const other = openDatabase(database.url, { log, max: 2 });
  await Promise.all([
    migrate(db, log, { folder: at, routines: [] }),
    migrate(other, log, { folder: at, routines: [] }),
  ]);
  expect(await db.sql`select name from schema_migrations order by name`).toEqual([
    { name: '0001_a.sql' },
    { name: '0002_c.sql' },
  ]);
  await writeFile(join(folder, '0003_broken.sql'), 'create table half (id int); select nonsense;');
  await expect(migrate(db, log, { folder: at, routines: [] })).rejects.toThrow('nonsense');
  expect(await db.sql`select to_regclass('half') as half`).toEqual([{ half: null }]);
  await rm(join(folder, '0003_broken.sql'));
  await writeFile(join(folder, '0001_a.sql'), 'create table a (id bigint)');
  await expect(migrate(db, log, { folder: at, routines: [] })).rejects.toThrow('edited');
  await other.close();
  await rm(folder, { recursive: true });
});

test('gives what one connection writes ids in its order, also within a millisecond', async () => {
  const ids = await db.tx(async (tx) => {
    const rows = [];
    for (let count = 0; count < 200; count += 1)
      rows.push(...(await tx<{ id: string }[]>`select time_ordered_id() as id`));
    return rows.map(({ id }) => id);
  });
  expect(ids).toEqual([...ids].sort());
  expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(Math.abs(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000);
});
