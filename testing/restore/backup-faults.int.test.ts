import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { storeImage } from '#server/media/store-image.ts';
import { lockBackups, readNewestBackup } from '#server/platform/backup/backups.sql.ts';
import type { BackupKeys } from '#server/platform/backup/encryption.ts';
import { loadBackup, publishFiles } from '#server/platform/backup/load-backup.ts';
import { openBackup, verifyBackup } from '#server/platform/backup/read-backup.ts';
import { writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { createDiskFiles } from '#server/platform/data/disk-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';

const root = join(import.meta.dirname, '..', '..');
const plain: BackupKeys = { passphrase: undefined, recipients: [], identityFile: undefined };
let app: TestApp;
let home = '';
let file = '';
const databases: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  await insertPerson(app, 'creator');
  await app.context.files.put('images/ab/large.webp', randomBytes(9_000_000));
  await app.context.files.put('images/cd/empty.webp', Buffer.alloc(0));
  home = await mkdtemp(join(tmpdir(), 'fanfare-backups-'));
  file = join(home, 'plain');
  await writeBackupFile(source(), plain, file);
});
afterAll(async () => {
  for (const name of databases) {
    await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database ${name} with (force)`));
  }
  await rm(home, { recursive: true, force: true });
  await app.close();
});

const source = () => ({ sql: app.context.db.sql, files: app.context.files });
const verify = (path: string, keys = plain) => verifyBackup(openBackup(path), keys);

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const server = inject('databaseServer');
  await administer(server, (sql) => sql.unsafe(`create database ${name} template template0`));
  databases.push(name);
  return databaseUrl(server, name);
}

interface Place {
  url: string;
  dataDir: string;
}

const emptyPlace = async (): Promise<Place> => ({
  url: await emptyDatabase(),
  dataDir: await mkdtemp(join(home, 'data-')),
});

async function inDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { log: createLogger('silent'), max: 2 });
  try {
    return await work(db.sql);
  } finally {
    await db.close();
  }
}

const filesIn = (dataDir: string) => createDiskFiles(join(dataDir, 'files'), 0);
const diskPlace = (dataDir: string) => ({ dataDir, files: filesIn(dataDir), onS3: false });
const load = ({ url, dataDir }: Place, path: string, keys = plain) =>
  inDatabase(url, (sql) => loadBackup({ sql, ...diskPlace(dataDir) }, keys, openBackup(path)));

/** Fails if a restore left anything that a server could see. */
async function expectNothingVisible({ url, dataDir }: Place): Promise<void> {
  const tables = await inDatabase(
    url,
    (sql) => sql`select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema', 'restore')`,
  );
  expect(tables).toHaveLength(0);
  expect(await readdir(dataDir)).not.toContain('files');
}

/** Starts a command of the command line, or another program. */
function start(args: string[], env: Record<string, string>, program = programs.cli): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...compileCacheEnv, PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'test', ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

async function ended(child: ChildProcess): Promise<number | null> {
  child.stderr?.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

it('restores everything in one pass, and repeats after damage', async () => {
  const place = await emptyPlace();
  const whole = await readFile(file);
  const edited = Buffer.from(whole);
  // Inside the large file, which tar itself does not protect.
  const at = whole.indexOf('large.webp') + 100_000;
  edited[at] = (edited[at] ?? 0) ^ 1;
  for (const [name, bytes, fault] of [
    ['edited', edited, 'differs from its checksum'],
    ['cut', whole.subarray(0, whole.length / 2), 'damaged'],
    ['without an end', whole.subarray(0, whole.lastIndexOf('end.json')), 'truncated'],
    ['not a backup', randomBytes(4096), 'damaged'],
  ] as const) {
    const path = join(home, 'damaged');
    await writeFile(path, bytes);
    await expect(verify(path), name).rejects.toThrow(fault);
    if (name !== 'edited') continue;
    await expect(load(place, path), name).rejects.toThrow(fault);
    await expectNothingVisible(place);
  }
  await load(place, file);
  expect(await readFile(join(place.dataDir, 'files/images/ab/large.webp'))).toEqual(
    await readFile(join(app.context.config.dataDir, 'files', 'images/ab/large.webp')),
  );
  expect(await readFile(join(place.dataDir, 'files/images/cd/empty.webp'))).toHaveLength(0);
  const users = (sql: Sql) => sql`select * from users order by id`;
  expect([...(await inDatabase(place.url, users))]).toEqual([...(await users(app.context.db.sql))]);
  await expect(load({ ...place, dataDir: join(home, 'other') }, file)).rejects.toThrow('database is not empty');
  await expect(load({ ...place, url: await emptyDatabase() }, file)).rejects.toThrow('is not empty');
});

it('keeps triggers, foreign keys and sequences as the migrations made them', async () => {
  const place = await emptyPlace();
  await load(place, file);
  const restored = openDatabase(place.url, { log: createLogger('silent'), max: 2 });
  await migrate(restored, createLogger('silent'));
  await restored.close();
  const shape = (sql: Sql) => sql`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where connamespace <> 'pg_catalog'::regnamespace
      and connamespace not in (select oid from pg_namespace where nspname in ('information_schema', 'pgboss', 'restore'))
    union all select tgname, tgenabled::text from pg_trigger where not tgisinternal
    union all select sequencename, coalesce(last_value, 0)::text from pg_sequences where schemaname in ('public', 'sandbox')
    order by 1, 2`;
  expect([...(await inDatabase(place.url, shape))]).toEqual([...(await shape(app.context.db.sql))]);
});

it('opens an encrypted backup only with its passphrase or key', async () => {
  const place = await emptyPlace();
  const sealed = join(home, 'sealed');
  const keys = { ...plain, passphrase: 'correct horse battery' };
  await writeBackupFile(source(), keys, sealed);
  await expect(verify(sealed)).rejects.toThrow('set BACKUP_PASSPHRASE');
  // Deriving a key from a passphrase is expensive on purpose, so the other cases use key files.
  await expect(load(place, sealed, { ...plain, passphrase: 'wrong horse battery' })).rejects.toThrow('does not open');
  await expectNothingVisible(place);
  await verify(sealed, keys);

  const identity = await generateX25519Identity();
  const identityFile = join(home, 'identity');
  await writeFile(identityFile, `# created by age-keygen\n${identity}\n`);
  const recipients = [await identityToRecipient(identity)];
  await writeBackupFile(source(), { ...plain, recipients }, sealed);
  await expect(verify(sealed, keys)).rejects.toThrow('does not open');
  await verify(sealed, { ...plain, identityFile });
  const bytes = await readFile(sealed);
  await writeFile(sealed, bytes.subarray(0, bytes.length - 70_000));
  await expect(verify(sealed, { ...plain, identityFile })).rejects.toThrow('damaged');
});

it('refuses a backup of a newer version', async () => {
  const newer = join(home, 'newer');
  const { sql } = app.context.db;
  await sql`insert into schema_migrations (name, checksum) values ('9999_future.sql', 'x')`;
  await writeBackupFile(source(), plain, newer).finally(
    () => sql`delete from schema_migrations where name = '9999_future.sql'`,
  );
  await expect(load(await emptyPlace(), newer)).rejects.toThrow('9999_future.sql, which this version does not know');
});

it('migrates the backup of an older version forward', async () => {
  const place = await emptyPlace();
  const older = join(home, 'older');
  await inDatabase(await emptyDatabase(), async (sql) => {
    const text = await readFile(join(root, 'migrations/0001_baseline.sql'), 'utf8');
    await sql.unsafe(`create table schema_migrations (name text primary key, checksum text); ${text}`);
    await sql`
      insert into schema_migrations values ('0001_baseline.sql', encode(sha256(convert_to(${text}, 'UTF8')), 'hex'))`;
    await sql`insert into users (email, username) values ('early@example.org', 'early')`;
    await mkdir(join(home, 'older-data'));
    await writeBackupFile({ sql, files: filesIn(join(home, 'older-data')) }, plain, older);
  });
  const child = start(['restore', older], { DATABASE_URL: place.url, DATA_DIR: place.dataDir });
  expect(await ended(child)).toBe(0);
  const [user] = await inDatabase(place.url, (sql) => sql`select username, deleted_at from users`);
  expect(user).toEqual({ username: 'early', deletedAt: null });
});

it('leaves no backup when it is killed, and overwrites what it left', async () => {
  const target = join(home, 'killed');
  const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.context.config.dataDir };
  const child = start(['backup', target], env);
  const over = ended(child);
  while (!(await readdir(home)).includes('killed.partial')) await sleep(1);
  child.kill('SIGKILL');
  await over;
  expect(await readdir(home)).not.toContain('killed');
  expect(await ended(start(['backup', target], env))).toBe(0);
  await verify(target);
  expect(await readdir(home)).not.toContain('killed.partial');
  expect((await stat(target)).mode & 0o77).toBe(0);
  const { size: bytes } = await stat(target);
  expect(await readNewestBackup(app.context.db.sql)).toMatchObject({ bytes, encrypted: false, verified: true });
});

it('makes one backup at a time, and reports a missing file', async () => {
  const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.context.config.dataDir };
  const lock = app.context.db.sql.reserve();
  expect(await lockBackups(lock)).toBe(true);
  const empty = await emptyPlace();
  const [second, missing] = [
    start(['backup', join(home, 'second')], env),
    start(['restore', join(home, 'nowhere')], { DATABASE_URL: empty.url, DATA_DIR: empty.dataDir }),
  ];
  const outputs = [second, missing].map((child) => (child.stderr ? text(child.stderr) : ''));
  expect(await Promise.all([second, missing].map(ended))).toEqual([1, 1]);
  const [running = '', absent = ''] = await Promise.all(outputs);
  expect(running).toContain('Another backup of this database is running.');
  expect(absent).toMatch(/^ENOENT: no such file or directory.*nowhere'\n$/);
  await lock.release();
});

it('refuses a backup in a folder without the files of the database', async () => {
  const { sql } = app.context.db;
  const [{ id: ownerId } = { id: '' }] = await sql<{ id: string }[]>`select id from users limit 1`;
  await storeImage(app.context, { ownerId, data: await readFile(join(root, 'web/public/icon-192.png')) });
  const target = join(home, 'elsewhere');
  const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: await mkdtemp(join(home, 'data-')) };
  const child = start(['backup', target], env);
  const output = child.stderr ? text(child.stderr) : '';
  expect(await ended(child)).toBe(1);
  expect(await output).toMatch(/^No backup was made: .*data-.*\/files has none of the newest 1 files/);
  expect((await readdir(home)).filter((name) => name.startsWith('elsewhere'))).toEqual([]);
  expect(await ended(start(['backup', target, '--despite-missing-files'], env))).toBe(0);
  expect(await ended(start(['backup', target], { ...env, DATA_DIR: app.context.config.dataDir }))).toBe(0);
});

it('replaces a file or link that is in its way, without following it', async () => {
  const target = join(home, 'linked');
  const victim = join(home, 'victim');
  await writeFile(victim, 'keep me', { mode: 0o644 });
  await symlink(victim, `${target}.partial`);
  await writeBackupFile(source(), plain, target);
  expect(await readFile(victim, 'utf8')).toBe('keep me');
  expect((await stat(target)).mode & 0o77).toBe(0);
});

it('leaves out files that no key can name, and refuses a symbolic link', async () => {
  const { dataDir } = app.context.config;
  const link = join(dataDir, 'files/moved');
  const note = join(dataDir, 'files/README');
  await writeFile(note, 'not ours');
  await writeBackupFile(source(), plain, join(home, 'with a note'));
  await load(await emptyPlace(), join(home, 'with a note'));
  await symlink(home, link);
  await expect(writeBackupFile(source(), plain, join(home, 'with a link'))).rejects.toThrow('is a symbolic link');
  await Promise.all([rm(link), rm(note)]);
  expect((await readdir(home)).filter((name) => name.startsWith('with a link'))).toEqual([]);
});

it('stores nothing outside its folder, whatever the archive says', async () => {
  const place = await emptyPlace();
  for (const [name, type, fault] of [
    ['files/../../escaped', 'file', 'not a file key'],
    ['files/link', 'symlink', 'is no file'],
  ] as const) {
    const path = join(home, 'hostile');
    await writeFile(path, await withEntry(await readFile(file), { name, type, linkname: '/etc' }));
    await expect(load(place, path), name).rejects.toThrow(fault);
    await expectNothingVisible(place);
    expect(await readdir(place.dataDir)).toEqual([]);
  }
  expect(await readdir(home)).not.toContain('escaped');
});

it('does not finish a restore without its files', async () => {
  const elsewhere = await mkdtemp(join(home, 'data-'));
  const id = randomUUID();
  await expect(publishFiles(diskPlace(elsewhere), id)).rejects.toThrow('Use the DATA_DIR in which it began');
  await mkdir(join(elsewhere, `files.restoring-${id}`));
  await publishFiles(diskPlace(elsewhere), id);
  await publishFiles(diskPlace(elsewhere), id);
});

/** The archive with another entry after its manifest. */
async function withEntry(
  archive: Buffer,
  header: { name: string; type: 'file' | 'symlink'; linkname: string },
): Promise<Buffer> {
  const edited = pack();
  const read = extract();
  read.end(archive);
  const whole = buffer(edited as AsyncIterable<Buffer>);
  let isFirst = true;
  for await (const entry of read) {
    edited.entry({ name: entry.header.name }, await buffer(entry as AsyncIterable<Buffer>));
    if (isFirst && header.type === 'file') edited.entry(header, 'hostile');
    else if (isFirst) edited.entry(header);
    isFirst = false;
  }
  edited.finalize();
  return whole;
}

it('shows nothing of a restore that is killed, and repeats it', async () => {
  const place = await emptyPlace();
  const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
  const whole = await readFile(file);
  const child = start(['restore', '-'], env);
  const over = ended(child);
  // The rest never arrives, and the killed process closes the pipe.
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(whole.subarray(0, whole.length - 100_000));
  const drafts = async () => (await readdir(place.dataDir)).filter((name) => name.startsWith('files.restoring-'));
  while ((await drafts()).length === 0) await sleep(5);
  child.kill('SIGKILL');
  await over;
  await expectNothingVisible(place);
  expect(await ended(start(['restore', file], env))).toBe(0);
  expect(await drafts()).toEqual([]);
  const [row] = await inDatabase(place.url, (sql) => sql`select to_regclass('restore.state') as state from restores`);
  expect(row).toEqual({ state: null });
});

it('keeps a server and a command off a restore that was still loading when they started', async () => {
  const place = await emptyPlace();
  const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const whole = await readFile(file);
  // The second half arrives once both processes wait for the restore.
  const slow = Readable.from(
    (async function* () {
      yield whole.subarray(0, whole.length / 2);
      locked.resolve();
      await waiting.promise;
      yield whole.subarray(whole.length / 2);
    })(),
    { objectMode: false },
  );
  const loaded = inDatabase(place.url, (sql) => loadBackup({ sql, ...diskPlace(place.dataDir) }, plain, slow));
  await locked.promise;
  const migrationLocks = (granted: boolean) =>
    inDatabase(
      place.url,
      (sql) => sql`
        select 1 from pg_locks join pg_database d on d.oid = database
        where d.datname = current_database() and locktype = 'advisory' and granted = ${granted}`,
    ).then((rows) => rows.length);
  await expect.poll(() => migrationLocks(true), { timeout: 20_000 }).toBe(1);
  const env = { DATABASE_URL: place.url, DATA_DIR: await mkdtemp(join(home, 'data-')), PORT: '0' };
  const children = [start(['migrate'], env), start(['--no-pages'], env, programs.server)];
  const outputs = children.map((child) => (child.stderr ? text(child.stderr) : ''));
  const codes = children.map(ended);
  try {
    await expect.poll(() => migrationLocks(false), { timeout: 20_000 }).toBe(children.length);
    waiting.resolve();
    await loaded;
    for (const code of codes) expect(await code).toBe(1);
    for (const output of await Promise.all(outputs)) expect(output).toContain('is not finished. Run: npm run cli --');
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
});
