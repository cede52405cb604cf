import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp, type TestAppOptions } from '#testing/app.ts';
import { freePort } from '#testing/free-port.ts';
import { RedisServer } from '#testing/servers/redis-server.ts';
import { S3Server } from '#testing/servers/s3-server.ts';
import { Balancer } from './balancer.ts';

/**
 * Starts the product as two nodes behind nginx, with Redis and S3 and without a common folder. Only the first node runs jobs, so that
 * `settle` waits for all of them.
 */
export async function startTwoNodes({ env = {}, cards, ...others }: TestAppOptions): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-two-nodes-'));
  const redis = await RedisServer.start();
  const s3 = await S3Server.start();
  // Both nodes talk to the same card processor.
  let processors: ReturnType<NonNullable<typeof cards>> | undefined;
  const options: TestAppOptions = cards ? { ...others, cards: (platform) => (processors ??= cards(platform)) } : others;
  const plainPort = env.PUBLIC_URL ? Number(new URL(env.PUBLIC_URL).port) : await freePort();
  const [onePort, twoPort] = [await freePort(), await freePort()];
  const common = {
    PUBLIC_URL: `http://127.0.0.1:${plainPort}`,
    REDIS_URL: redis.url,
    ...s3.env,
    TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  };
  const one = await startTestApp({ ...options, env: { ...common, PORT: String(onePort) } });
  const two = await startTestApp({
    ...options,
    beside: one,
    env: { ...common, PORT: String(twoPort), ROLE: 'web' },
  });
  const nodes: [string, string] = [`127.0.0.1:${onePort}`, `127.0.0.1:${twoPort}`];
  const balancer = await Balancer.startPlain({ folder, plainPort, nodes });
  return {
    ...one,
    async close() {
      await balancer.stop();
      await two.close();
      await one.close();
      await redis.stop();
      await s3.remove();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
