import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

interface TestPlatform {
  platform: Platform;
  database: TestDatabase;
  /** Drops the database and deletes the data folder. Stop the server first. */
  release(): Promise<void>;
}

/** Opens the platform with its own port, data folder and database. */
export async function openTestPlatform(env: Record<string, string>): Promise<TestPlatform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-platform-'));
  const [database, port] = await Promise.all([createTestDatabase(), freePort()]);
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO_DATA: '0',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...env,
  });
  return {
    platform: openPlatform(config, database.url, createLogger(config.logLevel)),
    database,
    async release() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
