import type { ServerOptions } from 'socket.io';
import type { Logger } from './log.ts';

type Adapter = NonNullable<ServerOptions['adapter']>;

export interface RedisAdapter {
  adapter: Adapter;
  close(): void;
}

/**
 * The sockets of several nodes as one, over a stream in Redis: what is read goes on where it stopped when the connection breaks.
 * Loaded only where REDIS_URL is set.
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
  // Without Redis the sockets of this node are told at once, instead of when it is back.
  const publisher = connect({ enableOfflineQueue: false, enableReadyCheck: true });
  const readers: InstanceType<typeof Redis>[] = [];
  publisher.duplicate = () => {
    // Who has subscribed may not ask whether Redis is ready: where one overtook the other, the process ended.
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
