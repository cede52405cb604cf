import { type Config, ConfigFaults, readConfig } from '#server/platform/config/config.ts';
import { createLogger, type Logger } from '#server/platform/observability/log.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { demoAccounts } from './accounts/demo-accounts.ts';
import { composeModules } from './app.ts';
import { prepareFirstDemo } from './demo/first-demo.ts';
import { openPlatform, waitForDatabase } from './platform/open-platform.ts';
import { type Pages, serve } from './platform/serve.ts';

const exitWithinMs = 25_000;

function readSettings() {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** With its pauses, about half a minute of a database that does not start; then a supervisor may have better luck. */
const databaseRestarts = 8;

async function openDatabaseServer(config: Config, log: Logger) {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined };
  return startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.debug({ database: line }, 'database'),
    restarts: databaseRestarts,
    onRestart: (reason, count, pauseMs) =>
      log.error({ reason, count, pauseMs }, 'the embedded database ended by itself and is started again'),
    onUnexpectedExit(reason) {
      log.fatal(
        { reason, restarts: databaseRestarts },
        'the embedded database cannot be kept running: this process ends',
      );
      process.exit(1);
    },
  });
}

/**
 * Ends on the first signal with everything finished, on a later one at once. One order to stop may arrive several times:
 * straight to the process group, from npm, and from the script that started us.
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
    setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, exitWithinMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** What somebody who has just started it wants to know. */
function closingLines({ brandName, publicUrl, demoData }: Config): string {
  const lines = ['', `${brandName} is at ${publicUrl}`];
  if (demoData) {
    lines.push('Demo sign-ins:');
    for (const { label, email, password } of demoAccounts) lines.push(`  ${label.padEnd(8)} ${email}  ${password}`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** `--dev`: pages from their sources; `--no-pages`: the API alone, which needs no build. */
function pagesOf(args: readonly string[]): Pages {
  if (args.includes('--no-pages')) return 'none';
  return args.includes('--dev') ? 'sources' : 'build';
}

async function main(): Promise<void> {
  const config = readSettings();
  const log = createLogger(config.logLevel);
  const database = await openDatabaseServer(config, log);
  const platform = openPlatform(config, database.url, log);
  await waitForDatabase(platform.db, log);
  await migrate(platform.db, log);
  const demo = await prepareFirstDemo(config, database.url, log);
  const { context, modules } = composeModules(platform);
  const pages = pagesOf(process.argv);
  const running = await serve(platform, modules, { pages, testCards: context.cards.testMode, jobsAfter: demo?.ended });
  stopOnSignal(async () => {
    await demo?.stop();
    await running.stop({ noticeMs: 500 });
    await database.stop();
  }, log);
  process.stdout.write(closingLines(config));
  demo?.begin((progress) => process.stdout.write(`demo: ${progress}\n`));
}

try {
  await main();
} catch (error) {
  // What the system or a check of ours refuses is told in a sentence; only a fault of the program needs its stack.
  const told = error instanceof Error && ('code' in error || error.constructor === Error);
  process.stderr.write(
    `Could not start: ${told ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
