import type { ContextState } from '#server/platform/concurrency/context-state.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Files } from '#server/platform/data/files.ts';
import type { Hooks } from '#server/platform/hooks.ts';
import type { SessionReaders } from '#server/platform/http/request-context.ts';
import type { Facts } from '#server/platform/jobs/facts.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Languages } from '#server/platform/language/languages.ts';
import type { RateLimits } from '#server/platform/limits/rate-limit.ts';
import type { Live } from '#server/platform/live/live.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import type { Tracing } from '#server/platform/observability/tracing.ts';
import { afterCommit, type Database, type Tx } from '#server/platform/postgres/db.ts';
import type { RedisConnections } from '#server/platform/redis/redis.ts';
import type { Relay } from '#server/platform/relay/relay.ts';

/** The capabilities that operations use. Nothing in it knows the domain. */
export interface Platform {
  config: Config;
  db: Database;
  jobs: Jobs;
  facts: Facts;
  /** Hooks, which a module declares and later modules answer. */
  hooks: Hooks;
  live: Live;
  relay: Relay;
  /** Undefined without REDIS_URL. */
  redis: RedisConnections | undefined;
  languages: Languages;
  mail: Mail;
  files: Files;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
  limits: RateLimits;
  /** Caches, queues and batches of the modules, which they declare with `contextState`. */
  state: ContextState;
  /** Turns session cookies into actors; a module registers the reader with `http.setSessionReader(…)`. */
  http: SessionReaders;
}

/**
 * The context of a function that takes a transaction's connection. It has no database or session readers, so a read on another
 * connection, also one behind a cache, does not compile there. `scripts/check-transactions.ts` refuses the full context in such functions.
 */
export type InTransaction<Context extends Platform> = Omit<Context, 'db' | 'http'>;

/** As `afterCommit`, with the full context: `effect` runs outside the transaction. */
export function afterCommitWith(
  tx: Tx,
  context: InTransaction<Platform>,
  effect: (context: Platform) => void | Promise<void>,
): void {
  // The full context at run time: `InTransaction` only hides members from the compiler.
  afterCommit(tx, () => effect(context as Platform));
}
