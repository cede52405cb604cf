import { join } from 'node:path';
import { type Line, ok, problem, reasonOf, runChecks } from '#server/health/checkup.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { packagedMajor } from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { findDataMajor, folderNames, majorFault } from '#server/platform/postgres/embedded-postgres-folder.ts';
import { upgradeChecks } from './check-upgrade.ts';

/** The effects of starting this version now. Changes nothing. A `problem` means that it cannot start. */
export async function runUpgradeCheck(): Promise<Line[]> {
  const config = readConfig();
  const embedded = config.databaseUrl ? [] : await examineFolder(config);
  if (embedded.some(({ isFinal }) => isFinal)) return embedded.map(({ line }) => line);
  const lines = embedded.map(({ line }) => line);
  try {
    const server = config.databaseUrl
      ? { url: config.databaseUrl, stop: async () => undefined }
      : await startEmbeddedPostgres({ dataDir: config.dataDir, join: true });
    const db = openDatabase(server.url, { log: createLogger('silent'), max: 3, name: 'fanfare upgrade-check' });
    try {
      await db.sql`select 1`;
      return [...lines, ...(await runChecks(upgradeChecks(db, config)))];
    } finally {
      await db.close();
      await server.stop();
    }
  } catch (error) {
    return [...lines, { ...database, ...problem(`The database does not answer (${reasonOf(error)}).`) }];
  }
}

const database = { area: 'Database', name: 'Connection' };

/** The embedded database without starting it. `isFinal`: there is nothing to start. */
async function examineFolder({ dataDir }: Config): Promise<{ line: Line; isFinal: boolean }[]> {
  const place = { area: 'Database', name: 'Embedded PostgreSQL' };
  const [data, packaged] = [await findDataMajor(dataDir), await packagedMajor()];
  if (data === undefined) {
    const folder = join(dataDir, folderNames.live);
    return [{ line: { ...place, ...ok(`${folder} does not exist; the first start makes it.`) }, isFinal: true }];
  }
  const fault = majorFault(data, packaged);
  if (fault) return [{ line: { ...place, ...problem(fault) }, isFinal: true }];
  return [{ line: { ...place, ...ok(`PostgreSQL ${packaged}, as the data folder.`) }, isFinal: false }];
}
