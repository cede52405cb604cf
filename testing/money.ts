import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { moneyInvariants } from '#server/money/check-money.ts';
import type {} from '#server/money/facts.ts';
import { startCardSetup } from '#server/money/hosted-pages/start-card-setup.ts';
import { moneyModule } from '#server/money/module.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { withProcessors } from '#server/money/processors/processors.ts';
import { createSandbox, type SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { serve } from '#server/platform/serve.ts';
import { type FaultySandbox, type SandboxFaults, withFaults } from './sandbox-faults.ts';
import { openTestPlatform } from './test-platform.ts';

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  noMoney: '4000 0000 0000 9995',
  asks: '4000 0025 0000 3155',
  disputes: '4000 0000 0000 0259',
} as const;

const recordedFacts = [
  'payment.succeeded',
  'payment.failed',
  'card_setup.completed',
  'card_setup.failed',
  'refund.succeeded',
  'refund.failed',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'payment.suspected',
  'payout.waiting',
  'payout.paid',
  'payout.failed',
] as const;
type RecordedFact = (typeof recordedFacts)[number];

/** A fan, a subject and the ledger account that holds its money. Money needs nothing else from other modules. */
export interface Scene {
  userId: string;
  subject: string;
  processor: 'sandbox';
  heldAccount: `held:${string}`;
}

export interface MoneyApp {
  url: string;
  databaseUrl: string;
  context: MoneyContext & { cards: SandboxProcessor };
  faults: SandboxFaults;
  /** The payloads of facts about a subject, published within transactions. */
  published<K extends RecordedFact>(fact: K, subject: string): FactMap[K][];
  newUser(): Promise<string>;
  newScene(heldAccount?: `held:${string}`): Promise<Scene>;
  /** Submits a hosted page as a browser does. */
  complete(url: string, fields: Record<string, string>): Promise<Response>;
  /** Saves a card through the hosted page and waits until its events are processed. Returns the card id. */
  saveCard(scene: Scene, number: string): Promise<string>;
  settle(): Promise<void>;
  /** Throws if an invariant of money does not hold. */
  check(): Promise<void>;
  close(): Promise<void>;
  /** Closes without checking the invariants, for tests that violate them on purpose. */
  stop(): Promise<void>;
}

export const validCardFields = { expiry: '12/49', cvc: '123' };

const testCards = { testCards: true, adultTestCards: true };

/** Starts only the money module, on its own database, with the sandbox over real HTTP, or a variant of it. */
export async function startMoneyApp(
  env: Record<string, string> = {},
  vary: (cards: FaultySandbox) => SandboxProcessor = (cards) => cards,
): Promise<MoneyApp> {
  const { platform, database, release } = await openTestPlatform({
    DATABASE_POOL: '10',
    RATE_LIMITS: '1000',
    SANDBOX_PAYOUT_DELAY: 'PT0S',
    ...env,
  });
  const sandbox = withFaults(createSandbox(platform), platform);
  const { faults } = sandbox;
  const context = { ...platform, ...withProcessors(vary(sandbox)) };
  const published: { fact: RecordedFact; payload: { subject: string } }[] = [];
  for (const fact of recordedFacts) {
    platform.facts.within(fact, async (_tx, payload) => {
      published.push({ fact, payload });
    });
  }
  const running = await serve(platform, [moneyModule(context)], { pages: 'none', testCards });
  const { sql } = context.db;
  const app: MoneyApp = {
    url: platform.config.publicUrl,
    databaseUrl: database.url,
    context,
    faults,
    published: (fact, subject) =>
      published
        .filter((one) => one.fact === fact && one.payload.subject === subject)
        .map(({ payload }) => payload as never),
    newUser: () => insertUser(sql),
    async newScene(heldAccount = `held:${randomUUID()}`) {
      return { userId: await app.newUser(), subject: `pledge:${randomUUID()}`, processor: 'sandbox', heldAccount };
    },
    complete: (url, fields) =>
      fetch(`${url}/complete`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      }),
    async saveCard({ userId, subject }, number) {
      const { url, setupId } = await startCardSetup(context, {
        userId,
        subject: `card for ${subject}`,
        processor: 'sandbox',
        description: 'A card',
        successPath: '/payment/success',
        cancelPath: '/payment/declined',
      });
      const answer = await app.complete(url, { cardNumber: number, ...validCardFields });
      assert.equal(answer.status, 303);
      if (number === cards.asks) await app.complete(url, { authentication: 'approve' });
      // The sandbox sends its webhook over HTTP and, if a busy machine did not answer, repeats it later.
      for (let tries = 0; tries < 100; tries += 1) {
        await app.settle();
        const [row] = await sql<{ cardId: string | null }[]>`select card_id from card_setups where id = ${setupId}`;
        if (row?.cardId) return row.cardId;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('the card was not saved');
    },
    settle: async () => void (await platform.jobs.drain()),
    async check() {
      for (const { name, rows } of await checkInvariants(sql, moneyInvariants)) assert.deepEqual(rows, [], name);
    },
    async close() {
      await app.check();
      await app.stop();
    },
    async stop() {
      await running.stop();
      await release();
    },
  };
  return app;
}

async function insertUser(sql: Sql): Promise<string> {
  const name = `fan-${randomUUID().slice(0, 8)}`;
  const [row] = await sql<{ id: string }[]>`
    insert into users (email, username, email_verified_at) values (${`${name}@example.test`}, ${name}, now()) returning id`;
  assert.ok(row);
  return row.id;
}

/** Another node on the same database: its own connections, but no server. The app runs the jobs that it enqueues. */
export function startMoneyNode({ context: { config, cards, processors, jobs }, databaseUrl }: MoneyApp) {
  const platform = openPlatform(config, databaseUrl, createLogger(config.logLevel));
  return { context: { ...platform, cards, processors, jobs }, close: () => platform.db.close() };
}
