import type { Server as HttpServer } from 'node:http';
import type { Server } from 'socket.io';
import type { PoolUpdate } from '#contract/socket-events.ts';
import { deliver, type News, type NodeSockets } from '#server/platform/relay/broadcast.ts';
import { openRedisAdapter, type RedisAdapter } from '#server/platform/relay/redis-relay.ts';
import type { Relay } from '#server/platform/relay/relay.ts';
import { createMoment, type Moment } from './flush-loop.ts';
import { serveWatching } from './pool-watching.ts';
import { createOrder, type Order, type ReadMissed } from './room-order.ts';
import { serveEvents } from './socket-events.ts';
import { keepEndingStaleSockets, type LiveServerOptions, openServer } from './socket-server.ts';
import type { Move, Packet, Place, SocketModule } from './sockets.ts';

export interface Live {
  /** Opens the sockets on the web server. A process that does not is still heard, by the sockets of those that do. */
  attach(server: HttpServer, modules: readonly SocketModule[]): Promise<void>;
  /** Tells the pool's watchers; bursts are told once, with the last figures given. */
  poolChanged(pool: PoolUpdate): void;
  userNotified(userId: string, unread: number): void;
  /** Tells sockets of the main namespace, on every node. */
  tell(packet: Packet): void;
  /** Sockets of this node begin to hear a room that has come to this number. */
  hears(place: Place): void;
  /** Resolves when what was told so far has begun to go to the sockets of this node. */
  begun(): Promise<void>;
  /** Has a person's sockets enter and leave rooms, on every node. */
  move(move: Move): void;
  /** Has everybody leave these rooms, on every node. */
  closeRooms(rooms: string[]): void;
  /** Ends the sockets of a session that is over. */
  sessionEnded(sessionId: string): void;
  /** How many sockets of the main namespace this node has. */
  count(): number;
  close(): Promise<void>;
}

interface LiveOptions extends LiveServerOptions {
  /** Carries what this process tells to the sockets of all others on its database. */
  relay: Relay;
}

const coalesceMs = 100;

/** Whether it must arrive in the order in which it was sent: what has a number in its room, and who enters and leaves between two of these. */
const isInOrder = (news: News): boolean =>
  news.of === 'move' || news.of === 'closed' || (news.of === 'packet' && news.packet.place !== undefined);

/** Breaks all connections, without a farewell: so the clients come back at once, and read what nobody told them. */
function sendBack(io: Server): void {
  for (const name of ['/', '/live']) for (const { conn } of io.of(name).sockets.values()) conn.close();
}

/** Sockets: live figures for everyone on `/live`, and the modules' events for people who are signed in on the main namespace. */
export function createLive(options: LiveOptions): Live {
  const { config, relay, log } = options;
  let sockets: NodeSockets | undefined;
  let redis: RedisAdapter | undefined;
  let moment: Moment | undefined;
  let order: Order | undefined;
  const waiting = new Map<string, PoolUpdate>();
  let flushTimer: NodeJS.Timeout | undefined;
  const ends: (() => void)[] = [];

  /**
   * Where Redis joins the nodes, it carries what a process with sockets tells. What has to keep its order goes by the database even then,
   * which delivers what one process sends in the order in which it was sent; each node then sorts by number, and reads what is missing.
   */
  function tell(news: News): void {
    const byRedis = sockets !== undefined && redis !== undefined && !isInOrder(news);
    if (sockets) deliver(news, sockets, byRedis ? 'everywhere' : 'here');
    if (!byRedis) relay.send(news);
  }

  function flush(): void {
    flushTimer = undefined;
    for (const pool of waiting.values()) tell({ of: 'pool', pool });
    waiting.clear();
  }

  return {
    async attach(server, modules) {
      redis = config.redisUrl ? await openRedisAdapter(config.redisUrl, log) : undefined;
      const opened = openServer(server, options, redis);
      const readMissed: ReadMissed = async (room, between) =>
        (await Promise.all(modules.map((module) => module.readMissed(room, between)))).flat();
      moment = createMoment(opened.of('/'));
      order = createOrder(moment.tell, readMissed);
      const own: NodeSockets = { io: opened, tellHere: order.take };
      sockets = own;
      await relay.listen(
        (news) => deliver(news, own, 'here'),
        () => sendBack(opened),
      );
      ends.push(serveWatching(opened.of('/live'), options));
      serveEvents(opened.of('/'), modules, options);
      ends.push(keepEndingStaleSockets(opened, options));
    },
    poolChanged(pool) {
      waiting.set(pool.id, pool);
      flushTimer ??= setTimeout(flush, coalesceMs);
    },
    userNotified: (userId, unread) => tell({ of: 'user', userId, unread }),
    tell: (packet) => tell({ of: 'packet', packet }),
    hears: (place) => order?.start(place),
    begun: async () => moment?.begun(),
    move: (move) => tell({ of: 'move', move }),
    closeRooms: (rooms) => tell({ of: 'closed', rooms }),
    sessionEnded: (sessionId) => tell({ of: 'session', sessionId }),
    count: () => sockets?.io.of('/').sockets.size ?? 0,
    async close() {
      relay.close();
      clearTimeout(flushTimer);
      for (const end of ends) end();
      if (sockets) {
        const { io } = sockets;
        // Without a farewell: after one, the client of socket.io does not come back by itself; after a broken connection it does.
        io.engine.close();
        for (const name of ['/', '/live']) await io.of(name).adapter.close();
      }
      redis?.close();
    },
  };
}
