import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { slowDownCommits } from './slow-commits.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the maintenance database of the test PostgreSQL. */
    databaseServer: string;
  }
}

export const templateName = 'fanfare_template';

/** The URL of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  return server.replace(/\/[^/]*$/, `/${name}`);
}

export interface TestDatabase {
  url: string;
  name: string;
  drop(): Promise<void>;
}

/** Creates a database from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, (sql) => sql.unsafe(`create database ${name} template ${templateName} strategy file_copy`));
  if (process.env.TEST_COMMITS === 'slow') await administer(databaseUrl(server, name), slowDownCommits);
  return {
    url: databaseUrl(server, name),
    name,
    drop: () => administer(server, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`)),
  };
}

/** Runs statements on the maintenance database, such as create and drop database. */
export async function administer(server: string, work: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  const database = openDatabase(server, { log: createLogger('silent'), max: 1 });
  try {
    await work(database.sql);
  } finally {
    await database.close();
  }
}
