import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { BackupKeys } from '#server/platform/backup/encryption.ts';
import { loadBackup } from '#server/platform/backup/load-backup.ts';
import { verifyBackup } from '#server/platform/backup/read-backup.ts';
import { writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { createDiskFiles } from '#server/platform/data/disk-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { startTestApp } from '#testing/app.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { runCommand } from './run-command.ts';

/** Every damage must end a restore with a message, and leave nothing. */
const plain: BackupKeys = { passphrase: undefined, recipients: [], identityFile: undefined };
let home = '';
let whole: Buffer;
let sealed: Buffer;
let keys: BackupKeys;
let url = '';
let db: Database;
const name = `damaged_${randomBytes(6).toString('hex')}`;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-damaged-'));
  const app = await startTestApp();
  for (let count = 0; count < 50; count += 1) await insertPerson(app);
  const identity = await generateX25519Identity();
  await writeFile(join(home, 'identity'), identity);
  keys = { ...plain, identityFile: join(home, 'identity') };
  const source = { sql: app.context.db.sql, files: app.context.files };
  await writeBackupFile(source, plain, join(home, 'plain'));
  await writeBackupFile(source, { ...plain, recipients: [await identityToRecipient(identity)] }, join(home, 'sealed'));
  await app.close();
  [whole, sealed] = await Promise.all([readFile(join(home, 'plain')), readFile(join(home, 'sealed'))]);
  const server = inject('databaseServer');
  await administer(server, (sql) => sql.unsafe(`create database ${name} template template0`));
  url = databaseUrl(server, name);
  db = openDatabase(url, { log: createLogger('silent'), max: 3 });
}, 60_000);
afterAll(async () => {
  await db.close();
  await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database ${name} with (force)`));
  await rm(home, { recursive: true, force: true });
});

const streamOf = (bytes: Buffer) => Readable.from([bytes], { objectMode: false });
const verify = (bytes: Buffer, with_ = plain) => verifyBackup(streamOf(bytes), with_);

/** Loads a stream that was not verified before, as from standard input. */
function load(bytes: Buffer, with_ = plain): Promise<unknown> {
  const dataDir = join(home, 'data');
  const files = createDiskFiles(join(dataDir, 'files'), 0);
  return loadBackup({ sql: db.sql, dataDir, files, onS3: false }, with_, streamOf(bytes));
}

async function expectNothing(): Promise<void> {
  const tables = await db.sql`select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
  expect(tables).toHaveLength(0);
  expect(await readdir(join(home, 'data')).catch(() => [])).toEqual([]);
}

/** The contents of the archive's entries: where each begins, and how long it is. */
function entriesOf(archive: Buffer): { entry: string; at: number; size: number }[] {
  const entries = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const field = (from: number, to: number) => archive.toString('latin1', at + from, at + to).replace(/\0.*/s, '');
    const size = Number.parseInt(field(124, 136), 8);
    entries.push({ entry: field(0, 100), at: at + 512, size });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

function flipped(bytes: Buffer, at: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ 4;
  return damaged;
}

/** Each takes some seconds. `npm test` loads two damaged tables, the long profile eight. */
const mostLoads = process.env.TEST_PROFILE === 'long' ? 8 : 2;

it('names the damage of one flipped bit in any table, and leaves nothing', async () => {
  const tables = entriesOf(whole).filter(({ entry }) => entry.endsWith('.zst'));
  expect(tables.length).toBeGreaterThan(4);
  let loads = 0;
  for (const { entry, at, size } of tables) {
    for (const part of [0.3, 0.7]) {
      const damaged = flipped(whole, at + Math.floor(size * part));
      await expect(verify(damaged), `${entry} ${part}`).rejects.toThrow('is damaged');
      // Each load applies every migration first, which takes longer than the rest.
      if (part > 0.5 || loads === mostLoads) continue;
      loads += 1;
      await expect(load(damaged), `${entry} ${part}`).rejects.toThrow('is damaged');
    }
  }
  await expectNothing();
}, 600_000);

it('names the damage of a backup that is cut anywhere', async () => {
  for (let part = 1; part < 8; part += 1) {
    const cut = whole.subarray(0, Math.floor((whole.length * part) / 8));
    await expect(verify(cut), `${part}`).rejects.toThrow('is damaged');
    if (part % 3 === 1) await expect(load(cut), `${part}`).rejects.toThrow('is damaged');
  }
  await expectNothing();
}, 120_000);

it('names the damage of an encrypted backup', async () => {
  await verify(sealed, keys);
  for (const part of [0.01, 0.2, 0.5, 0.9, 0.999]) {
    const at = Math.floor(sealed.length * part);
    await expect(verify(flipped(sealed, at), keys), `flipped ${part}`).rejects.toThrow(/damaged/);
    await expect(verify(sealed.subarray(0, at), keys), `cut ${part}`).rejects.toThrow(/damaged/);
  }
  await expect(load(flipped(sealed, Math.floor(sealed.length / 2)), keys)).rejects.toThrow(/damaged/);
  await expectNothing();
}, 120_000);

it('verifies a file before it writes anything', async () => {
  const users = entriesOf(whole).find(({ entry }) => entry.includes('public.users/'));
  const damaged = join(home, 'flipped');
  await writeFile(damaged, flipped(whole, (users?.at ?? 0) + Math.floor((users?.size ?? 0) / 2)));
  const { code, output } = await runCommand(['restore', damaged], { DATABASE_URL: url, DATA_DIR: join(home, 'data') });
  expect([code, output]).toEqual([1, expect.stringMatching(/^The backup is damaged: .*public\.users\/.* differs/)]);
  await expectNothing();
}, 60_000);
