import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { createTestDatabase } from '#testing/database.ts';
import { dumpSchema } from './dump-schema.ts';
import { schemaFile } from './generate-schema.ts';

test('migrations/schema.sql matches the migrated database (`npm run docs` writes it)', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { log: createLogger('silent'), max: 2 });
  try {
    expect(await dumpSchema(database.sql)).toBe(await readFile(schemaFile, 'utf8'));
  } finally {
    await database.close();
    await drop();
  }
});
