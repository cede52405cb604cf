import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { dumpSchema } from './dump-schema.ts';

export const schemaFile = 'migrations/schema.sql';

/** Starts a temporary PostgreSQL, applies all migrations and describes the result in `migrations/schema.sql`. */
export async function generateSchema(): Promise<void> {
  const log = createLogger('silent');
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-schema-'));
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } });
  try {
    const database = openDatabase(server.url, { log, max: 2 });
    await migrate(database, log);
    await writeFile(schemaFile, await dumpSchema(database.sql));
    await database.close();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
