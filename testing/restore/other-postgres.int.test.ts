import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acceptPool, getPool } from '#contract/pools/pools.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { packagedMajor } from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { startTestApp } from '#testing/app.ts';
import { eventually, makeCreator, makePool, pledge } from '#testing/builders.ts';
import { withDatabase } from '#testing/chaos/history.ts';
import { administer } from '#testing/database.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { runCommand } from './run-command.ts';

/** Sites whose PostgreSQL has another major version than the embedded one. */
let home = '';
const debian = '/usr/lib/postgresql';
const installed = (await readdir(debian).catch(() => [])).map(Number).sort((a, b) => a - b);
const packaged = await packagedMajor();
const older = installed.filter((major) => major < packaged).at(-1);
if (!older) process.stdout.write(`restores across versions: skipped, because ${debian} has no older PostgreSQL\n`);

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-major-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it.each([
  [15, 'npm run cli -- restore FILE'],
  [99, 'install the version of Fanfare that made it'],
])('says what to run for a data folder of PostgreSQL %s, and changes nothing', async (major, remedy) => {
  const folder = join(home, 'postgres');
  await mkdir(folder);
  await writeFile(join(folder, 'PG_VERSION'), `${major}\n`);
  const env = { ...compileCacheEnv, PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATA_DIR: home, PORT: '1' };
  const server = spawn(process.execPath, [programs.server, '--no-pages'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [output, [code]] = await Promise.all([text(server.stderr), once(server, 'close')]);
  for (const refusal of [{ code, output }, await runCommand(['check'], { DATA_DIR: home })]) {
    expect(refusal.code, refusal.output).toBe(1);
    expect(refusal.output).toContain(`was made by PostgreSQL ${major}, and this version runs PostgreSQL ${packaged}:`);
    expect(refusal.output).toContain(remedy);
  }
  expect(await readdir(home)).toEqual(['postgres']);
  expect(await readdir(folder)).toEqual(['PG_VERSION']);
});

/** Starts Debian's PostgreSQL of this version with an empty database. As root it runs as another user, because it refuses root. */
async function startDebian(major: number): Promise<{ url: string; stop(): void }> {
  const place = await mkdtemp(join(home, 'old-'));
  const folder = join(place, 'postgres');
  const other = 65534;
  const user = process.getuid?.() === 0 ? { uid: other, gid: other } : {};
  await chmod(home, 0o755);
  if (user.uid) await chown(place, other, other);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(debian, String(major), 'bin', program), ['-D', folder, ...args], {
      cwd: '/',
      stdio: 'ignore',
      ...user,
    });
  run('initdb', '--username=fanfare', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
  run('pg_ctl', '-w', '-l', join(place, 'log'), '-o', `-c listen_addresses= -c fsync=off -k ${place}`, 'start');
  const url = `postgres://fanfare@${encodeURIComponent(place)}:5432/fanfare`;
  const stop = () => void run('pg_ctl', '-w', '-m', 'fast', 'stop');
  await administer(url.replace(/[^/]+$/, 'postgres'), (sql) => sql`create database fanfare`).catch((error: unknown) => {
    stop();
    throw error;
  });
  return { url, stop };
}

/** A site in use: two fans are charged for one pool and have pledged to another. */
async function fill(url: string, dataDir: string): Promise<void> {
  const log = createLogger('silent');
  const db = openDatabase(url, { log, max: 2 });
  await migrate(db, log);
  await db.close();
  const app = await startTestApp({ beside: { databaseUrl: url }, env: { DATA_DIR: dataDir } });
  const creator = await makeCreator(app);
  const fans = [await insertPerson(app), await insertPerson(app)];
  const accepted = await makePool(creator, { creatorProfileId: creator.profileId, fundingGoal: 4000 });
  const open = await makePool(creator, { creatorProfileId: creator.profileId, fundingGoal: 90_000 });
  for (const fan of fans) for (const { id } of [accepted, open]) await pledge(fan, id, 2000);
  await creator.client.call(acceptPool, { params: { id: accepted.id }, body: { deliveryDays: 7, floorCents: 1000 } });
  const read = () => creator.client.call(getPool, { params: { id: accepted.id } });
  await eventually(read, ({ status }) => status === 'in_production');
  await app.settle();
  await app.close();
}

/** The rows of the tables in which money stands. */
const moneyIn = (url: string) =>
  withDatabase(url, async (sql) => {
    const rows: Record<string, unknown> = {};
    for (const table of ['pledges', 'payments', 'ledger_journals', 'ledger_entries'])
      rows[table] = (await sql.unsafe(`select t::text from ${table} t order by 1`)).map(({ t }) => t);
    return rows;
  });

it.skipIf(!older)('moves a site from an older PostgreSQL by backup and restore', { timeout: 240_000 }, async () => {
  const [before, after] = [join(home, 'before'), join(home, 'after')];
  const file = join(home, 'backup');
  const old = await startDebian(older ?? 0);
  let money: unknown;
  try {
    await fill(old.url, before);
    money = await moneyIn(old.url);
    const backup = await runCommand(['backup', file], { DATABASE_URL: old.url, DATA_DIR: before });
    expect(backup.code, backup.output).toBe(0);
  } finally {
    old.stop();
  }
  for (const command of [['restore', file], ['check']]) {
    const { code, output } = await runCommand(command, { DATA_DIR: after });
    expect(code, output).toBe(0);
  }
  const server = await startEmbeddedPostgres({ dataDir: after });
  try {
    expect(await moneyIn(server.url)).toEqual(money);
  } finally {
    await server.stop();
  }
});
