import type { Config } from '#server/platform/config/config.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { closePlatform, openPlatform } from '#server/platform/open-platform.ts';
import type { Tell } from './demo-pools.ts';
import { prepareDemo } from './seed-demo.ts';

/** The demo of a first start, filled while the server already answers. */
export interface FirstDemo {
  begin(tell: Tell): void;
  /** Resolves when the demo is complete, has failed or was stopped. */
  ended: Promise<void>;
  /** Gives up. The next start empties the database and fills it again. */
  stop(): Promise<void>;
}

/**
 * Decides whether this start fills the database with demo data, and empties it first where an earlier start was killed while it
 * filled. Undefined where there is nothing to fill. Resolves before the server listens, so that no visitor sees a half-filled demo
 * disappear.
 */
export async function prepareFirstDemo(
  config: Config,
  databaseUrl: string,
  log: Logger,
): Promise<FirstDemo | undefined> {
  if (!config.demoData || config.role === 'worker') return undefined;
  // The demo fits on a disk that accepts no more uploads.
  const seeding: Config = { ...config, role: 'all', rateLimitFactor: 0, diskReserveBytes: 0 };
  const platform = openPlatform(seeding, withoutCommitWaits(databaseUrl), log);
  const fill = await prepareDemo(platform);
  if (!fill) {
    await closePlatform(platform);
    return undefined;
  }
  const ended = Promise.withResolvers<void>();
  let filling: Promise<void> | undefined;
  let stopping = false;
  async function run(tell: Tell): Promise<void> {
    const startedAt = Date.now();
    try {
      await fill?.(tell);
      tell(`complete after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
    } catch (error) {
      if (!stopping) log.error({ err: error }, 'the demo could not be filled; the next start tries again');
    }
    if (!stopping) await closePlatform(platform);
    ended.resolve();
  }
  return {
    ended: ended.promise,
    begin(tell) {
      filling = run(tell);
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
 * Commits return before they are on disk, as PostgreSQL writes them in their order. A crash loses the last ones, the record that the
 * demo is complete first, and the next start fills the demo again.
 */
function withoutCommitWaits(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}
