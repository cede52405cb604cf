import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '#server/platform/observability/log.ts';
import { PacedSocket } from './paced-socket.ts';

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

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

interface Connection {
  /** The answer that the server works on, or that the client still reads. */
  current: ServerResponse | undefined;
  waiting: Exchange[];
  /** The bytes that the operating system had taken when they were counted last. */
  takenBytes: number;
  /** When the client was last seen to read, or to have nothing to read. */
  readAt: number;
}

type Listener = (...exchange: Exchange) => void;

/**
 * Bounds the memory of clients that send requests and do not read the answers. Call it when all other listeners of the server are there.
 *
 * Each connection gets one answer at a time: its next request reaches the listeners once the client has read the answer before, and until
 * then the server reads no more of the connection. A client that reads nothing for a while loses its connection. Before clients leave too
 * much unread in total, those that have read nothing for longest lose theirs.
 */
export function limitConnections(server: Server, log: Logger, limits: Partial<Limits> = {}): void {
  const { stalledMs, maxUnreadBytes } = { ...usualLimits, ...limits };
  const connections = new Map<PacedSocket, Connection>();
  const accepting = server.listeners('connection') as ((socket: Duplex) => void)[];
  const listeners = server.listeners('request') as Listener[];
  /** Requests that waited for the answer before theirs, of all connections. */
  const later: (() => void)[] = [];
  let countedAt = 0;

  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const paced = new PacedSocket(socket);
    connections.set(paced, { current: undefined, waiting: [], takenBytes: 0, readAt: performance.now() });
    paced.once('close', () => connections.delete(paced));
    for (const accept of accepting) accept.call(server, paced);
  });
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const paced = request.socket as Duplex as PacedSocket;
    const connection = connections.get(paced);
    if (!connection || paced.destroyed) return;
    if (connection.current) {
      connection.waiting.push([request, response]);
      paced.hold();
    } else {
      connection.current = response;
      begin(paced, connection, request, response);
    }
  });
  // The time starts again with every byte that arrives or leaves.
  server.setTimeout(stalledMs, (socket: Duplex) => {
    const paced = socket as PacedSocket;
    const isWorking = connections.get(paced)?.current !== undefined && paced.writableLength === 0;
    if (isWorking) paced.setTimeout(stalledMs);
    else paced.destroy();
  });
  const counting = setInterval(boundUnread, countAtLeastEveryMs).unref();
  server.once('close', () => clearInterval(counting));

  function begin(socket: PacedSocket, connection: Connection, ...exchange: Exchange): void {
    if (performance.now() - countedAt > countEveryMs) boundUnread();
    exchange[1].once('close', () => {
      const next = connection.waiting.shift();
      connection.current = next?.[1];
      if (!next) return;
      later.push(() => continueWith(socket, connection, next));
      if (later.length === 1) setImmediate(continueOne);
    });
    for (const listener of listeners) listener.call(server, ...exchange);
  }

  function continueWith(socket: PacedSocket, connection: Connection, next: Exchange): void {
    if (socket.destroyed) return;
    begin(socket, connection, ...next);
    if (connection.waiting.length === 0) socket.release();
  }

  /** One for each turn of the event loop, because Node accepts few new connections in one turn. */
  function continueOne(): void {
    later[0]?.();
    later.shift();
    if (later.length > 0) setImmediate(continueOne);
  }

  /** Closes connections until the others leave less unread than the limit. */
  function boundUnread(): void {
    countedAt = performance.now();
    const unread = [...connections].filter(([socket, connection]) => leavesUnread(socket, connection, countedAt));
    let total = unread.reduce((bytes, [socket]) => bytes + socket.writableLength, 0);
    if (total <= maxUnreadBytes) return;
    const stalestFirst = unread.sort(([, a], [, b]) => a.readAt - b.readAt);
    const closed = stalestFirst.findIndex(([socket]) => {
      if (total <= maxUnreadBytes) return true;
      total -= socket.writableLength;
      socket.destroy();
      return false;
    });
    log.warn({ closed: closed < 0 ? unread.length : closed }, 'closed connections that do not read');
  }
}

/** Whether bytes wait for the client to read. Notes whether it has read some since the last time. */
function leavesUnread(socket: PacedSocket, connection: Connection, now: number): boolean {
  const unreadBytes = socket.writableLength;
  const takenBytes = unreadBytes === 0 ? 0 : socket.takenBytes;
  if (unreadBytes === 0 || takenBytes !== connection.takenBytes) connection.readAt = now;
  connection.takenBytes = takenBytes;
  return unreadBytes > 0;
}
