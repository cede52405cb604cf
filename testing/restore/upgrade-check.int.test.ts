import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeBackupBefore, judgeNodes, judgeRoom, upgradeChecks } from '#server/doctor/check-upgrade.ts';
import { runChecks } from '#server/health/checkup.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { version } from '#server/platform/config/version.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { eventually } from '#testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';

let dataDir = '';
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-upgrade-check-'));
  database = await createTestDatabase();
  db = openDatabase(database.url, { log: createLogger('silent'), max: 3 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function check() {
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: dataDir });
  return runChecks(upgradeChecks(db, config));
}

test('lists the pending migrations with the sizes of the tables that they touch, and changes nothing', async () => {
  await db.sql`delete from schema_migrations where name like '0103%' or name like '0054%'`;
  const before = await db.sql`select * from schema_migrations`;
  const lines = await check();
  const pending = lines.filter(({ area, name }) => area === 'Migrations' && name !== 'Restore');
  expect(pending.map(({ name, state }) => `${name} ${state}`)).toEqual([
    '0054_payout_parts.sql ok',
    '0103_public_files.sql ok',
  ]);
  expect(pending[1]?.message).toMatch(/^Touches content_files \(about [\d,]+ rows, [\d.]+ MB\)\.$/);
  expect(lines.filter(({ state }) => state === 'problem')).toEqual([]);
  expect(await db.sql`select * from schema_migrations`).toEqual(before);
});

test('reports an edited migration and one of a newer version as problems', async () => {
  await db.sql`update schema_migrations set checksum = 'other' where name like '0001%'`;
  const findings = async () => (await check()).filter(({ state }) => state === 'problem').map(({ message }) => message);
  expect(await findings()).toEqual([expect.stringContaining('0001_start.sql was edited')]);
  await db.sql`insert into schema_migrations (name, checksum) values ('9999_future.sql', 'x')`;
  expect(await findings()).toEqual([expect.stringContaining('9999_future.sql')]);
});

test('names a connected server of another version', async () => {
  const old = openDatabase(database.url, { log: createLogger('silent'), max: 1, about: 'web 0.0.9 far' });
  try {
    old.watch();
    await eventually(check, (lines) =>
      lines.some(({ state, message }) => state === 'warning' && message.includes('web 0.0.9 on far')),
    );
  } finally {
    await old.close();
  }
  expect(judgeNodes([{ role: 'web', version, host: 'near' }]).state).toBe('ok');
});

test('warns about an old backup or none, and refuses a disk that is too small for the embedded database', () => {
  expect(judgeBackupBefore(undefined, true).state).toBe('ok');
  expect(judgeBackupBefore(undefined, false).state).toBe('warning');
  expect(judgeBackupBefore({ bytes: 1, ageHours: 25 }, false).state).toBe('warning');
  expect(judgeBackupBefore({ bytes: 1, ageHours: 23 }, false).state).toBe('ok');
  expect(judgeRoom(1e9, 1e9, true).state).toBe('problem');
  expect(judgeRoom(1e9, 1e9, false).state).toBe('ok');
  expect(judgeRoom(2e9, 1e9, true).state).toBe('ok');
});
