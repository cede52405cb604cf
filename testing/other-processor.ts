import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CardProcessor } from '#server/money/card-processor.ts';
import { createSandbox, type SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { serve } from '#server/platform/serve.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

export interface OtherProcessor {
  port: CardProcessor;
  /** The sandbox behind the port. */
  sandbox: SandboxProcessor;
  /** Every call of the port, by its method. */
  calls: string[];
  /** Its own database. */
  db: Database;
  /** Runs its due jobs, such as payouts. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A second card processor: a sandbox with its own database, server and hosted pages, under another name. It forbids adult content, and
 * all of its webhooks are lost.
 */
export async function startOtherProcessor(name: string): Promise<OtherProcessor> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-other-'));
  const [database, port] = await Promise.all([createTestDatabase(), freePort()]);
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO_DATA: '0',
    SANDBOX_PAYOUT_DELAY: 'PT0S',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  });
  const platform = openPlatform(config, database.url, createLogger(config.logLevel));
  const sandbox = createSandbox(platform);
  if (sandbox.faults) sandbox.faults.webhooks = 'drop';
  const testCards = { testCards: true, adultTestCards: false };
  const raw = sandbox.pages ? [sandbox.pages] : [];
  const running = await serve(platform, [{ routes: [], raw }], { pages: 'none', testCards });
  const calls: string[] = [];
  return {
    port: counting({ ...sandbox, name, testMode: false, forbidsAdult: true, pages: undefined }, calls),
    sandbox,
    calls,
    db: platform.db,
    settle: () => platform.jobs.drain(),
    async close() {
      await running.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Records the name of every method that is called. */
function counting(processor: Partial<SandboxProcessor>, calls: string[]): CardProcessor {
  return new Proxy(processor as CardProcessor, {
    get(target, property, receiver) {
      const value: unknown = Reflect.get(target, property, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        calls.push(String(property));
        return value.apply(target, args);
      };
    },
  });
}
