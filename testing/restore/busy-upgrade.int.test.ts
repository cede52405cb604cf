import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import { loadBackup } from '#server/platform/backup/load-backup.ts';
import { openBackup } from '#server/platform/backup/read-backup.ts';
import { dropRestoreTables, takeWaitingJobs } from '#server/platform/backup/restore-state.sql.ts';
import { createDiskFiles } from '#server/platform/data/disk-files.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { eventually } from '#testing/builders.ts';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { testClient } from '#testing/client.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';

/** The database of a busy site of an old version (fixtures/README.md), with its waiting jobs, as the new version finds it in its place. */
const fixture = join(import.meta.dirname, 'fixtures', 'busy-73b05350.backup');
const noKeys = { passphrase: undefined, recipients: [], identityFile: undefined };
const log = createLogger('silent');
const database = `busy_${process.pid}`;
let dataDir = '';
let url = '';
let db: Database;
let server: ServerProcess;

beforeAll(async () => {
  const postgres = inject('databaseServer');
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-busy-'));
  await administer(postgres, (sql) => sql.unsafe(`create database ${database} template template0`));
  url = databaseUrl(postgres, database);
  db = openDatabase(url, { log, max: 3 });
  const files = createDiskFiles(join(dataDir, 'files'), 0);
  await loadBackup({ sql: db.sql, dataDir, files, onS3: false }, noKeys, openBackup(fixture));
  await putJobsBack();
  await makeOld();
}, 60_000);
afterAll(async () => {
  await server?.kill();
  await db.close();
  await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database ${database} with (force)`));
  await rm(dataDir, { recursive: true, force: true });
});

/** An upgrade is no restore: every job goes on, and nothing is asked about a time that was lost. */
async function putJobsBack(): Promise<void> {
  const jobs = createJobs({ url, log, metrics: createMetrics(), work: false });
  await jobs.start();
  await db.tx(async (tx) => {
    await jobs.readmit(tx, await takeWaitingJobs(tx, 1000));
    await dropRestoreTables(tx);
  });
  await jobs.stop();
}

/** The load of a backup records this version's migrations and has no routines. A database in its place has those of its version. */
async function makeOld(): Promise<void> {
  const routines = await readFile(join(import.meta.dirname, 'fixtures', 'routines-73b05350.sql'), 'utf8');
  await db.tx(async (tx) => {
    await tx.unsafe(routines);
    await tx`truncate schema_migrations`;
    await tx`insert into schema_migrations (name, checksum) values ('0001_start.sql', 'old'), ('0128_fewer_reads_for_pledges.sql', 'old')`;
    await tx`drop table schema_routines`;
  });
}

it('starts on a busy database of an old version, finishes its jobs and passes every check', async () => {
  const { sql } = db;
  const waiting = await sql<{ kind: string }[]>`select distinct data->>'kind' as kind from pgboss.job`;
  expect(waiting.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['pledge.charge', 'pledge.refund', 'fact:pool.transitioned:notify']),
  );
  const counts = () => sql`
    select (select count(*) from pools) as pools, (select count(*) from pledges) as pledges,
      (select count(*) from pool_claims) as pool_claims, (select count(*) from creator_claims) as creator_claims`;
  const before = await counts();
  const port = await freePort();
  server = new ServerProcess({ dataDir, port, env: { DATABASE_URL: url } });
  server.spawn();
  await server.ready();

  const due = () => sql`
    select data from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`;
  await eventually(due, (rows) => rows.length === 0, 30_000);
  expect(await sql`select data, output from pgboss.job where state = 'failed' or retry_count > 0`).toEqual([]);
  expect(await sql`select 1 from pledges where status in ('charging', 'refund_pending')`).toEqual([]);
  expect(await counts()).toEqual(before);
  // Jobs add lines of the system.
  const [chats] = await sql<{ count: number }[]>`select count(*) from messages where sender_id is not null`;
  expect(chats?.count).toBe(10);
  const fan = testClient(server.url);
  await fan.call(login, { body: { email: 'fan@example.org', password: 'correct horse 9' } });
  expect((await fan.call(listMyPledges)).length).toBeGreaterThan(5);

  const { code, output } = await server.cli('check');
  expect(code, output).toBe(0);
}, 120_000);
