import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { loadBackup } from '#server/platform/backup/load-backup.ts';
import { openBackup } from '#server/platform/backup/read-backup.ts';
import { writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Files } from '#server/platform/data/files.ts';
import { openFiles } from '#server/platform/data/open-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { startTestApp } from '#testing/app.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { S3Server } from '#testing/servers/s3-server.ts';
import { runCommand, startCommand } from './run-command.ts';

const silent = createLogger('silent');
const plain = { passphrase: undefined, recipients: [], identityFile: undefined };
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const database = `into_bucket_${process.pid}`;
const film = randomBytes(9_000_000);
let home = '';
let s3: S3Server;
let bucket: Files;
let url = '';
let uploadKey = '';

const pictures = Array.from({ length: 30 }, (_each, index) => `images/ab/picture-${index}.webp`);

/** A backup of a site with its files on S3, and then an empty bucket and an empty database. */
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-bucket-'));
  const before = await S3Server.start();
  const app = await startTestApp({ env: before.env });
  const { id } = await insertPerson(app, 'creator');
  uploadKey = `uploads/${randomBytes(8).toString('hex')}`;
  await app.context.files.put(uploadKey, film);
  await app.context.db.sql`
    insert into uploads (id, owner_id, key, name, content_type, size_bytes, completed_at)
    values ('film', ${id}, ${uploadKey}, 'film.mp4', 'video/mp4', ${film.length}, now())`;
  for (const key of pictures) await app.context.files.put(key, Buffer.from(key));
  await writeBackupFile({ sql: app.context.db.sql, files: app.context.files }, plain, join(home, 'backup'));
  await app.close();
  await before.remove();

  s3 = await S3Server.start();
  bucket = openFiles(readConfig({ NODE_ENV: 'test', ...s3.env }), silent);
  const server = inject('databaseServer');
  await administer(server, (sql) => sql.unsafe(`create database ${database} template template0`));
  url = databaseUrl(server, database);
}, 60_000);
afterAll(async () => {
  await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database ${database} with (force)`));
  await s3.remove();
  await rm(home, { recursive: true, force: true });
});

const dataDir = () => join(home, 'data');

const settings = () => ({ ...s3.env, DATABASE_URL: url, DATA_DIR: dataDir() });
const restore = (option: string) => runCommand(['restore', option], settings());

async function keys(): Promise<string[]> {
  const problems: string[] = [];
  for await (const { key } of bucket.list()) problems.push(key);
  return problems;
}

it('refuses a bucket that has files or does not answer', async () => {
  await bucket.put('images/of/another-site.webp', Buffer.from('picture'));
  const db = openDatabase(url, { log: silent, max: 1 });
  const place = { sql: db.sql, dataDir: dataDir(), files: bucket, onS3: true };
  await expect(loadBackup(place, plain, openBackup(join(home, 'backup')))).rejects.toThrow(
    'The bucket is not empty: it has images/of/another-site.webp.',
  );
  await db.close();
  await bucket.remove('images/of/another-site.webp');
  await s3.stop();
  const { code, output } = await restore(join(home, 'backup'));
  expect([code, output]).toEqual([1, expect.stringContaining('The database or the S3 server does not answer.')]);
  await s3.listen();
});

it('restores every file into the bucket, also after a kill while it stores them', async () => {
  const child = startCommand(['restore', join(home, 'backup')], settings());
  const over = once(child, 'exit');
  await expect.poll(async () => (await keys()).length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await over;
  const { code, output } = await restore('--resume');
  // It checks that every upload has its bytes.
  expect(code, output).toBe(0);
  const restored = (await keys()).filter((key) => !key.startsWith('restored/'));
  expect(restored.sort()).toEqual([...pictures, uploadKey].sort());
  expect(sha256(await buffer(bucket.open(uploadKey)))).toBe(sha256(film));
  expect((await readdir(dataDir())).filter((name) => name.startsWith('files'))).toEqual([]);
}, 120_000);
