import type { Logger } from '#server/platform/observability/log.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import type { RedisConnections } from '#server/platform/redis/redis.ts';
import { createPostgresRelay } from './postgres-relay.ts';
import { createRedisRelay } from './redis-relay.ts';
import type { Relay } from './relay.ts';

/** Chooses the one relay of this installation: Redis where REDIS_URL is set, PostgreSQL elsewhere, and never both. */
export function openRelay(db: Database, redis: RedisConnections | undefined, log: Logger): Relay {
  return redis ? createRedisRelay(redis, log) : createPostgresRelay(db, log);
}
