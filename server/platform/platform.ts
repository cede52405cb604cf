import type { Config } from './config.ts';
import type { Database } from './db.ts';
import type { Facts } from './facts.ts';
import type { Files } from './files.ts';
import type { SessionReaders } from './http-context.ts';
import type { Jobs } from './jobs.ts';
import type { Live } from './live.ts';
import type { Logger } from './log.ts';
import type { Mail } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimits } from './rate-limit.ts';

/** Everything an operation may need that has no domain word in it. */
export interface Platform {
  config: Config;
  db: Database;
  jobs: Jobs;
  facts: Facts;
  live: Live;
  mail: Mail;
  files: Files;
  log: Logger;
  metrics: Metrics;
  limits: RateLimits;
  /** Where accounts registers how a session cookie becomes an actor: `http.setSessionReader(…)`. */
  http: SessionReaders;
}
