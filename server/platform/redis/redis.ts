import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from '#server/platform/observability/log.ts';

/** The connections of this process to Redis. The driver is loaded and a connection opened at the first use only. */
export interface RedisConnections {
  /** Starts every key: installations that share a Redis server keep their keys apart by the name of their database. */
  readonly keyPrefix: string;
  /** Opens a separate connection. Commands fail at once while Redis is away, and none is ever sent twice. */
  open(options?: RedisOptions): Promise<Redis>;
  /** Asks Redis for a sign of life, always on the same connection. */
  ping(): Promise<void>;
  /** Lets commands that are under way end, up to a second, and closes all connections. */
  close(): Promise<void>;
}

const closeWithinMs = 1000;
const reconnectAtMostMs = 1000;

export function createRedis(url: string, databaseUrl: string, log: Logger): RedisConnections {
  const opened: Promise<Redis>[] = [];

  async function connect(options: RedisOptions): Promise<Redis> {
    const { Redis } = await import('ioredis');
    const client = new Redis(url, {
      // A command whose answer is lost may have been executed: the caller decides whether to repeat it.
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      connectTimeout: 2000,
      retryStrategy: (attempt) => Math.min(attempt * 50, reconnectAtMostMs),
      ...options,
    });
    client.on('error', (error) => log.warn({ err: error }, 'Redis connection failed'));
    // The first attempt may fail: the driver keeps trying, and until then commands fail at once.
    await new Promise<void>((resolve) => {
      client.once('ready', resolve);
      client.once('error', () => resolve());
    });
    return client;
  }

  function open(options: RedisOptions = {}): Promise<Redis> {
    const client = connect(options);
    opened.push(client);
    return client;
  }

  let pinged: Promise<Redis> | undefined;
  return {
    keyPrefix: `fanfare:${new URL(databaseUrl).pathname.slice(1)}:`,
    open,
    async ping() {
      pinged ??= open();
      await (await pinged).ping();
    },
    async close() {
      await Promise.all(opened.map(async (client) => closeClient(await client)));
    },
  };
}

async function closeClient(client: Redis): Promise<void> {
  const impatient = setTimeout(() => client.disconnect(), closeWithinMs);
  await client.quit().catch(() => undefined);
  clearTimeout(impatient);
  client.disconnect();
}
