import type { Packet, Place } from './sockets.ts';

interface Room {
  /** Told here up to this number. */
  last: number;
  /** Those that came before a smaller number did, by their numbers. */
  held: { packet: Packet; seq: number }[];
  giveUp: NodeJS.Timeout | undefined;
}

/** Reads what nobody told: everything of a room after one number and before another. */
export type ReadMissed = (room: string, between: { after: number; before: number }) => Promise<Packet[]>;

const missedAfterMs = 150;
const roomsAtMost = 20_000;

export interface Order {
  take: (packet: Packet) => void;
  /** What a room has come to, for who has heard nothing of it yet: so that not even the first packet is told too early. */
  start: (place: Place) => void;
}

/**
 * Puts what comes from several nodes in the order of its room's numbers. A number that was taken and is not told in time, since the
 * node that took it is gone, is read; what comes after it waits so long.
 */
export function createOrder(tell: (packet: Packet) => void, readMissed: ReadMissed): Order {
  const rooms = new Map<string, Room>();

  function roomOf(room: string, last: number): Room {
    const known = rooms.get(room) ?? { last, held: [], giveUp: undefined };
    rooms.delete(room);
    rooms.set(room, known);
    for (const [oldest, { held }] of rooms) {
      if (rooms.size <= roomsAtMost) break;
      if (held.length === 0) rooms.delete(oldest);
    }
    return known;
  }

  /** What is next, and what comes right after it. */
  function release(room: Room): void {
    for (let [next] = room.held; next && next.seq <= room.last + 1; [next] = room.held) {
      room.held.shift();
      room.last = Math.max(room.last, next.seq);
      tell(next.packet);
    }
    if (room.held.length > 0) return;
    clearTimeout(room.giveUp);
    room.giveUp = undefined;
  }

  async function fill(name: string, room: Room): Promise<void> {
    const [next] = room.held;
    if (!next) return;
    const after = room.last;
    // Who cannot be read now is read by whoever looks for it: nothing else waits for that.
    const missed = await readMissed(name, { after, before: next.seq }).catch(() => []);
    if (room.last === after) {
      for (const packet of missed) tell(packet);
      room.last = next.seq - 1;
    }
    room.giveUp = undefined;
    release(room);
    if (room.held.length > 0) wait(name, room);
  }

  function wait(name: string, room: Room): void {
    room.giveUp ??= setTimeout(() => void fill(name, room), missedAfterMs).unref();
  }

  function takeNumbered(packet: Packet, { room: name, seq, again }: Place): void {
    const room = roomOf(name, seq - 1);
    if (seq <= room.last) {
      if (!again) tell(packet);
      return;
    }
    if (seq === room.last + 1 && room.held.length === 0) {
      room.last = seq;
      tell(packet);
      return;
    }
    const at = room.held.findLastIndex((other) => other.seq <= seq) + 1;
    room.held.splice(at, 0, { packet, seq });
    release(room);
    if (room.held.length > 0) wait(name, room);
  }

  function take(packet: Packet): void {
    if (packet.place) takeNumbered(packet, packet.place);
    else tell(packet);
  }

  return { take, start: ({ room, seq }) => void roomOf(room, seq) };
}
