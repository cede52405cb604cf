import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { createTestDatabase } from '#testing/database.ts';
import { dumpSchema } from './dump-schema.ts';
import { schemaFile } from './generate-schema.ts';

test('the .sql files of the modules can be applied again', async () => {
  const { url, drop } = await createTestDatabase();
  const log = createLogger('silent');
  const database = openDatabase(url, { log, max: 2 });
  try {
    const { sql } = database;
    const definitions = () => sql`
      select pg_get_functiondef(p.oid) as definition from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_viewdef(oid) from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      order by 1`;
    const before = await definitions();
    expect(before.length).toBeGreaterThan(150);
    await sql`delete from schema_routines`;
    await migrate(database, log);
    expect([...(await definitions())]).toEqual([...before]);
  } finally {
    await database.close();
    await drop();
  }
});

test('migrations/schema.sql matches the migrated database (`npm run docs` writes it)', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { log: createLogger('silent'), max: 2 });
  try {
    expect(await dumpSchema(database.sql)).toBe(await readFile(schemaFile, 'utf8'));
  } finally {
    await database.close();
    await drop();
  }
});
