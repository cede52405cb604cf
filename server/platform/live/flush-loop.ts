import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Namespace, Socket } from 'socket.io';
import { Bundle, encode } from './frames.ts';
import type { Packet } from './sockets.ts';

/** Writes to sockets for this long before other work gets its turn; reads the clock after this many sockets. */
const sliceMs = 1;
const socketsPerClockRead = 16;
const maxPauseMs = 25;

/** Yields each socket that is in a room of `to` and in none of `except`, once. */
function* audienceOf(main: Namespace, { to, except = [] }: Packet): Iterable<Socket> {
  const { rooms } = main.adapter;
  const excluded = except.flatMap((name) => rooms.get(name) ?? []);
  const seen = to.length > 1 ? new Set<string>() : undefined;
  for (const name of to) {
    for (const id of rooms.get(name) ?? []) {
      if (seen?.has(id) || excluded.some((room) => room.has(id))) continue;
      seen?.add(id);
      const socket = main.sockets.get(id);
      if (socket) yield socket;
    }
  }
}

/** The packets of each socket, in their order. */
function bundlesOf(main: Namespace, packets: readonly Packet[]): Map<Socket, Bundle> {
  const bundles = new Map<Socket, Bundle>();
  const empty = new Bundle();
  for (const packet of packets) {
    const encoded = encode(packet);
    for (const socket of audienceOf(main, packet)) {
      if (packet.volatile && !socket.conn.transport.writable) continue;
      bundles.set(socket, (bundles.get(socket) ?? empty).with(encoded));
    }
  }
  return bundles;
}

/** Packets that go out together. */
class Round {
  readonly packets: Packet[] = [];
  readonly begun = Promise.withResolvers<void>();

  /** Writes to one socket after the other, in slices. Returns the milliseconds spent, without the turns of other work in between. */
  async send(main: Namespace): Promise<number> {
    let from = performance.now();
    let spentMs = 0;
    let count = 0;
    for (const [{ conn }, bundle] of bundlesOf(main, this.packets)) {
      bundle.writeTo(conn);
      count += 1;
      if (count % socketsPerClockRead > 0) continue;
      const ms = performance.now() - from;
      if (ms < sliceMs) continue;
      spentMs += ms;
      this.begun.resolve();
      await nextTurn();
      from = performance.now();
    }
    this.begun.resolve();
    return spentMs + performance.now() - from;
  }
}

export interface FlushLoop {
  send: (packet: Packet) => void;
  /** Resolves once the packets given so far have begun to go out. */
  begun: () => Promise<void>;
}

/**
 * Sends packets to the sockets of this node. Packets that arrive together, such as the messages of one batch, go to each socket in one
 * write, because writes are most of the cost of sending to many. All sockets get one round before any socket gets the next. Other work
 * runs between slices, above all the next batch's statement. After a long round the loop pauses for the duration of that round, so that
 * packets gather in the meantime and sending takes at most half of the process's time.
 */
export function createFlushLoop(main: Namespace): FlushLoop {
  let next = new Round();
  let current: Round | undefined;
  let isSending = false;
  let notBefore = 0;

  async function sendAll(): Promise<void> {
    isSending = true;
    while (next.packets.length > 0) {
      await pauseUntil(notBefore);
      current = next;
      next = new Round();
      const spentMs = await current.send(main);
      notBefore = performance.now() + Math.min(spentMs, maxPauseMs);
    }
    current = undefined;
    isSending = false;
  }

  return {
    send(packet) {
      next.packets.push(packet);
      if (!isSending) void sendAll();
    },
    begun: async () => (next.packets.length > 0 ? next : current)?.begun.promise,
  };
}

async function pauseUntil(time: number): Promise<void> {
  const ms = time - performance.now();
  if (ms > 1) {
    await sleep(ms);
    return;
  }
  // Two turns of the event loop: in the first, the next batch leaves for the database.
  await nextTurn();
  await nextTurn();
}
