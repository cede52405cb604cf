import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { administer, databaseUrl, templateName } from '#testing/database.ts';

/** Starts a PostgreSQL with a migrated template database that every test app clones. */
export async function startTestDatabaseServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-test-'));
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    // Dropping a database searches all of it.
    shared_buffers: '128MB',
    // A test runs most statements a few times on a connection. PostgreSQL would plan each of the first five again, which takes a tenth of the tests' processor time.
    plan_cache_mode: 'force_generic_plan',
  };
  const server = await startEmbeddedPostgres({ dataDir: folder, settings });
  await administer(server.url, (sql) => sql.unsafe(`create database ${templateName}`));
  await fillTemplate(databaseUrl(server.url, templateName));
  await packCatalogs(databaseUrl(server.url, templateName));
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fillTemplate(url: string): Promise<void> {
  const log = createLogger('silent');
  const database = openDatabase(url, { log, max: 2 });
  await migrate(database, log);
  // The age of a site, because the server never deletes files that are older than its database.
  await database.sql`update schema_migrations set applied_at = applied_at - interval '1 year'`;
  await database.close();
  // Create the job queues in the template, too, because that takes longer than everything else.
  const jobs = createJobs({ url, log, metrics: createMetrics(), work: false });
  await jobs.start();
  await jobs.stop();
}

/** Removes what the migrations left behind in the catalogs, because every connection of every test reads them. */
async function packCatalogs(url: string): Promise<void> {
  await administer(url, async (sql) => {
    const catalogs = await sql<{ name: string }[]>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'pg_catalog' and table_type = 'BASE TABLE'`;
    for (const { name } of catalogs) await sql.unsafe(`vacuum (full, freeze) pg_catalog.${name}`);
  });
}
