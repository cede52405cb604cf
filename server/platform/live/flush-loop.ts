import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Namespace, Socket } from 'socket.io';
import { Bundle, encode } from './frames.ts';
import type { Packet } from './sockets.ts';

/** So long sockets are written to before other work has its turn, and after how many of them the clock is looked at. */
const sliceMs = 1;
const lookEvery = 16;
const pauseAtMostMs = 25;

/** Each socket that is in a room of `to` and in none of `except`, once. */
function* audienceOf(main: Namespace, { to, except = [] }: Packet): Iterable<Socket> {
  const { rooms } = main.adapter;
  const deaf = except.flatMap((name) => rooms.get(name) ?? []);
  const seen = to.length > 1 ? new Set<string>() : undefined;
  for (const name of to) {
    for (const id of rooms.get(name) ?? []) {
      if (seen?.has(id) || deaf.some((room) => room.has(id))) continue;
      seen?.add(id);
      const socket = main.sockets.get(id);
      if (socket) yield socket;
    }
  }
}

/** What each socket is told of these packets, in their order. */
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

  /** Writes to one socket after the other, a slice at a time; answers how long that took, without the turns of others in between. */
  async tell(main: Namespace): Promise<number> {
    let from = performance.now();
    let spentMs = 0;
    let count = 0;
    for (const [{ conn }, bundle] of bundlesOf(main, this.packets)) {
      bundle.writeTo(conn);
      count += 1;
      if (count % lookEvery > 0) continue;
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

export interface Moment {
  tell: (packet: Packet) => void;
  /** Resolves when what was given so far has begun to go out. */
  begun: () => Promise<void>;
}

/**
 * Tells the sockets of this node. What is told within one moment, as the messages of one batch are, goes to each socket in one write:
 * writes are most of what telling many costs. Everybody is told one round before anybody is told of the next; in between, other work
 * gets its turn, above all the next batch's way to the database. After a long round there is a pause as long as the round was, so that
 * what comes meanwhile goes together, and telling is at most half of the work.
 */
export function createMoment(main: Namespace): Moment {
  let next = new Round();
  let current: Round | undefined;
  let isTelling = false;
  let notBefore = 0;

  async function tellAll(): Promise<void> {
    isTelling = true;
    while (next.packets.length > 0) {
      await pauseUntil(notBefore);
      current = next;
      next = new Round();
      const spentMs = await current.tell(main);
      notBefore = performance.now() + Math.min(spentMs, pauseAtMostMs);
    }
    current = undefined;
    isTelling = false;
  }

  return {
    tell(packet) {
      next.packets.push(packet);
      if (!isTelling) void tellAll();
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
  // Two turns: in the first the next batch leaves for the database.
  await nextTurn();
  await nextTurn();
}
