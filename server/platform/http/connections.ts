import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '#server/platform/observability/log.ts';

/**
 * The requests of one connection that may wait for the answer before theirs. Browsers and proxies send the next request after the answer. A
 * piece of 64 KB can hold 1,600 requests, each of which would take 6 KB, so a connection that sends more ends.
 */
const maxWaitingRequests = 16;

interface Limits {
  /** A client that takes no byte of an answer for this long has gone. nginx waits as long (send_timeout). */
  stalledMs: number;
  /** The bytes that all connections together may leave unread. Larger answers of the same memory for everyone are sent in pieces. */
  maxUnreadBytes: number;
}

const usualLimits: Limits = { stalledMs: 60_000, maxUnreadBytes: 64 * 1024 * 1024 };

/** Answers that come one after the other are counted at most this often. Meanwhile, the server can write about 100 MB. */
const countEveryMs = 20;
const countAtLeastEveryMs = 500;

interface Connection {
  /** The answer that the server works on, or that the client still reads. */
  current: ServerResponse | undefined;
  waiting: (readonly [IncomingMessage, ServerResponse])[];
  /** The bytes that the operating system had taken when they were counted last. */
  takenBytes: number;
  /** When the client was last seen to read, or to have nothing to read. */
  readAt: number;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Bounds the memory of clients that send requests and do not read the answers. Call it when all other listeners of the server are there.
 *
 * Each connection gets one answer at a time: its next request reaches the listeners once the client has read the answer before. A client
 * that reads nothing for a while loses its connection. Before clients leave too much unread in total, those that have read nothing for
 * longest lose theirs.
 */
export function limitConnections(server: Server, log: Logger, limits: Partial<Limits> = {}): void {
  const { stalledMs, maxUnreadBytes } = { ...usualLimits, ...limits };
  const connections = new Map<Socket, Connection>();
  const listeners = server.listeners('request') as Listener[];
  let countedAt = 0;

  server.removeAllListeners('request');
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { current: undefined, waiting: [], takenBytes: 0, readAt: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    // Node parses the rest of a piece although its connection has ended: at most 1,600 requests, at 22 µs each.
    if (!connection || socket.destroyed) return;
    if (!connection.current) return begin(socket, connection, request, response);
    connection.waiting.push([request, response]);
    // Later, because Node resumes the socket at the end of each request that it parses.
    process.nextTick(() => {
      if (connection.waiting.length > 0) socket.pause();
    });
    if (connection.waiting.length <= maxWaitingRequests) return;
    log.info({ ip: socket.remoteAddress }, 'closed a connection with too many requests at once');
    end(socket, connection);
  });
  // Node starts the time again with every byte that arrives or leaves.
  server.setTimeout(stalledMs, (socket: Socket) => {
    const isWorking = connections.get(socket)?.current !== undefined && socket.writableLength === 0;
    if (isWorking) socket.setTimeout(stalledMs);
    else socket.destroy();
  });
  const counting = setInterval(boundUnread, countAtLeastEveryMs).unref();
  server.once('close', () => clearInterval(counting));

  function begin(socket: Socket, connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    if (performance.now() - countedAt > countEveryMs) boundUnread();
    connection.current = response;
    response.once('close', () => {
      connection.current = undefined;
      const next = connection.waiting.shift();
      if (!next || socket.destroyed) return;
      if (connection.waiting.length === 0) socket.resume();
      begin(socket, connection, ...next);
    });
    for (const listener of listeners) listener.call(server, request, response);
  }

  function end(socket: Socket, connection: Connection): void {
    connection.waiting.length = 0;
    socket.destroy();
  }

  /** Closes connections until the others leave less unread than the limit. */
  function boundUnread(): void {
    countedAt = performance.now();
    const unread = [...connections].filter(([socket, connection]) => leavesUnread(socket, connection, countedAt));
    let total = unread.reduce((bytes, [socket]) => bytes + socket.writableLength, 0);
    if (total <= maxUnreadBytes) return;
    const stalestFirst = unread.sort(([, a], [, b]) => a.readAt - b.readAt);
    const closed = stalestFirst.findIndex(([socket, connection]) => {
      if (total <= maxUnreadBytes) return true;
      total -= socket.writableLength;
      end(socket, connection);
      return false;
    });
    log.warn({ closed: closed < 0 ? unread.length : closed }, 'closed connections that do not read');
  }
}

/** Whether bytes wait for the client to read. Notes whether it has read some since the last time. */
function leavesUnread(socket: Socket, connection: Connection, now: number): boolean {
  const unreadBytes = socket.writableLength;
  const takenBytes = unreadBytes === 0 ? 0 : socket.bytesWritten - unreadBytes;
  if (unreadBytes === 0 || takenBytes !== connection.takenBytes) connection.readAt = now;
  connection.takenBytes = takenBytes;
  return unreadBytes > 0;
}
