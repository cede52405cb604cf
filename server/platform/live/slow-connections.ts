import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import type { Logger } from '#server/platform/observability/log.ts';

/** A client this far behind is faster if it reconnects and reads what it missed over HTTP. */
const maxUnsentBytes = 1_000_000;
/** Of all clients of this process. Those that are furthest behind go first. */
const maxUnsentBytesOfAll = 64_000_000;
const checkEveryMs = 1000;

/** The public parts of an engine.io connection that we use; the package exports no type of them. */
interface Connection {
  request: IncomingMessage;
  on(event: 'packetCreate', listener: (packet: { data?: string | Buffer }) => void): void;
  on(event: 'flush' | 'close', listener: () => void): void;
  close(discard: true): void;
}

/** Packets wait while the transport sends earlier ones. While none waits, the earlier ones may be sent or not. */
interface Unsent {
  sending: number;
  waiting: number;
}

/**
 * Closes connections that do not read what they are sent, because their packets stay in memory. The heartbeat does not find them: a
 * client can answer it without reading. Returns a function that stops this.
 */
export function closeSlowConnections(io: Server, log: Logger): () => void {
  const unsent = new Map<Connection, Unsent>();
  io.engine.on('connection', (connection: Connection) => {
    const bytes: Unsent = { sending: 0, waiting: 0 };
    unsent.set(connection, bytes);
    connection.on('packetCreate', ({ data }) => {
      bytes.waiting += data?.length ?? 0;
    });
    connection.on('flush', () => {
      bytes.sending = bytes.waiting;
      bytes.waiting = 0;
    });
    connection.on('close', () => unsent.delete(connection));
  });
  const check = () => {
    const slow = [...unsent]
      .filter(([, { waiting }]) => waiting > 0)
      .map(([connection, { sending, waiting }]) => ({ connection, unsentBytes: sending + waiting }))
      .sort((a, b) => b.unsentBytes - a.unsentBytes);
    let unsentBytesOfAll = slow.reduce((sum, { unsentBytes }) => sum + unsentBytes, 0);
    for (const { connection, unsentBytes } of slow) {
      if (unsentBytes <= maxUnsentBytes && unsentBytesOfAll <= maxUnsentBytesOfAll) break;
      unsentBytesOfAll -= unsentBytes;
      log.warn({ unsentBytes }, 'closed a connection that does not read');
      connection.close(true);
      // Otherwise a websocket waits half a minute for the client to read its unsent bytes. (One that began as polling still does.)
      connection.request.socket.destroy();
    }
  };
  const timer = setInterval(check, checkEveryMs).unref();
  return () => clearInterval(timer);
}
