import type { Config } from '#server/platform/config/config.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { closePlatform, openPlatform } from '#server/platform/open-platform.ts';
import type { ReportProgress } from './demo-pools.ts';
import { prepareDemo } from './seed-demo.ts';

/** The demo of a first start. It fills while the server already serves requests. */
export interface StartupDemo {
  begin(report: ReportProgress): void;
  /** Resolves when the demo is complete, has failed or has been stopped. */
  ended: Promise<void>;
  /** Stops filling. The next start empties the database and fills it again. */
  stop(): Promise<void>;
}

/**
 * Decides whether this start fills the database with demo data. If an earlier start was killed while it filled, empties the database
 * first. Returns undefined if there is nothing to fill. Resolves before the server listens, so that no visitor sees an incomplete
 * demo disappear.
 */
export async function prepareDemoAtStartup(
  config: Config,
  databaseUrl: string,
  log: Logger,
): Promise<StartupDemo | undefined> {
  if (!config.demoData || config.role === 'worker') return undefined;
  // The demo is small enough for the reserve of a disk that accepts no more uploads.
  const seeding: Config = {
    ...config,
    role: 'all',
    rateLimitFactor: 0,
    diskReserveBytes: 0,
    databaseDirectUrl: undefined,
  };
  const platform = openPlatform(seeding, withoutCommitWaits(config.databaseDirectUrl ?? databaseUrl), log);
  const fill = await prepareDemo(platform);
  if (!fill) {
    await closePlatform(platform);
    return undefined;
  }
  const ended = Promise.withResolvers<void>();
  let filling: Promise<void> | undefined;
  let stopping = false;
  async function run(report: ReportProgress): Promise<void> {
    const startedAt = Date.now();
    try {
      await fill?.(report);
      report(`complete after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
    } catch (error) {
      if (!stopping) log.error({ err: error }, 'the demo could not be filled; the next start tries again');
    }
    if (!stopping) await closePlatform(platform);
    ended.resolve();
  }
  return {
    ended: ended.promise,
    begin(report) {
      filling = run(report);
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      await closePlatform(platform);
      await filling;
    },
  };
}

/**
 * Lets commits return before they are on disk. PostgreSQL writes them in order, so a crash loses the last ones. Without the record
 * that the demo is complete, the next start fills it again.
 */
function withoutCommitWaits(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}
