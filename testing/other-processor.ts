import type { CardProcessor } from '#server/money/card-processor.ts';
import { createSandbox, type SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { serve } from '#server/platform/serve.ts';
import { type FaultySandbox, withFaults } from './sandbox-faults.ts';
import { openTestPlatform } from './test-platform.ts';

export interface OtherProcessor {
  port: CardProcessor;
  /** The sandbox behind the port. */
  sandbox: FaultySandbox;
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
  const { platform, release } = await openTestPlatform({ SANDBOX_PAYOUT_DELAY: 'PT0S' });
  const sandbox = withFaults(createSandbox(platform), platform);
  const testCards = { testCards: true, adultTestCards: false };
  const losesWebhooks: RawRoutes = (app) => {
    app.post('/api/webhooks/sandbox', async () => ({}));
  };
  const raw = sandbox.pages ? [sandbox.pages, losesWebhooks] : [];
  const running = await serve(platform, [{ routes: [], raw }], { pages: 'none', testCards });
  const calls: string[] = [];
  return {
    port: counting({ ...sandbox, name, testMode: false, forbidsAdult: true, pages: undefined }, calls),
    sandbox,
    calls,
    db: platform.db,
    settle: async () => void (await platform.jobs.drain()),
    async close() {
      await running.stop();
      await release();
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
