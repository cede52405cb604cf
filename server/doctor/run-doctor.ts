import { join } from 'node:path';
import { composeModules } from '#server/app.ts';
import { type Line, problem, reasonOf, runChecks } from '#server/health/checkup.ts';
import { workThenClose } from '#server/platform/concurrency/work-then-close.ts';
import { type Config, InvalidConfig, readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { closePlatform, openPlatform } from '#server/platform/open-platform.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isUnavailable } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { findDataMajor, folderNames } from '#server/platform/postgres/embedded-postgres-folder.ts';
import { compareMigrations } from '#server/platform/postgres/migrate.ts';
import { cardChecks } from './check-cards.ts';
import { databaseChecks } from './check-database.ts';
import { mailChecks } from './check-mail.ts';
import { peopleChecks } from './check-people.ts';
import { serviceChecks } from './check-services.ts';
import { settingChecks } from './check-settings.ts';
import { siteChecks } from './check-site.ts';
import { backupChecks, knownFileChecks, storageChecks } from './check-storage.ts';

/** Checks every line of docs/going-live.md that a program can check. Changes nothing, and may run beside the server. */
export async function runDoctor(): Promise<Line[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    return error.problems.map((fault) => ({ area: 'Settings', name: 'Configuration', ...problem(`${fault}.`) }));
  }
  const standalone = [settingChecks(config), siteChecks(config), mailChecks(config)];
  const database = await openServer(config);
  if ('fault' in database) return [...(await runChecks(standalone)), database.fault];
  const platform = openPlatform({ ...config, role: 'web' }, database.url, createLogger('silent'));
  return workThenClose(
    () => examine({ ...platform, config }),
    () => closePlatform(platform).finally(() => database.stop()),
  );
}

async function openServer(config: Config): Promise<{ url: string; stop(): Promise<void> } | { fault: Line }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined };
  try {
    // The start would make the folder, and a DATA_DIR with a typo would look like a new installation.
    if ((await findDataMajor(config.dataDir)) === undefined) return { fault: noDatabaseIn(config) };
    return await startEmbeddedPostgres({ dataDir: config.dataDir, join: true });
  } catch (error) {
    return { fault: unreachable(error) };
  }
}

/** All lines that need an open platform. Without a current schema, only those that do not read our tables. */
export async function examine(platform: Platform): Promise<Line[]> {
  const { config } = platform;
  const outside = [settingChecks(config, platform.db), siteChecks(config), mailChecks(config), storageChecks(platform)];
  return (await Promise.all([runChecks(outside), examineDatabase(platform)])).flat();
}

async function examineDatabase(platform: Platform): Promise<Line[]> {
  const areas = [databaseChecks(platform)];
  try {
    const { missing, unknown } = await compareMigrations(platform.db);
    if (missing.length + unknown.length === 0) {
      const { context, modules } = composeModules(platform);
      areas.push(knownFileChecks(context), peopleChecks(context), serviceChecks(context));
      areas.push(cardChecks(context, modules), backupChecks(context));
    }
  } catch (error) {
    if (isUnavailable(error)) return [unreachable(error)];
    // The check "Migrations" says what is wrong with this data.
  }
  return runChecks(areas);
}

const noDatabaseIn = ({ dataDir }: Config): Line => ({
  area: 'Database',
  name: 'Connection',
  ...problem(
    `${join(dataDir, folderNames.live)} does not exist; check DATA_DIR. The first start of the server makes the folder.`,
  ),
});

/** A pooler in transaction mode refuses a connection with settings. */
const poolerHint = (error: unknown) =>
  reasonOf(error).includes('startup parameter') ? ' If it leads to a pooler, set DATABASE_DIRECT_URL, too.' : '';

const unreachable = (error: unknown): Line => ({
  area: 'Database',
  name: 'Connection',
  ...problem(
    `The database does not answer (${reasonOf(error)}); check DATABASE_URL, or DATA_DIR for the embedded one.${poolerHint(error)}`,
  ),
});
