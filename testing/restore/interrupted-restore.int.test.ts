import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { loadBackup } from '#server/platform/backup/load-backup.ts';
import { openBackup } from '#server/platform/backup/read-backup.ts';
import { hasRestoreMarker, placeRestoreMarker } from '#server/platform/backup/restore-marker.ts';
import { writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { createDiskFiles } from '#server/platform/data/disk-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { DatabaseProxy } from '#testing/servers/database-proxy.ts';
import { SmallDisk } from '#testing/small-disk.ts';
import { runCommand, startCommand } from './run-command.ts';

/** Restores that are killed or fail, and starts of a server in between. */
const plain = { passphrase: undefined, recipients: [], identityFile: undefined };
let app: TestApp;
let home = '';
let file = '';
let people = 0;
const databases: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  for (let count = 0; count < 3; count += 1) await insertPerson(app);
  await app.context.files.put('images/ab/large.webp', randomBytes(9_000_000));
  home = await mkdtemp(join(tmpdir(), 'fanfare-interrupted-'));
  file = join(home, 'backup');
  await writeBackupFile({ sql: app.context.db.sql, files: app.context.files }, plain, file);
  people = await countPeople(app.context.db.sql);
}, 60_000);
afterAll(async () => {
  for (const name of databases) {
    await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database ${name} with (force)`));
  }
  await rm(home, { recursive: true, force: true });
  await app.close();
});

async function countPeople(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from users`;
  return row?.count ?? 0;
}

/** Settings of a place without a site. */
async function emptyPlace(): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
  const name = `interrupted_${randomBytes(6).toString('hex')}`;
  const server = inject('databaseServer');
  await administer(server, (sql) => sql.unsafe(`create database ${name} template template0`));
  databases.push(name);
  return { DATABASE_URL: databaseUrl(server, name), DATA_DIR: await mkdtemp(join(home, 'data-')) };
}

async function inDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { log: createLogger('silent'), max: 2 });
  try {
    return await work(db.sql);
  } finally {
    await db.close();
  }
}

interface Outcome {
  code: number | null;
  output: string;
}

/** Starts the server. A server that serves is killed, and has no exit code. */
async function startServer(env: Record<string, string>): Promise<Outcome> {
  const child = spawn(process.execPath, [programs.server, '--no-pages'], {
    env: { ...compileCacheEnv, PATH: process.env.PATH ?? '', NODE_ENV: 'test', DEMO_DATA: '0', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const serving = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('is running at') && resolve());
  }).then(() => child.kill('SIGKILL'));
  serving.catch(() => undefined);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: (await output).join('') };
}

const restore = (option: string, env: Record<string, string>) => runCommand(['restore', option], env);
const refusal = { code: 1, output: expect.stringMatching(/restore .* is not finished\. Run: npm run cli -- restore/i) };

/** The restore of `option`, and the time from its marker to its end. */
async function timed(env: { DATA_DIR: string }, work: (child: ChildProcess, begin: number) => Promise<void>) {
  const child = startCommand(['restore', file], env);
  child.stdout?.resume();
  child.stderr?.resume();
  const over = once(child, 'close');
  while (!(await hasRestoreMarker(env.DATA_DIR)) && child.exitCode === null) await sleep(2);
  await work(child, performance.now());
  await over;
}

async function expectRestored(env: { DATABASE_URL?: string; DATA_DIR: string }): Promise<void> {
  const { code, output } = await restore(file, env);
  expect(code, output).toBe(0);
  await expectComplete(env);
}

async function expectComplete(env: { DATABASE_URL?: string; DATA_DIR: string }): Promise<void> {
  expect(await hasRestoreMarker(env.DATA_DIR)).toBe(false);
  expect((await readdir(env.DATA_DIR)).filter((name) => name.startsWith('files'))).toEqual(['files']);
  if (env.DATABASE_URL) expect(await inDatabase(env.DATABASE_URL, countPeople)).toBe(people);
  // A command starts like a server.
  const check = await runCommand(['check'], env);
  expect(check.code, check.output).toBe(0);
}

const hasMark = (url: string) =>
  inDatabase(url, (sql) => sql`select to_regclass('restore.state') as state`).then(([row]) => row?.state !== null);

/** The milliseconds from the marker to the end. */
async function measureRestore(): Promise<number> {
  let wholeMs = 0;
  await timed(await emptyPlace(), async (child, begin) => {
    await once(child, 'exit');
    wholeMs = performance.now() - begin;
  });
  return wholeMs;
}

/** `npm test` kills at three moments, the long profile at ten. */
const isLong = process.env.TEST_PROFILE === 'long';
const moments = isLong ? 10 : 3;

it('lets no server start while a restore is killed at several moments, and then restores everything', async () => {
  const wholeMs = await measureRestore();
  const env = await emptyPlace();
  let marked = 0;
  let isOver = false;
  for (let moment = 0; moment < moments; moment += 1) {
    await timed(env, async (child) => {
      // A restore on a busy machine may take less time than the one before, so one is killed as soon as it has marked the database.
      if (moment === 1) while (child.exitCode === null && !(await hasMark(env.DATABASE_URL))) await sleep(5);
      else await sleep((wholeMs * moment) / moments);
      isOver = child.exitCode !== null;
      child.kill('SIGKILL');
    });
    if (isOver) break;
    expect(await startServer(env), `moment ${moment}`).toEqual(refusal);
    if (!(await hasMark(env.DATABASE_URL))) continue;
    marked += 1;
    // Another node has another DATA_DIR.
    const elsewhere = { ...env, DATA_DIR: await mkdtemp(join(home, 'node-')) };
    expect(await runCommand(['migrate'], elsewhere), `moment ${moment}`).toEqual(refusal);
  }
  expect(marked).toBeGreaterThan(isLong ? 3 : 0);
  if (isOver) await expectComplete(env);
  else await expectRestored(env);
}, 900_000);

it('says so when the connection to PostgreSQL is lost at any moment, and the next restore brings everything', async () => {
  const wholeMs = await measureRestore();
  const moments = isLong ? 40 : 6;
  const failed: Awaited<ReturnType<typeof emptyPlace>>[] = [];
  for (let moment = 0; moment < moments; moment += 1) {
    const env = await emptyPlace();
    let hasEnded = false;
    const running = restore(file, env).finally(() => {
      hasEnded = true;
    });
    // One that ends before it is seen says why below.
    while (!hasEnded && !(await hasRestoreMarker(env.DATA_DIR))) await sleep(2);
    await sleep((wholeMs * moment) / moments);
    await inDatabase(
      env.DATABASE_URL,
      (sql) => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const { code, output } = await running;
    expect([code, output]).toEqual([expect.toBeOneOf([0, 1]), expect.not.stringMatching(/unsettled|\n {4}at /)]);
    if (code === 1) failed.push(env);
  }
  expect(failed.length).toBeGreaterThan(0);
  for (const env of isLong ? failed : failed.slice(-1)) await expectRestored(env);
}, 900_000);

it('ends when the connection is lost while it prepares the job queues, like every command', async () => {
  const env = await emptyPlace();
  const proxy = new DatabaseProxy(env.DATABASE_URL, await freePort());
  await proxy.open();
  const throughProxy = { ...env, DATABASE_URL: proxy.url };
  proxy.cutAt("create_queue('mail'");
  const lost = { code: 1, output: expect.stringContaining('The connection to PostgreSQL was lost') };
  expect(await restore(file, throughProxy)).toEqual(lost);
  await expectRestored(env);
  proxy.cutAt("create_queue('mail'");
  expect(await runCommand(['check'], throughProxy)).toMatchObject({ code: 1 });
  await proxy.refuse();
}, 120_000);

it('lets no server start on the embedded database of a killed restore', async () => {
  const env = { DATA_DIR: join(home, 'embedded') };
  for (const afterMs of isLong ? [0, 700, 2500] : [700]) {
    await timed(env, async (child) => {
      await sleep(afterMs);
      child.kill('SIGKILL');
    });
    expect(await startServer(env)).toEqual(refusal);
  }
  await expectRestored(env);
}, 600_000);

it('finishes a restore that was killed after its backup was loaded', async () => {
  const env = await emptyPlace();
  await placeRestoreMarker(env.DATA_DIR);
  const place = { dataDir: env.DATA_DIR, files: createDiskFiles(join(env.DATA_DIR, 'files'), 0), onS3: false };
  await inDatabase(env.DATABASE_URL, (sql) => loadBackup({ sql, ...place }, plain, openBackup(file)));
  expect(await startServer(env)).toEqual({ code: 1, output: expect.stringContaining('restore --resume') });
  const other = join(home, 'other');
  await writeBackupFile({ sql: app.context.db.sql, files: app.context.files }, plain, other);
  expect(await restore(other, env)).toEqual({ code: 1, output: expect.stringContaining('restore --resume') });
  await expectRestored(env);
}, 120_000);

it('leaves a site alone into which someone restores by mistake', async () => {
  const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: await mkdtemp(join(home, 'data-')) };
  const { code, output } = await restore(file, env);
  expect([code, output]).toEqual([1, expect.stringContaining('The database is not empty')]);
  expect([await hasRestoreMarker(env.DATA_DIR), await hasMark(env.DATABASE_URL)]).toEqual([false, false]);
  // The command was killed before it looked at the database.
  await placeRestoreMarker(env.DATA_DIR);
  expect((await runCommand(['migrate'], env)).code).toBe(0);
  expect(await hasRestoreMarker(env.DATA_DIR)).toBe(false);
}, 60_000);

it('leaves no trace of a file that is no backup', async () => {
  const env = await emptyPlace();
  const wrong = join(home, 'wrong');
  for (const [content, sentence] of [
    ['', 'The backup is damaged: it has no end'],
    ['select 1;\n'.repeat(500), 'This is no backup, or its beginning is damaged'],
  ] as const) {
    await writeFile(wrong, content);
    expect(await restore(wrong, env)).toEqual({ code: 1, output: expect.stringContaining(sentence) });
  }
  expect(await readdir(env.DATA_DIR)).toEqual([]);
  expect(await hasMark(env.DATABASE_URL)).toBe(false);
  await expectRestored(env);
}, 120_000);

it('says that the disk is full, and restores everything once there is room', async ({ skip }) => {
  const disk = new SmallDisk(60);
  try {
    skip(!disk.isMounted, 'only root can mount a small disk');
    const env = { DATA_DIR: join(disk.folder, 'data') };
    const first = await restore(file, env);
    expect(first).toEqual({ code: 1, output: expect.stringMatching(/too little room|no room/) });
    disk.resize(1000);
    expect(await startServer(env)).toEqual(refusal);
    await expectRestored(env);
  } finally {
    disk.unmount();
  }
}, 400_000);
