import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, openDatabase } from './db.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const log = pino({ level: 'silent' });
let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-embedded-'));
  await chmod(dataDir, 0o700);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await startEmbeddedPostgres({ dataDir }).then((left) => left.stop());
  await rm(dataDir, { recursive: true, force: true });
});

async function query<T>(url: string, work: (sql: Connection) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { log, max: 1 });
  try {
    return await work(database.sql);
  } finally {
    await database.close();
  }
}

/** A server in a separate process, as with `npm start`; resolves once it has the database. */
async function serve(folder = dataDir, runtimeDir = tmpdir()): Promise<ChildProcess> {
  const module = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href);
  const program = `
    const { startEmbeddedPostgres } = await import(${module});
    await startEmbeddedPostgres(${JSON.stringify({ dataDir: folder, runtimeDir })});
    console.log('up');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return child;
}

async function postmaster(folder = dataDir): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('keeps a committed row when everything is killed', async () => {
  const server = await serve();
  const running = await startEmbeddedPostgres({ dataDir, join: true });
  await query(running.url, async (sql) => {
    await sql`create table kept (word text)`;
    await sql`insert into kept values ('still here')`;
    process.kill(await postmaster(), 'SIGKILL');
    server.kill('SIGKILL');
  });
  const again = await startEmbeddedPostgres({ dataDir });
  expect(await query(again.url, (sql) => sql`select word from kept`)).toEqual([{ word: 'still here' }]);
  await again.stop();
});

test('has its socket in the runtime folder, where commands without the temporary files of the server find it', async () => {
  const runtimeDir = await mkdtemp(join(tmpdir(), 'fanfare-run-'));
  const server = await startEmbeddedPostgres({ dataDir, runtimeDir });
  const joined = await startEmbeddedPostgres({ dataDir, join: true });
  expect(joined.socketDir.startsWith(`${runtimeDir}/`)).toBe(true);
  expect((await stat(joined.socketDir)).mode & 0o777).toBe(0o700);
  expect(await query(joined.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await server.stop();
  await rm(runtimeDir, { recursive: true });
});

test('ends the database of a killed server, and the next start takes over its folder', async () => {
  const server = await serve();
  const orphan = await postmaster();
  server.kill('SIGKILL');
  const again = await startEmbeddedPostgres({ dataDir });
  expect(await postmaster()).not.toBe(orphan);
  expect(await query(again.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await again.stop();
});

test('ignores lock files whose process number was reused', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const written = await readFile(file, 'utf8');
  await first.stop();
  await writeFile(file, written.replace(/^\d+/, '1'));
  await writeFile(join(dataDir, 'postgres.lock'), '1 another boot\n');
  const again = await startEmbeddedPostgres({ dataDir });
  await again.stop();
});

test('refuses a second start with a clear message, and lets it join instead', async () => {
  const server = await serve();
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`in use by process ${server.pid}`);
  const joined = await startEmbeddedPostgres({ dataDir, join: true });
  expect(await query(joined.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await joined.stop();
  expect(await query(joined.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('reports an unexpected end', async () => {
  const reason = new Promise<string>((resolve, reject) => {
    startEmbeddedPostgres({ dataDir, onUnexpectedExit: resolve })
      .then(async () => process.kill(await postmaster(), 'SIGKILL'))
      .catch(reject);
  });
  expect(await reason).toContain('PostgreSQL ended unexpectedly (SIGKILL)');
});

/** Its System V segment; the kernel keeps it until a process removes it. */
async function sharedMemoryId(): Promise<string> {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return lines[6]?.trim().split(/\s+/)[1] ?? '';
}

async function sharedMemories(): Promise<string[]> {
  const text = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? '');
}

test('restarts after every crash, with all committed data and without leaked shared memory', async () => {
  const restarts: number[] = [];
  const onRestart = (_reason: string, count: number) => void restarts.push(count);
  const running = await startEmbeddedPostgres({ dataDir, restarts: 3, onRestart });
  const work = openDatabase(running.url, { log, max: 2 });
  await work.sql`create table kept (number int)`;
  const segments: string[] = [];
  for (const number of [1, 2, 3]) {
    await work.sql`insert into kept values (${number})`;
    segments.push(await sharedMemoryId());
    // Runs on when the first process is gone, and would keep a new one from starting.
    const busy = work.sql`do $$ begin loop end loop; end $$`.catch(() => 'ended');
    const killed = await postmaster();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => postmaster(), { timeout: 40_000 }).not.toBe(killed);
    expect(await busy).toBe('ended');
    await expect
      .poll(() =>
        work.sql`select 1`.then(
          () => 'there',
          () => 'away',
        ),
      )
      .toBe('there');
  }
  expect(restarts).toEqual([1, 2, 3]);
  expect(await work.sql`select number from kept order by number`).toEqual([1, 2, 3].map((number) => ({ number })));
  segments.push(await sharedMemoryId());
  await work.close();
  await running.stop();
  const left = await sharedMemories();
  expect(segments.filter((id) => left.includes(id))).toEqual([]);
}, 120_000);

test('stops restarting after the limit', async () => {
  const restarts: number[] = [];
  const gaveUp = Promise.withResolvers<string>();
  await startEmbeddedPostgres({
    dataDir,
    restarts: 2,
    onRestart: (_reason, count) => void restarts.push(count),
    onUnexpectedExit: gaveUp.resolve,
  });
  const version = join(dataDir, 'postgres', 'PG_VERSION');
  await writeFile(version, '9\n');
  process.kill(await postmaster(), 'SIGKILL');
  expect(await gaveUp.promise).toContain('did not start');
  expect(restarts).toEqual([1, 2]);
  await writeFile(version, '18\n');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('removes the socket folders of killed servers at the next start, and no other', async () => {
  const runtimeDir = await mkdtemp(join(tmpdir(), 'fanfare-run-'));
  const others = await Promise.all(['a', 'b'].map((name) => mkdtemp(join(tmpdir(), `fanfare-${name}-`))));
  const [killed = '', running = ''] = others;
  const dead = await serve(killed, runtimeDir);
  const alive = await serve(running, runtimeDir);
  const folders = () => readdir(runtimeDir);
  expect(await folders()).toHaveLength(2);
  const orphan = await postmaster(killed);
  dead.kill('SIGKILL');
  process.kill(orphan, 'SIGKILL');
  // In some containers, the first process takes seconds to notice that an orphan has ended. Until then, it counts as running.
  await expect.poll(() => isRunning(orphan), { timeout: 30_000 }).toBe(false);
  // A folder of an earlier version, whose server is dead.
  const uid = process.getuid?.() ?? 0;
  const earlier = join(runtimeDir, `fanfare-${uid}-0123456789ab`);
  await mkdir(earlier);
  await writeFile(join(earlier, '.s.PGSQL.5432.lock'), `${orphan}\n`);
  // The same version, at the beginning of its start.
  await mkdir(join(runtimeDir, `fanfare-${uid}-ba9876543210`));
  await mkdir(join(runtimeDir, 'fanfare-of-another-program'));
  const server = await startEmbeddedPostgres({ dataDir, runtimeDir });
  const joined = await startEmbeddedPostgres({ dataDir: running, join: true });
  expect((await folders()).sort()).toEqual(
    [
      basename(server.socketDir),
      basename(joined.socketDir),
      `fanfare-${uid}-ba9876543210`,
      'fanfare-of-another-program',
    ].sort(),
  );
  expect(await query(joined.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await server.stop();
  alive.kill('SIGKILL');
  for (const folder of others) {
    await startEmbeddedPostgres({ dataDir: folder, runtimeDir }).then((left) => left.stop());
    await rm(folder, { recursive: true });
  }
  await rm(runtimeDir, { recursive: true });
}, 60_000);
