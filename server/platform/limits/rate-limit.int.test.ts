import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { createRedis, type RedisConnections } from '#server/platform/redis/redis.ts';
import { hasRedisServer, RedisServer } from '#testing/servers/redis-server.ts';
import { createRateLimits, type Limiter } from './rate-limit.ts';

const log = createLogger('silent');
const refused = { code: 'rate_limited' };

describe.runIf(hasRedisServer)('limits of several nodes with Redis', () => {
  let server: RedisServer;
  let connections: RedisConnections[] = [];

  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    connections = [];
  });
  afterAll(() => server.stop());

  function nodeLimits(databaseName: string) {
    const redis = createRedis(server.url, `postgres://localhost/${databaseName}`, log);
    connections.push(redis);
    return createRateLimits(1, redis);
  }
  const limiterOn = (databaseName: string): Limiter =>
    nodeLimits(databaseName).limiter('sign-in', { points: 3, perMs: 60_000 });

  it('count together', async () => {
    const [one, two] = [limiterOn('a'), limiterOn('a')];
    await one.consume('mia');
    await two.consume('mia');
    await one.consume('mia');
    for (const limiter of [one, two]) {
      await expect(limiter.check('mia')).rejects.toMatchObject(refused);
      const refusal = await limiter.consume('mia').catch((error: unknown) => error);
      expect(refusal).toMatchObject(refused);
      expect((refusal as { details: { retryAfterS: number } }).details.retryAfterS).toBeGreaterThan(50);
    }
    await two.consume('sam');
    await one.reset('mia');
    await two.consume('mia');
  });

  it('share attempts that are counted, taken back and kept', async () => {
    const [one, two] = [limiterOn('f'), limiterOn('f')];
    await one.count('mia');
    expect(await two.count('mia')).toEqual({ attempts: 2, allowed: 3 });
    await one.forgive('mia');
    expect(await two.count('mia')).toEqual({ attempts: 2, allowed: 3 });
    await two.startWindow('mia', 3, 120_000);
    const refusal = await one.consume('mia').catch((error: unknown) => error);
    expect((refusal as { details: { retryAfterS: number } }).details.retryAfterS).toBeGreaterThan(110);
  });

  it('count apart for a key of one node and for another installation', async () => {
    const [one, two] = [nodeLimits('b'), nodeLimits('b')];
    const perSocket = { points: 1, perMs: 60_000 };
    await one.localLimiter('per socket', perSocket).consume('x');
    await two.localLimiter('per socket', perSocket).consume('x');
    await limiterOn('b').consume('mia', 3);
    await limiterOn('c').consume('mia');
  });

  it('count on each node separately while Redis is away, and together again afterwards', async () => {
    const [one, two] = [limiterOn('d'), limiterOn('d')];
    await one.consume('mia');
    await two.consume('mia');
    await server.stop();
    for (const limiter of [one, two]) {
      for (let attempt = 0; attempt < 3; attempt += 1) await limiter.consume('mia');
      await expect(limiter.consume('mia')).rejects.toMatchObject(refused);
      await expect(limiter.check('mia')).rejects.toMatchObject(refused);
    }
    await server.start();
    // Redis forgot everything with its restart.
    await expect.poll(() => one.consume('ada').then(() => two.check('ada'))).toBeUndefined();
    await expect
      .poll(async () => {
        await one.consume('sam').catch(() => undefined);
        return two.check('sam').then(
          () => 'allowed',
          () => 'refused',
        );
      })
      .toBe('refused');
  });

  it('count, take back, start a window and forget on this node while Redis is away', async () => {
    const limiter = limiterOn('g');
    await limiter.count('mia');
    await limiter.count('mia');
    await server.stop();
    // This node did not keep the two attempts that Redis counted.
    expect(await limiter.count('mia')).toEqual({ attempts: 1, allowed: 3 });
    expect(await limiter.count('mia')).toEqual({ attempts: 2, allowed: 3 });
    await limiter.forgive('mia');
    await limiter.check('mia');
    expect(await limiter.count('mia')).toEqual({ attempts: 2, allowed: 3 });
    expect(await limiter.count('mia')).toEqual({ attempts: 3, allowed: 3 });
    await expect(limiter.check('mia')).rejects.toMatchObject(refused);
    await limiter.reset('mia');
    await limiter.check('mia');
    await limiter.startWindow('mia', 3, 120_000);
    const refusal = await limiter.check('mia').catch((error: unknown) => error);
    expect(refusal).toMatchObject(refused);
    expect((refusal as { details: { retryAfterS: number } }).details.retryAfterS).toBeGreaterThan(110);
    await limiter.startWindow('sam', 2, 120_000);
    expect(await limiter.count('sam')).toEqual({ attempts: 3, allowed: 3 });
    await server.start();
  });

  it('work from the start without Redis', async () => {
    await server.stop();
    const limiter = limiterOn('e');
    await limiter.consume('mia', 3);
    await expect(limiter.consume('mia')).rejects.toMatchObject(refused);
    await server.start();
  });
});
