import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { limits as figures } from '#contract/limits.ts';
import type { Config } from '#server/platform/config/config.ts';
import { cookieName, parseCookies } from '#server/platform/http/cookies.ts';
import { hasOneHost } from '#server/platform/http/host-header.ts';
import { type Actor, type SessionReaders, sessionCookie } from '#server/platform/http/request-context.ts';
import { isOwnRequest } from '#server/platform/http/security-headers.ts';
import { addressKey, type RateLimits } from '#server/platform/limits/rate-limit.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { RedisAdapter } from '#server/platform/relay/redis-relay.ts';

export interface LiveServerOptions {
  config: Config;
  log: Logger;
  limits: RateLimits;
  sessions: SessionReaders;
}

/** The one server of all namespaces. */
export function openServer(
  server: HttpServer,
  { config, limits, log }: LiveServerOptions,
  redis: RedisAdapter | undefined,
): Server {
  const handshakes = limits.limiter('socket handshakes per address', { points: 1200, perMs: 60_000 });
  const io = new Server(server, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    // What is larger cuts the connection; up to here a text that is too long gets a sentence.
    maxHttpBufferSize: figures.chat.socketMessageBytes,
    connectTimeout: 20_000,
    ...(redis ? { adapter: redis.adapter } : {}),
    allowRequest(request: IncomingMessage, allow) {
      if (!isOwnRequest(request.headers, config.publicUrl)) {
        allow('cross_origin', false);
        return;
      }
      const isHandshake = !request.url?.includes('sid=');
      const consumed = isHandshake ? handshakes.consume(addressKey(request.socket.remoteAddress)) : Promise.resolve();
      consumed.then(
        () => allow(null, true),
        () => {
          log.warn({ ip: request.socket.remoteAddress }, 'too many socket handshakes');
          allow('rate_limited', false);
        },
      );
    },
  });
  // Sockets are served before any hook of the web server.
  io.engine.use((request: IncomingMessage, _response: unknown, next: (error?: Error) => void) =>
    next(hasOneHost(request) ? undefined : new Error('several hosts')),
  );
  return io;
}

/** What is kept of every socket of every namespace. */
export interface SessionData {
  actor: Actor | null;
  token: string | undefined;
}

export function cookiesOf(socket: Socket): ReturnType<typeof parseCookies> {
  return parseCookies(socket.handshake.headers.cookie);
}

/** Who opened the socket, by the session's cookie. */
export async function readSession(
  socket: Socket,
  { config, sessions }: Pick<LiveServerOptions, 'config' | 'sessions'>,
): Promise<SessionData> {
  const token = cookiesOf(socket)[cookieName(sessionCookie, config.secure)];
  return { token, actor: token ? await sessions.readSession(token) : null };
}

const atOnce = 500;
const lookAgainMs = 10_000;

/** Sessions also end by time, and people are suspended without a word to this node: their sockets follow. Answers how to stop. */
export function keepEndingStaleSockets(io: Server, options: LiveServerOptions): () => void {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    await endStaleSockets(io, options);
    isLooking = false;
  };
  const timer = setInterval(look, lookAgainMs).unref();
  return () => clearInterval(timer);
}

async function endStaleSockets(io: Server, { sessions, log }: LiveServerOptions): Promise<void> {
  const signedIn = [...io.of('/').sockets.values(), ...io.of('/live').sockets.values()].filter(
    (socket) => (socket.data as SessionData).actor,
  );
  for (let from = 0; from < signedIn.length; from += atOnce) {
    const looks = await Promise.allSettled(
      signedIn.slice(from, from + atOnce).map((socket) => endIfStale(socket, sessions)),
    );
    const failed = looks.find((look) => look.status === 'rejected');
    // The next look is seconds away; until then every event still asks for its session.
    if (failed) log.warn({ err: failed.reason }, 'could not look sessions up again');
  }
}

/**
 * Looks a socket's session up once more, right after the connection: a session that ended during the handshake was announced before
 * this socket could hear it. Visitors have no session.
 */
export async function endIfStaleAlready(socket: Socket, { sessions, log }: LiveServerOptions): Promise<void> {
  if (!(socket.data as SessionData).actor) return;
  await endIfStale(socket, sessions).catch((error: unknown) =>
    log.warn({ err: error }, 'could not look a session up again'),
  );
}

/** Disconnects the socket if its session is over or, on the main namespace, if its person is suspended. */
async function endIfStale(socket: Socket, sessions: SessionReaders): Promise<void> {
  const { token = '' } = socket.data as SessionData;
  const actor = await sessions.readSession(token);
  if (actor === null || (actor.suspended && socket.nsp.name === '/')) socket.disconnect(true);
}
