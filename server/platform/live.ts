import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import type { Config } from './config.ts';
import type { Sql } from './db.ts';
import { type Actor, type SessionReaders, sessionCookie } from './http-context.ts';
import { cookieName, parseCookies } from './http-cookies.ts';
import { isOwnRequest } from './http-security.ts';
import type { Logger } from './log.ts';
import { addressKey, type RateLimits } from './rate-limit.ts';

/** What a pool's watchers see change. */
export interface PoolLive {
  id: string;
  status: string;
  pledgedAmount: number;
  currentAmount: number;
  pledgedPercentage: number;
  paidPercentage: number;
  fanCount: number;
}

export interface Live {
  attach(server: HttpServer): void;
  /** Tells the pool's watchers; bursts are told once, with the last figures given. */
  poolChanged(pool: PoolLive): void;
  userNotified(userId: string, unread: number): void;
  /** Ends the sockets of a session that is over. */
  sessionEnded(sessionId: string): void;
  close(): Promise<void>;
}

interface ServerEvents {
  pool_updated: (pool: PoolLive) => void;
  notified: (news: { unread: number }) => void;
  error: (fault: { message: string }) => void;
}

interface ClientEvents {
  watch: (input: unknown) => void;
  unwatch: (input: unknown) => void;
}

interface SocketData {
  actor: Actor | null;
  token: string | undefined;
  watched: Set<string>;
  /** Tries left in this ten seconds; watching is cheap, floods of it are not. */
  tries: number;
}

type LiveServer = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>;
type LiveSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

interface LiveOptions {
  config: Config;
  log: Logger;
  limits: RateLimits;
  sessions: SessionReaders;
  /** Where several nodes may share one database: what one tells, the sockets of all hear. */
  relay?: Sql;
}

/** What travels between nodes. */
type News =
  | { of: 'pool'; pool: PoolLive }
  | { of: 'user'; userId: string; unread: number }
  | { of: 'session'; sessionId: string };

const channel = 'fanfare_live';
const maxWatched = 50;
const triesPer10s = 60;
const coalesceMs = 100;
const revalidateMs = 10 * 60_000;
const watchInput = z.strictObject({ poolId: z.uuid() });

/** Live figures over socket.io; visitors may watch too. Sockets only tell: everything that changes goes through HTTP. */
export function createLive(options: LiveOptions): Live {
  const { relay, log } = options;
  let io: LiveServer | undefined;
  let closed = false;
  const waiting = new Map<string, PoolLive>();
  let flushTimer: NodeJS.Timeout | undefined;
  const timers: NodeJS.Timeout[] = [];

  function flush(): void {
    flushTimer = undefined;
    for (const pool of waiting.values()) tell({ of: 'pool', pool });
    waiting.clear();
  }

  function tell(news: News): void {
    if (!relay) {
      deliver(news, io);
      return;
    }
    if (closed) return;
    relay.notify(channel, JSON.stringify(news)).catch((error: unknown) => {
      log.warn({ err: error }, 'live news could not reach other nodes');
      deliver(news, io);
    });
  }

  return {
    attach(server) {
      io = openServer(server, options);
      relay
        ?.listen(channel, (text) => deliver(JSON.parse(text) as News, io))
        .catch((error: unknown) => log.error({ err: error }, 'live news of other nodes will not be heard'));
      const live = io.of('/live');
      live.use((socket, next) => {
        signIn(socket, options).then(
          () => next(),
          (error: unknown) => {
            log.warn({ err: error }, 'a socket could not sign in');
            next(new Error('unavailable'));
          },
        );
      });
      live.on('connection', (socket) => serve(socket));
      timers.push(setInterval(() => void revalidate(io, options), revalidateMs).unref());
      timers.push(
        setInterval(() => {
          for (const socket of live.sockets.values()) socket.data.tries = triesPer10s;
        }, 10_000).unref(),
      );
    },
    poolChanged(pool) {
      waiting.set(pool.id, pool);
      flushTimer ??= setTimeout(flush, coalesceMs);
    },
    userNotified(userId, unread) {
      tell({ of: 'user', userId, unread });
    },
    sessionEnded(sessionId) {
      tell({ of: 'session', sessionId });
    },
    async close() {
      closed = true;
      clearTimeout(flushTimer);
      for (const timer of timers) clearInterval(timer);
      io?.disconnectSockets(true);
      io?.of('/live').disconnectSockets(true);
      io?.engine.close();
    },
  };
}

function deliver(news: News, io: LiveServer | undefined): void {
  const live = io?.of('/live');
  if (news.of === 'pool') live?.to(`pool:${news.pool.id}`).emit('pool_updated', news.pool);
  else if (news.of === 'user') live?.to(`user:${news.userId}`).emit('notified', { unread: news.unread });
  else live?.in(`sid:${news.sessionId}`).disconnectSockets(true);
}

function openServer(server: HttpServer, { config, limits, log }: LiveOptions): LiveServer {
  const handshakes = limits.limiter('socket handshakes per address', { points: 1200, perMs: 60_000 });
  return new Server(server, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 65_536,
    connectTimeout: 20_000,
    allowRequest(request: IncomingMessage, allow) {
      if (!isOwnRequest(request.headers, config.publicUrl)) {
        allow('cross_origin', false);
        return;
      }
      const isHandshake = !request.url?.includes('sid=');
      const consumed = isHandshake
        ? handshakes.consume(addressKey(request.socket.remoteAddress ?? ''))
        : Promise.resolve();
      consumed.then(
        () => allow(null, true),
        () => {
          log.warn({ ip: request.socket.remoteAddress }, 'too many socket handshakes');
          allow('rate_limited', false);
        },
      );
    },
  });
}

async function signIn(socket: LiveSocket, { config, sessions }: LiveOptions): Promise<void> {
  const token = parseCookies(socket.handshake.headers.cookie).get(cookieName(sessionCookie, config.secure));
  const actor = token ? await sessions.readSession(token) : null;
  socket.data = { actor, token, watched: new Set(), tries: triesPer10s };
  if (actor) await socket.join([`user:${actor.userId}`, `sid:${actor.sessionId}`]);
}

function serve(socket: LiveSocket): void {
  function accept(input: unknown): string | undefined {
    socket.data.tries -= 1;
    if (socket.data.tries < -20) socket.disconnect(true);
    if (socket.data.tries < 0) {
      socket.emit('error', { message: 'Too many requests. Wait a little.' });
      return undefined;
    }
    const parsed = watchInput.safeParse(input);
    if (!parsed.success) socket.emit('error', { message: 'This was not understood.' });
    return parsed.data?.poolId;
  }
  socket.on('watch', (input) => {
    const poolId = accept(input);
    if (poolId === undefined) return;
    if (socket.data.watched.size >= maxWatched) {
      socket.emit('error', { message: `At most ${maxWatched} pools can be watched at once.` });
      return;
    }
    socket.data.watched.add(poolId);
    void socket.join(`pool:${poolId}`);
  });
  socket.on('unwatch', (input) => {
    const poolId = accept(input);
    if (poolId === undefined) return;
    socket.data.watched.delete(poolId);
    void socket.leave(`pool:${poolId}`);
  });
}

/** Sessions also end by time; their sockets follow within minutes. */
async function revalidate(io: LiveServer | undefined, { sessions, log }: LiveOptions): Promise<void> {
  for (const socket of io?.of('/live').sockets.values() ?? []) {
    const { token, actor } = socket.data as SocketData;
    if (!token || !actor) continue;
    const still = await sessions.readSession(token).catch((error: unknown) => {
      log.warn({ err: error }, 'could not look a session up again');
      return actor;
    });
    if (!still) socket.disconnect(true);
  }
}
