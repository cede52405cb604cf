import type { ContextState } from '#server/platform/concurrency/context-state.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Files } from '#server/platform/data/files.ts';
import type { Hooks } from '#server/platform/hooks.ts';
import type { SessionReaders } from '#server/platform/http/request-context.ts';
import type { Facts } from '#server/platform/jobs/facts.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { RateLimits } from '#server/platform/limits/rate-limit.ts';
import type { Live } from '#server/platform/live/live.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import type { Database } from '#server/platform/postgres/db.ts';

/** Everything an operation may need that has no domain word in it. */
export interface Platform {
  config: Config;
  db: Database;
  jobs: Jobs;
  facts: Facts;
  /** What modules ask later modules. */
  hooks: Hooks;
  live: Live;
  mail: Mail;
  files: Files;
  log: Logger;
  metrics: Metrics;
  limits: RateLimits;
  /** Caches, queues and batches of the modules, which they declare with `contextState`. */
  state: ContextState;
  /** Where accounts registers how a session cookie becomes an actor: `http.setSessionReader(…)`. */
  http: SessionReaders;
}
