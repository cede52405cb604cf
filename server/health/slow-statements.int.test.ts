import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { listStatements } from './health.sql.ts';

let folder: string;
let server: EmbeddedPostgres;
let db: Database;

// The library must be loaded when PostgreSQL starts, and the server of the other tests does without it.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-statements-'));
  const settings = { fsync: 'off', shared_preload_libraries: 'pg_stat_statements' };
  server = await startEmbeddedPostgres({ dataDir: folder, settings });
  db = openDatabase(server.url, { log: createLogger('silent'), max: 1 });
});
afterAll(async () => {
  await db.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

it('lists the statements by their time once the extension exists, without utility statements', async () => {
  expect(await listStatements(db.sql, 10)).toBeUndefined();
  await db.sql.unsafe('create schema watching');
  await db.sql.unsafe('create extension pg_stat_statements schema watching');
  await db.sql.unsafe("create role ada password 'ada-secret'");
  for (let turn = 0; turn < 3; turn += 1) await db.sql.unsafe("select pg_sleep(0.1), 'ada@example.org' as slowest");
  const statements = (await listStatements(db.sql, 10)) ?? [];
  expect(statements[0]).toMatchObject({ query: 'select pg_sleep($1), $2 as slowest', calls: 3 });
  expect(JSON.stringify(statements)).not.toMatch(/ada|create/);
});
