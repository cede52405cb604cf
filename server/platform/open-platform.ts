import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { type Database, isUnavailable, openDatabase } from './db.ts';
import { createFacts } from './facts.ts';
import { createFiles } from './files.ts';
import { sessionReaders } from './http-context.ts';
import { createJobs } from './jobs.ts';
import { createLive } from './live.ts';
import { createRelay } from './live-relay.ts';
import type { Logger } from './log.ts';
import { createMail } from './mail.ts';
import { createMetrics } from './metrics.ts';
import type { Platform } from './platform.ts';
import { createRateLimits } from './rate-limit.ts';

const databaseWithinMs = 60_000;

/** Everything of the platform on one database; nothing runs yet. */
export function openPlatform(config: Config, databaseUrl: string, log: Logger): Platform {
  const metrics = createMetrics();
  const db = openDatabase(databaseUrl, { log, max: config.databasePool });
  const jobs = createJobs({
    url: databaseUrl,
    log,
    metrics,
    work: config.role !== 'web',
    crons: config.nodeEnv !== 'test',
  });
  const limits = createRateLimits(config.rateLimitFactor);
  const http = sessionReaders();
  return {
    config,
    db,
    jobs,
    facts: createFacts(jobs),
    live: createLive({
      config,
      log,
      limits,
      sessions: http,
      relay: createRelay(db, log),
    }),
    mail: createMail(config, jobs, log),
    files: createFiles(join(config.dataDir, 'files'), config.diskReserveBytes),
    log,
    metrics,
    limits,
    http,
  };
}

/** Waits for a database that is still starting, as it may be when both start together. */
export async function waitForDatabase({ sql }: Database, log: Logger): Promise<void> {
  const patientUntil = Date.now() + databaseWithinMs;
  for (;;) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > patientUntil) throw error;
      log.warn({ err: error }, 'waiting for the database');
      await sleep(1000);
    }
  }
}
