import type { Server } from 'socket.io';
import type { Logger } from '#server/platform/observability/log.ts';

/** A client this far behind is faster if it reconnects and reads what it missed over HTTP. */
const maxUnsentBytes = 1_000_000;
/** Of all clients of this process. Those that are furthest behind go first. */
const maxUnsentBytesOfAll = 64_000_000;
const checkEveryMs = 1000;

/** The parts of an engine.io connection that its types leave out. */
interface Connection {
  /** Packets that wait because the transport is still sending earlier ones. */
  writeBuffer: { data?: string | Buffer }[];
  /** Only websocket transports have a socket. */
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
  close(discard: true): void;
}

function unsentBytesOf({ writeBuffer, transport }: Connection): number {
  const waiting = writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0);
  return waiting + (transport.socket?.bufferedAmount ?? 0);
}

/**
 * Closes connections that do not read what they are sent, because their packets stay in memory. The heartbeat does not find them: a
 * client can answer it without reading. Returns a function that stops this.
 */
export function closeSlowConnections(io: Server, log: Logger): () => void {
  const { clients } = io.engine as unknown as { clients: Record<string, Connection> };
  const check = () => {
    const slow = Object.values(clients)
      .map((connection) => ({ connection, unsentBytes: unsentBytesOf(connection) }))
      .filter(({ unsentBytes }) => unsentBytes > 0)
      .sort((a, b) => b.unsentBytes - a.unsentBytes);
    let unsentBytesOfAll = slow.reduce((sum, { unsentBytes }) => sum + unsentBytes, 0);
    for (const { connection, unsentBytes } of slow) {
      if (unsentBytes <= maxUnsentBytes && unsentBytesOfAll <= maxUnsentBytesOfAll) break;
      unsentBytesOfAll -= unsentBytes;
      log.warn({ unsentBytes }, 'closed a connection that does not read');
      const { socket } = connection.transport;
      connection.close(true);
      // A websocket would wait half a minute for the client to read its unsent bytes.
      socket?.terminate();
    }
  };
  const timer = setInterval(check, checkEveryMs).unref();
  return () => clearInterval(timer);
}
