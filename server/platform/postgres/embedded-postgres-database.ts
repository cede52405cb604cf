import { databaseName, superuser } from './embedded-postgres-process.ts';
import { postgres } from './patched-driver.ts';

/** PostgreSQL's codes for a database that is not there, and for one that was being created when the server ended. */
const incomplete = new Set(['3D000', '55000']);

/**
 * Creates the site's database if the folder has none. A first start of an earlier version left such folders behind on a full disk. The
 * database never had a table.
 */
export async function ensureDatabase(socketDir: string): Promise<void> {
  const isThere = await on(socketDir, databaseName, (sql) => sql`select 1`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof postgres.PostgresError && incomplete.has(error.code)) return false;
      throw error;
    },
  );
  if (isThere) return;
  await on(socketDir, 'postgres', async (sql) => {
    await sql.unsafe(`drop database if exists ${databaseName}`);
    await sql.unsafe(`create database ${databaseName}`);
  });
}

async function on(
  socketDir: string,
  database: string,
  work: (sql: ReturnType<typeof postgres>) => Promise<unknown>,
): Promise<void> {
  const sql = postgres({
    host: socketDir,
    port: 5432,
    username: superuser,
    database,
    max: 1,
    onnotice: () => undefined,
  });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
