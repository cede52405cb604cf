import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeModules } from '#server/app.ts';
import type { createCards } from '#server/money/processors/create-cards.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Module } from '#server/platform/module.ts';
import { openLog } from '#server/platform/observability/open-log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import type { Platform } from '#server/platform/platform.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { type Pages, serve } from '#server/platform/serve.ts';
import type { CardDriver } from './card-driver/card-driver.ts';
import { type CardChoice, openCardDriver } from './card-driver/open-card-driver.ts';
import { type TestClient, testClient } from './client.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { createTestCards } from './sandbox-faults.ts';

export type TestContext = ReturnType<typeof composeModules>['context'];

export interface TestApp {
  /** PUBLIC_URL; the server itself listens on `port` of 127.0.0.1. */
  url: string;
  port: number;
  databaseUrl: string;
  context: TestContext;
  modules: readonly Module[];
  driver: CardDriver;
  /** The jobs of every node on this database. */
  nodes: Set<Jobs>;
  /** A new visitor. */
  client(): TestClient;
  /** Runs every due job, and the jobs that they enqueue. Waits for those that another node has begun. */
  settle(): Promise<void>;
  /** Stops everything; throws if an invariant of money or data does not hold. */
  close(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  /** An additional module, for tests of the platform. */
  extra?: (platform: Platform) => Module;
  pages?: Pages;
  /** Replaces the card processors from the settings. */
  cards?: (platform: Platform, beside?: TestContext) => ReturnType<typeof createCards>;
  /** Which card processor this app uses, and whether its webhooks arrive. Unset: what TEST_CARDS and TEST_WEBHOOKS say. */
  choice?: Partial<CardChoice>;
  /** Receives the lines of the log instead of standard output. */
  logTo?: { write(line: string): void };
  /** Starts another node of this app on the same database and card driver. Closing the new node keeps both. */
  beside?: Pick<TestApp, 'databaseUrl'> & Partial<Pick<TestApp, 'driver' | 'context' | 'nodes'>>;
}

/** The Redis for tests of several nodes. Without it, PostgreSQL relays between them. */
export const testRedisUrl = process.env.TEST_REDIS_URL;
export const nodesEnv: Record<string, string> = testRedisUrl ? { REDIS_URL: testRedisUrl } : {};

/** Starts the whole product in this process, with its own database and port. */
export async function startTestApp({
  env = {},
  extra,
  pages = 'none',
  cards = createTestCards,
  choice,
  beside,
  logTo,
}: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-app-'));
  const [database, port] = await Promise.all([
    beside ? sharedDatabase(beside) : createTestDatabase(),
    env.PORT ? Number(env.PORT) : freePort(),
  ]);
  const sharedDriver = beside?.driver;
  const driver = sharedDriver ?? (await openCardDriver(port, choice));
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    // Each connection reads the catalogs and plans the statements again.
    DATABASE_POOL: '3',
    DEMO_DATA: '0',
    RATE_LIMITS: '1000',
    DISK_RESERVE: '0MB',
    REQUIRE_SECOND_FACTOR: 'off',
    RECORDS_KEY: '5e'.repeat(32),
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...driver.env,
    ...env,
  });
  const { log, tracing } = await openLog(config, logTo);
  const platform = openPlatform(config, database.url, log, tracing);
  const { context, modules } = composeModules(platform, cards(platform, beside?.context));
  const all = extra ? [...modules, extra(platform)] : modules;
  const running = await serve(platform, all, { pages, testCards: context.processors.testModes });
  const nodes = (beside?.nodes ?? new Set()).add(platform.jobs);
  const drivenApp = { context, drain: () => drainAll(nodes) };
  if (!sharedDriver) driver.start(drivenApp);
  return {
    url: config.publicUrl,
    port,
    databaseUrl: database.url,
    context,
    modules,
    driver,
    nodes,
    client: () => testClient(config.publicUrl),
    settle: () => driver.settle(drivenApp),
    async close() {
      try {
        if (!sharedDriver) await driver.assertSound(drivenApp);
        await assertSound(platform, modules);
      } finally {
        if (!sharedDriver) await driver.stop();
        nodes.delete(platform.jobs);
        await running.stop();
        await database.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** Runs due jobs until no node has any left. Each node takes jobs that the others enqueue. */
async function drainAll(nodes: ReadonlySet<Jobs>): Promise<void> {
  let ran = 1;
  while (ran > 0) {
    ran = 0;
    for (const jobs of nodes) ran += await jobs.drain();
    if (nodes.size === 1) return;
  }
}

/** Throws if an invariant of `cli check` does not hold. */
async function assertSound({ db }: Platform, modules: readonly Module[]): Promise<void> {
  const invariants = modules.flatMap((module) => module.invariants ?? []);
  const faults = (await checkInvariants(db.sql, invariants)).filter(({ rows }) => rows.length > 0);
  if (faults.length > 0) throw new Error(`Invariants do not hold: ${JSON.stringify(faults, null, 2)}`);
}

async function sharedDatabase({
  databaseUrl: url,
}: Pick<TestApp, 'databaseUrl'>): Promise<{ url: string; drop(): Promise<void> }> {
  return { url, drop: async () => undefined };
}

/** Runs all delayed and retrying jobs of this kind now, and the jobs that they enqueue. */
export async function runWaiting(app: TestApp, kind: string): Promise<void> {
  await app.settle();
  await app.context.db.sql`
    update pgboss.job set start_after = now() where data->>'kind' = ${kind} and state in ('created', 'retry')`;
  await app.settle();
}
