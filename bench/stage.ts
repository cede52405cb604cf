import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeModules } from '#server/app.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { allocatorEnv, heapLimits } from '../scripts/bootstrap/processes.mjs';

/** A folder and a PostgreSQL for one run, fsync on, with as many databases as the run needs. */
export interface Stage {
  folder: string;
  /** Creates an empty, migrated database; returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Creates a database with the demo data; returns its URL. */
  createDemo(name: string): Promise<string>;
  /** Starts the product in a separate process with the production build. `env` overrides the settings of all benchmarks. */
  startProduct(databaseUrl: string, env?: Record<string, string>): Promise<Child>;
  /** Composes the product's operations in this process. `env` overrides the settings of all benchmarks. */
  openOperations(databaseUrl: string, env?: Record<string, string>): Promise<MoneyContext>;
  /** Calls `end` after everything that is started later has stopped. */
  atEnd(end: () => Promise<void>): void;
  close(): Promise<void>;
}

export interface Child {
  url: string;
  /** Sends a question and waits for its answer. */
  ask(question: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** The settings of all benchmarks: production, but without rate limits. */
const settings = { NODE_ENV: 'production', ALLOW_SANDBOX_CARDS: '1', RATE_LIMITS: 'off', DEMO_DATA: '0' };

const databaseOf = (url: string, name: string) => url.replace(/[^/]+$/, name);

/** Starts one of our scripts, which sends `{ url }` when it listens. BENCH_PROFILE=folder writes CPU profiles. */
export async function startChild(
  script: string,
  env: Record<string, string>,
  options: readonly string[] = [],
): Promise<Child> {
  const { BENCH_PROFILE: profile, PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = fork(script, [], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    execArgv: ['--expose-gc', ...options, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const { url } = (await Promise.race([
    once(child, 'message').then(([message]) => message),
    ended.then(([code]) => Promise.reject(new Error(`${script} ended with ${code} before it listened`))),
  ])) as { url: string };
  return {
    url,
    async ask(question) {
      const answer = once(child, 'message');
      child.send(question);
      return (await answer)[0];
    },
    stop: () => endChild(child, ended),
  };
}

async function endChild(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  const impatient = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(impatient);
}

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const ends: (() => Promise<void>)[] = [];
  const configOf = (url: string, env: Record<string, string> = {}): Config =>
    readConfig({ ...settings, DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'error', ...env });

  const settingsOf = (databaseUrl: string) => ({ ...settings, DATA_DIR: folder, DATABASE_URL: databaseUrl, PORT: '0' });

  const stage: Stage = {
    folder,
    async createDemo(name) {
      const url = await stage.createDatabase(name);
      // In a separate process, so that its memory does not count as the product's.
      const seeder = await startChild(join(import.meta.dirname, 'seed-demo.ts'), settingsOf(url));
      await seeder.stop();
      return url;
    },
    async createDatabase(name) {
      const log = createLogger('error');
      const main = openDatabase(server.url, { log, max: 1 });
      await main.sql.unsafe(`create database ${name}`);
      await main.close();
      const url = databaseOf(server.url, name);
      const database = openDatabase(url, { log, max: 1 });
      await migrate(database, log);
      await database.close();
      return url;
    },
    async startProduct(databaseUrl, env = {}) {
      const script = join(import.meta.dirname, 'product-server.ts');
      const child = await startChild(script, { ...settingsOf(databaseUrl), ...allocatorEnv, ...env }, heapLimits);
      ends.push(child.stop);
      return child;
    },
    async openOperations(databaseUrl, env = {}) {
      const platform = openPlatform(configOf(databaseUrl, env), databaseUrl, createLogger('error'));
      ends.push(() => platform.db.close());
      return composeModules(platform).context;
    },
    atEnd: (end) => void ends.push(end),
    async close() {
      for (const end of ends.reverse()) await end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return stage;
}
