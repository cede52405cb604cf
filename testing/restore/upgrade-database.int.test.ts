import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptPool, getPool } from '#contract/pools.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { packagedMajor } from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { isThere } from '#server/platform/postgres/embedded-postgres-folders.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { upgradeDataFolder } from '#server/platform/postgres/upgrade-data-folder.ts';
import { chainJournals } from '#server/transparency/chain-journals.ts';
import { startTestApp } from '#testing/app.ts';
import { eventually, makeCreator, makePool, pledge } from '#testing/builders.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { findOldPostgres, startOldPostgres } from './old-postgres.ts';
import { runCommand, startCommand } from './run-command.ts';

const old = await findOldPostgres();
if (!old) process.stdout.write('upgrade-database: skipped, because no older PostgreSQL is in /usr/lib/postgresql\n');
const silent = createLogger('silent');
let dataDir = '';
let before: Record<string, unknown>;

async function onDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { log: silent, max: 2 });
  try {
    return await work(db.sql);
  } finally {
    await db.close();
  }
}

/** Every row of every table, and every job, as checksums. The command itself adds the check of the invariants. */
async function contents(url: string): Promise<Record<string, unknown>> {
  return onDatabase(url, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'sandbox') and tablename <> 'invariant_checks' order by 1`;
    const found: Record<string, unknown> = {};
    for (const { name } of tables) {
      const kept = name === 'public.schema_migrations' ? 't.name' : 't::text';
      const [row] = await sql.unsafe(
        `select count(*), md5(string_agg(${kept}, ',' order by ${kept} collate "C")) as hash from ${name} t`,
      );
      found[name] = { ...row };
    }
    found.jobs = [
      ...(await sql`
        select id, name, state, data, singleton_key, start_after, retry_count, output from pgboss.job
        where state <> 'completed' order by id`),
    ];
    return found;
  });
}

const settings = () => ({ DATA_DIR: dataDir });
const words = ['upgrade-database', '--programs', old?.folder ?? ''];
const majorOf = async (folder: string) => Number(await readFile(join(dataDir, folder, 'PG_VERSION'), 'utf8'));

/** A site in use on the older PostgreSQL: charged, pledged and waiting cards, and jobs that wait, retry and failed. */
async function fill(url: string): Promise<void> {
  const app = await startTestApp({ beside: { databaseUrl: url }, env: { DATA_DIR: dataDir } });
  const creator = await makeCreator(app);
  const fans = [await insertPerson(app), await insertPerson(app)];
  const [charged, open] = [
    await makePool(creator, { creatorProfileId: creator.profileId, fundingGoal: 4000 }),
    await makePool(creator, { creatorProfileId: creator.profileId, fundingGoal: 90_000 }),
  ];
  for (const fan of fans) for (const { id } of [charged, open]) await pledge(fan, id, 2000);
  await creator.client.call(acceptPool, { params: { id: charged.id }, body: { deliveryDays: 7, floorCents: 1000 } });
  const read = () => creator.client.call(getPool, { params: { id: charged.id } });
  await eventually(read, ({ status }) => status === 'in_production');
  await app.settle();
  // The command does this, too.
  await chainJournals(app.context);
  await app.close();
}

beforeAll(async () => {
  if (!old) return;
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-major-'));
  await mkdir(join(dataDir, 'files', 'images'), { recursive: true });
  const server = await startOldPostgres(dataDir, old);
  const db = openDatabase(server.url, { log: silent, max: 2 });
  await migrate(db, silent);
  await db.close();
  await fill(server.url);
  await onDatabase(server.url, async (sql) => {
    for (const state of ['retry', 'failed', 'active'])
      await sql`
        update pgboss.job set state = ${state}, retry_count = 3, output = '{"message": "no"}'
        where id = (select id from pgboss.job where state = 'created' order by id limit 1)`;
  });
  before = await contents(server.url);
  await server.stop();
  await writeFile(join(dataDir, 'files', 'images', 'kept.webp'), 'kept');
}, 120_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe.skipIf(!old)('upgrade-database', { timeout: 120_000 }, () => {
  it('keeps the old database when it is killed, and no server starts on it', async () => {
    const child = startCommand(words, settings());
    const over = once(child, 'exit');
    const loading = () => isThere(join(dataDir, 'postgres.upgrading', 'postmaster.pid'));
    await eventually(loading, Boolean, 30_000);
    child.kill('SIGKILL');
    await over;
    expect(await majorOf('postgres')).toBe(old?.major);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('Run: npm run cli -- upgrade-database');
  });

  it('moves everything to the new version, with the jobs and their attempts, and keeps the old folder', async () => {
    const { code, output } = await runCommand(words, settings());
    expect(code, output).toBe(0);
    expect(output).toContain(`kept in ${join(dataDir, `postgres-${old?.major}`)}`);
    expect(await majorOf('postgres')).toBe(await packagedMajor());
    expect(await majorOf(`postgres-${old?.major}`)).toBe(old?.major);
    expect((await readdir(dataDir)).filter((name) => /^postgres[.]/.test(name))).toEqual([]);
    expect(await readFile(join(dataDir, 'files', 'images', 'kept.webp'), 'utf8')).toBe('kept');
    const unneeded = () => Promise.reject(new Error('unneeded'));
    const again = await upgradeDataFolder({ dataDir, findPrograms: unneeded, copy: unneeded });
    expect(again).toEqual({ outcome: 'current', to: await packagedMajor() });
  });

  it('is completed by the next start when it was killed between its renames', async () => {
    await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.upgraded'));
    const server = await startEmbeddedPostgres({ dataDir });
    try {
      expect(await contents(server.url)).toEqual(before);
      const states = new Set((before.jobs as { state: string }[]).map(({ state }) => state));
      expect([...states].sort()).toEqual(['active', 'created', 'failed', 'retry']);
      const app = await startTestApp({ beside: { databaseUrl: server.url }, env: { DATA_DIR: dataDir } });
      await app.settle();
      // Throws if an invariant of `cli check` does not hold.
      await app.close();
    } finally {
      await server.stop();
    }
  });
});
