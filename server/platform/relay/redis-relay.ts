import type { ServerOptions } from 'socket.io';
import type { Logger } from '#server/platform/observability/log.ts';

type Adapter = NonNullable<ServerOptions['adapter']>;

export interface RedisAdapter {
  adapter: Adapter;
  close(): void;
}

/**
 * Joins the sockets of several nodes by a stream in Redis; after a broken connection, reading goes on where it stopped. The packages
 * are loaded only where REDIS_URL is set.
 */
export async function openRedisAdapter(url: string, log: Logger): Promise<RedisAdapter> {
  const [{ Redis }, { createAdapter }] = await Promise.all([
    import('ioredis'),
    import('@socket.io/redis-streams-adapter'),
  ]);
  const connect = (options: { enableOfflineQueue: boolean; enableReadyCheck: boolean }) => {
    const client = new Redis(url, { maxRetriesPerRequest: null, ...options });
    client.on('error', (error) => log.warn({ err: error }, 'redis'));
    return client;
  };
  // While Redis is away, publishing fails at once instead of queueing: this node's own sockets are not to wait for it.
  const publisher = connect({ enableOfflineQueue: false, enableReadyCheck: true });
  const readers: InstanceType<typeof Redis>[] = [];
  publisher.duplicate = () => {
    // Once a connection has subscribed it may not ask whether Redis is ready: where it did, the process ended.
    const reader = connect({ enableOfflineQueue: true, enableReadyCheck: false });
    readers.push(reader);
    return reader;
  };
  return {
    adapter: createAdapter(publisher, { streamName: 'fanfare', channelPrefix: 'fanfare' }) as Adapter,
    close() {
      for (const client of [publisher, ...readers]) client.disconnect();
    },
  };
}
