import cluster from 'node:cluster';
import { BackupFault } from '#server/platform/backup/backup-format.ts';
import { type Config, InvalidConfig, readConfig } from '#server/platform/config/config.ts';
import { closeToOthers } from '#server/platform/data/private-paths.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { openLog } from '#server/platform/observability/open-log.ts';
import { createSourceStacks } from '#server/platform/observability/source-stack.ts';
import type { Tracing } from '#server/platform/observability/tracing.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { demoAccounts } from './accounts/demo-accounts.ts';
import { composeModules } from './app.ts';
import { prepareDemoAtStartup } from './demo/seed-demo-at-startup.ts';
import { checkAtFirstStart } from './health/check-at-first-start.ts';
import { migrateUnlessRestoring } from './migrate-unless-restoring.ts';
import { runSelfTests } from './money/problems/run-self-tests.ts';
import { refuseOtherAccount } from './money/processors/refuse-other-account.ts';
import { refuseLiveData, refuseTestLeftovers } from './money/processors/refuse-test-leftovers.ts';
import type { Module } from './platform/module.ts';
import { openPlatform, waitForDatabase } from './platform/open-platform.ts';
import type { Platform } from './platform/platform.ts';
import { type Pages, type Running, type ServeOptions, serve } from './platform/serve.ts';
import { explainStartFault } from './start-faults.ts';
import { askForDatabaseUrl, joinWebProcesses, startWebProcesses } from './web-processes.ts';

const exitWithinMs = 25_000;

function readSettings() {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** With backoff, this takes about half a minute. Then the process exits and leaves the restart to its supervisor. */
const databaseRestarts = 8;

async function openDatabaseServer(config: Config, log: Logger) {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined };
  return startEmbeddedPostgres({
    dataDir: config.dataDir,
    runtimeDir: config.runtimeDir,
    log: (line) => log.debug({ database: line }, 'database'),
    restarts: databaseRestarts,
    onRestart: (reason, count, pauseMs) =>
      log.error({ reason, count, pauseMs }, 'the embedded database exited unexpectedly and is restarting'),
    onUnexpectedExit(reason) {
      log.fatal({ reason, restarts: databaseRestarts }, 'the embedded database keeps exiting: this process exits too');
      const fault = explainStartFault(new Error(reason), config);
      if (fault) process.stderr.write(`${fault}\n`);
      process.exit(1);
    },
  });
}

/**
 * The first signal shuts down gracefully, a later one exits immediately. Signals within a second count as one: the process group,
 * npm and the start script may each forward the same Ctrl-C.
 */
function stopOnSignal(stop: () => Promise<void>, log: Logger): void {
  let askedAt = 0;
  const onSignal = (signal: string) => {
    if (askedAt > 0) {
      if (Date.now() - askedAt > 1000) process.exit(1);
      return;
    }
    askedAt = Date.now();
    log.info({ signal }, 'stopping');
    stopAndExit(stop, log);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function stopAndExit(stop: () => Promise<void>, log: Logger): void {
  setTimeout(() => {
    log.error('did not stop in time: exiting now');
    process.exit(1);
  }, exitWithinMs).unref();
  stop().then(
    () => process.exit(0),
    (error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    },
  );
}

/** Returns the lines printed after a start: the URL and, with demo data, the demo accounts. */
function closingLines({ brandName, publicUrl, demoData, onThisMachine }: Config): string {
  const lines = ['', `${brandName} is running at ${publicUrl}`];
  if (demoData && onThisMachine) {
    lines.push('Demo sign-ins:');
    for (const { label, email, password } of demoAccounts) lines.push(`  ${label.padEnd(8)} ${email}  ${password}`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** `--dev` serves pages from their sources. `--no-pages` serves only the API, which needs no build. */
function pagesOf(args: readonly string[]): Pages {
  if (args.includes('--no-pages')) return 'none';
  return args.includes('--dev') ? 'sources' : 'build';
}

/** Runs the jobs in this process, unless ROLE=web, and serves from `count` others. */
async function serveFromSeveral(
  { count, databaseUrl }: { count: number; databaseUrl: string },
  platform: Platform,
  modules: readonly Module[],
  options: ServeOptions,
): Promise<Pick<Running, 'stop'>> {
  const { config, log, metrics } = platform;
  const jobs = await serve({ ...platform, config: { ...config, role: 'worker' } }, modules, {
    ...options,
    listens: false,
  });
  const web = await startWebProcesses(count, {
    databaseUrl,
    log,
    metrics,
    onGivenUp() {
      log.fatal('web processes keep exiting: this process exits too');
      process.exit(1);
    },
  });
  return {
    async stop() {
      await web.stop();
      await jobs.stop();
    },
  };
}

/** One of several web processes. The first process has migrated the database and checked it. */
async function runWebProcess(config: Config, log: Logger, tracing: Tracing): Promise<void> {
  const platform = openPlatform({ ...config, role: 'web' }, await askForDatabaseUrl(), log, tracing);
  const { context, modules } = composeModules(platform);
  const running = await serve(platform, modules, {
    pages: pagesOf(process.argv),
    testCards: context.processors.testModes,
  });
  joinWebProcesses(platform.metrics, log, () => stopAndExit(() => running.stop({ noticeMs: 500 }), log));
}

async function main(): Promise<void> {
  const config = readSettings();
  const { log, tracing } = await openLog(config);
  if (cluster.isWorker) return runWebProcess(config, log, tracing);
  const pages = pagesOf(process.argv);
  const webProcesses = config.role === 'worker' || pages === 'sources' ? 1 : config.webProcesses;
  const database = await openDatabaseServer(config, log);
  const open = await closeToOthers(config.dataDir);
  if (open.length > 0)
    log.warn({ paths: open }, 'other users of this machine may read these: the server may not close them');
  const platform = openPlatform(config, database.url, log, tracing);
  await waitForDatabase(platform.db, log);
  await migrateUnlessRestoring(platform.db, config.dataDir, log);
  const demo = await prepareDemoAtStartup(config, database.url, log);
  const { context, modules } = composeModules(platform);
  await refuseLiveData(context);
  await refuseOtherAccount(context);
  await refuseTestLeftovers(context);
  const options = { pages, testCards: context.processors.testModes, jobsAfter: demo?.ended };
  const running =
    webProcesses === 1
      ? await serve(platform, modules, options)
      : await serveFromSeveral({ count: webProcesses, databaseUrl: database.url }, platform, modules, options);
  stopOnSignal(async () => {
    await demo?.stop();
    await running.stop({ noticeMs: 500 });
    await database.stop();
  }, log);
  process.stdout.write(closingLines(config));
  // The site serves already; the sweep repeats them within the hour.
  await runSelfTests(context).catch((err: unknown) => log.error({ err }, 'the self-tests could not be stored'));
  await checkAtFirstStart(context, modules).catch((err: unknown) =>
    log.error({ err }, 'the books could not be checked'),
  );
  demo?.begin((progress) => process.stdout.write(`demo: ${progress}\n`));
}

// A full disk or a closed pipe behind the output must not stop the site. The logger ignores its own errors.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
try {
  await main();
} catch (error) {
  process.stderr.write(`Could not start: ${describeFault(error)}\n`);
  process.exit(1);
}

/** The operator can fix a system error or a failed check, so its message is enough. A bug needs its stack trace. */
function describeFault(error: unknown): string {
  const sentence = explainStartFault(error, readConfig());
  const isExpected =
    error instanceof Error && ('code' in error || error.constructor === Error || error instanceof BackupFault);
  const details = isExpected ? error.message : error instanceof Error ? createSourceStacks()(error.stack ?? '') : error;
  return sentence ? `${sentence}\n${String(details)}` : String(details);
}
