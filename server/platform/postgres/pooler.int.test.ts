import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { hasPgBouncer, PgBouncer } from '#testing/servers/pgbouncer.ts';
import { type Database, openDatabase } from './db.ts';
import { migrate } from './migrate.ts';

const log = createLogger('silent');

describe.skipIf(!hasPgBouncer)('through PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  let dbs: [Database, ...Database[]];

  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await PgBouncer.start(database.url, 3);
    const open = () => openDatabase(pooler.url, { log, max: 10, directUrl: database.url });
    dbs = [open(), open(), open(), open()];
    const { sql } = dbs[0];
    await sql`create table counters (id int primary key, n int not null)`;
    await sql`insert into counters select id, 0 from generate_series(1, 10) as id`;
  });

  afterAll(async () => {
    await Promise.all(dbs.map((db) => db.close()));
    await pooler.stop();
    await database.drop();
  });

  test('answers 40 clients, which share three connections', async () => {
    const add = (db: Database, id: number) =>
      db.tx(async (tx) => {
        const [row] = await tx<{ n: number }[]>`select n from counters where id = ${id} for update`;
        await tx`update counters set n = ${(row?.n ?? 0) + 1} where id = ${id}`;
      });
    const read = (db: Database, id: number) => db.sql`select n from counters where id = ${id}`;
    const client = async (index: number) => {
      const db = dbs[index % dbs.length] as Database;
      for (let turn = 0; turn < 25; turn += 1) {
        const id = 1 + ((index + turn) % 10);
        await Promise.all([add(db, id), read(db, id)]);
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, index) => client(index)));
    expect(await dbs[0].sql`select sum(n)::int as n from counters`).toEqual([{ n: 1000 }]);
  });

  test('keeps locks, notifications and migrations on direct connections', async () => {
    const [one, two] = dbs as [Database, Database];
    const heard: string[] = [];
    await one.listen('news', (message) => heard.push(message));
    await two.sql`select pg_notify('news', 'hello')`;
    await expect.poll(() => heard).toEqual(['hello']);
    const session = one.sql.reserve();
    await session`select pg_advisory_lock(1)`;
    expect(await two.sql`select pg_try_advisory_lock(1) as is_mine`).toEqual([{ isMine: false }]);
    await session.release();
    await Promise.all([migrate(one, log), migrate(two, log)]);
  });
});

test.skipIf(!hasPgBouncer)('names the pooler when it refuses the settings of a connection', async () => {
  const database = await createTestDatabase();
  const pooler = await PgBouncer.start(database.url, 1);
  const db = openDatabase(pooler.url, { log, max: 1 });
  await expect(db.sql`select 1`).rejects.toThrow('startup parameter');
  await db.close();
  await pooler.stop();
  await database.drop();
});
