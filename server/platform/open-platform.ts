import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/platform/config/config.ts';
import { openFiles } from '#server/platform/data/open-files.ts';
import { createHooks } from '#server/platform/hooks.ts';
import { sessionReaders } from '#server/platform/http/request-context.ts';
import { createFacts } from '#server/platform/jobs/facts.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { openLanguages } from '#server/platform/language/languages.ts';
import { createRateLimits } from '#server/platform/limits/rate-limit.ts';
import { createLive } from '#server/platform/live/live.ts';
import { createMail } from '#server/platform/mail/mail.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { noTracing, type Tracing } from '#server/platform/observability/tracing.ts';
import { type Database, isUnavailable, openDatabase } from '#server/platform/postgres/db.ts';
import { createRedis, type RedisConnections } from '#server/platform/redis/redis.ts';
import { version } from './config/project.ts';
import type { Platform } from './platform.ts';
import { createPostgresRelay } from './relay/postgres-relay.ts';
import { createRedisRelay } from './relay/redis-relay.ts';
import type { Relay } from './relay/relay.ts';

/** Chooses the one relay of this installation: Redis where REDIS_URL is set, PostgreSQL elsewhere, and never both. */
function openRelay(db: Database, redis: RedisConnections | undefined, log: Logger): Relay {
  return redis ? createRedisRelay(redis, log) : createPostgresRelay(db, log);
}

const databaseWithinMs = 60_000;

/** Builds the platform on one database. Nothing runs yet. Close it with `closePlatform`. */
export function openPlatform(config: Config, databaseUrl: string, log: Logger, tracing: Tracing = noTracing): Platform {
  const metrics = createMetrics();
  const db = openDatabase(databaseUrl, {
    log,
    tracing,
    max: config.databasePool,
    directUrl: config.databaseDirectUrl,
    about: `${config.role} ${version} ${hostname()}`,
  });
  const jobs = createJobs({
    url: databaseUrl,
    log,
    metrics,
    tracing,
    work: config.role !== 'web',
    crons: config.nodeEnv !== 'test',
  });
  const redis = config.redisUrl ? createRedis(config.redisUrl, databaseUrl, log) : undefined;
  const limits = createRateLimits(config.rateLimitFactor, redis);
  const relay = openRelay(db, redis, log);
  const http = sessionReaders();
  const languages = openLanguages(config.locales);
  return {
    config,
    db,
    jobs,
    facts: createFacts({ db, jobs, log }),
    hooks: createHooks(),
    live: createLive({ config, db, log, tracing, limits, sessions: http, languages, relay }),
    relay,
    redis,
    languages,
    mail: createMail({ config, db, jobs, languages, log, tracing }),
    files: openFiles(config, log),
    log,
    metrics,
    tracing,
    limits,
    state: new Map(),
    http,
  };
}

/** Closes the platform's connections, after broadcasts that are under way, and sends the last spans. */
export async function closePlatform({ relay, redis, db, tracing }: Platform): Promise<void> {
  relay.close();
  await redis?.close();
  await db.close();
  await tracing.stop();
}

/** Waits for a database that is still starting, as when both start together. */
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
