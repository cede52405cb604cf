import { createLogger } from '#server/platform/observability/log.ts';
import { isPostgresError } from './db.ts';
import { databaseName, superuser } from './embedded-postgres-process.ts';
import { Wire } from './wire.ts';

/** PostgreSQL's codes for a database that is not there, and for one that was being created when the server ended. */
const incomplete = new Set(['3D000', '55000']);

/**
 * Creates the site's database if the folder has none. A first start of an earlier version left such folders behind on a full disk. The
 * database never had a table.
 */
export async function ensureDatabase(socketDir: string): Promise<void> {
  const isThere = await run(socketDir, databaseName, ['select 1']).then(
    () => true,
    (error: unknown) => {
      if (isPostgresError(error) && incomplete.has(error.code)) return false;
      throw error;
    },
  );
  if (isThere) return;
  await run(socketDir, 'postgres', [`drop database if exists ${databaseName}`, `create database ${databaseName}`]);
}

async function run(socketDir: string, database: string, statements: readonly string[]): Promise<void> {
  const url = `postgres://${superuser}@${encodeURIComponent(socketDir)}/${database}`;
  const wire = new Wire({ url, name: 'fanfare start', log: createLogger('silent') });
  try {
    for (const statement of statements) await wire.command(statement);
  } finally {
    await wire.end();
  }
}
