import type { Server as HttpServer, IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { Server, type Socket } from 'socket.io';
import { limits as figures } from '#contract/limits.ts';
import type { Config } from '#server/platform/config/config.ts';
import { carriesToken } from '#server/platform/http/api-tokens.ts';
import { cookieName, parseCookies } from '#server/platform/http/cookies.ts';
import { hasOneHost } from '#server/platform/http/host-header.ts';
import { type Actor, type SessionReaders, sessionCookie } from '#server/platform/http/request-context.ts';
import { isOwnRequest } from '#server/platform/http/security-headers.ts';
import { socketPath } from '#server/platform/http/socket-upgrades.ts';
import type { Languages } from '#server/platform/language/languages.ts';
import { addressKey, type RateLimits } from '#server/platform/limits/rate-limit.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Tracing } from '#server/platform/observability/tracing.ts';

export interface LiveServerOptions {
  config: Config;
  log: Logger;
  tracing: Tracing;
  limits: RateLimits;
  sessions: SessionReaders;
  languages: Languages;
}

/** Opens the socket.io server of all namespaces. */
export function openServer(server: HttpServer, { config, limits, log }: LiveServerOptions): Server {
  // As Fastify does for calls. Without it, all visitors behind one proxy would share one limit.
  const isTrusted = proxyAddress.compile(config.trustedProxies);
  const handshakes = limits.limiter('socket handshakes per address', { points: 1200, perMs: 60_000 });
  // ws listens for errors only after `allowRequest`. Until then, a broken connection would end this process.
  server.on('upgrade', (_request, socket) => socket.on('error', () => undefined));
  const io = new Server(server, {
    path: socketPath,
    transports: ['websocket', 'polling'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    // A larger frame ends the connection. A smaller one whose text is too long gets a message that says so.
    maxHttpBufferSize: figures.sockets.frameBytes,
    connectTimeout: 20_000,
    allowRequest(request: IncomingMessage, allow) {
      if (!isOwnRequest(request.headers, config.publicUrl)) {
        allow('cross_origin', false);
        return;
      }
      if (carriesToken(request)) {
        allow('token_forbidden', false);
        return;
      }
      // engine.io asks only for handshakes, not for later requests of a connection.
      const ip = proxyAddress(request, isTrusted);
      handshakes.consume(addressKey(ip)).then(
        () => allow(null, true),
        () => {
          log.warn({ ip }, 'too many socket handshakes');
          allow('rate_limited', false);
        },
      );
    },
  });
  // socket.io answers before any hook of the web server runs.
  io.engine.use((request: IncomingMessage, _response: unknown, next: (error?: Error) => void) =>
    next(hasOneHost(request) ? undefined : new Error('several hosts')),
  );
  io.engine.on('connection', (connection: { request: IncomingMessage }) => {
    connection.request = onlyCookie(connection.request);
  });
  return io;
}

/**
 * The part of a handshake's request that namespaces read when a socket joins them. engine.io would keep the whole request as long as the
 * connection, which takes almost half of a socket's memory.
 */
function onlyCookie({ headers: { cookie }, socket }: IncomingMessage): IncomingMessage {
  return { headers: { cookie }, connection: socket, socket } as IncomingMessage;
}

/** Stored with every socket of every namespace. */
export interface SessionData {
  actor: Actor | null;
  token: string | undefined;
}

export function cookiesOf(socket: Socket): ReturnType<typeof parseCookies> {
  return parseCookies(socket.handshake.headers.cookie);
}

/** Reads the session of the person who opened the socket, from its cookie. */
export async function readSession(
  socket: Socket,
  { config, sessions }: Pick<LiveServerOptions, 'config' | 'sessions'>,
): Promise<SessionData> {
  const token = cookiesOf(socket)[cookieName(sessionCookie, config.secure)];
  return { token, actor: token ? await sessions.readSession(token) : null };
}

const readsAtOnce = 500;
const checkEveryMs = 10_000;

/**
 * Disconnects sockets whose session has expired, or whose person was suspended while this node could not hear of it. Returns a function
 * that stops this.
 */
export function closeStaleSockets(io: Server, options: LiveServerOptions): () => void {
  let isChecking = false;
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    await closeStaleSocketsOnce(io, options);
    isChecking = false;
  };
  const timer = setInterval(check, checkEveryMs).unref();
  return () => clearInterval(timer);
}

async function closeStaleSocketsOnce(io: Server, { sessions, log }: LiveServerOptions): Promise<void> {
  const signedIn = [...io.of('/').sockets.values(), ...io.of('/live').sockets.values()].filter(
    (socket) => (socket.data as SessionData).actor,
  );
  for (let from = 0; from < signedIn.length; from += readsAtOnce) {
    const results = await Promise.allSettled(
      signedIn.slice(from, from + readsAtOnce).map((socket) => endIfStale(socket, sessions)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    // The next check is seconds away, and until then, every event checks its session.
    if (failed) log.warn({ err: failed.reason }, 'could not check sessions of sockets');
  }
}

/**
 * Checks a socket's session once more right after it connected: the broadcast about a session that ended during the handshake came
 * before this socket could receive it. Visitors have no session.
 */
export async function endIfStaleAlready(socket: Socket, { sessions, log }: LiveServerOptions): Promise<void> {
  if (!(socket.data as SessionData).actor) return;
  await endIfStale(socket, sessions).catch((error: unknown) =>
    log.warn({ err: error }, 'could not check the session of a socket'),
  );
}

/** Disconnects the socket if its session has ended or, on the main namespace, if its person is suspended. */
async function endIfStale(socket: Socket, sessions: SessionReaders): Promise<void> {
  const { token = '' } = socket.data as SessionData;
  const actor = await sessions.readSession(token);
  if (actor === null || (actor.suspended && socket.nsp.name === '/')) socket.disconnect(true);
}
