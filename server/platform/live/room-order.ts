import type { Packet, Place } from './sockets.ts';

interface Room {
  /** The last number that was told here. */
  last: number;
  /** Packets that arrived before one with a smaller number, sorted by their numbers. */
  held: { packet: Packet; seq: number }[];
  giveUp: NodeJS.Timeout | undefined;
  /** The last number of which packets came `again` and were told, and which events that were: each is told once. */
  again: { seq: number; events: Set<string> } | undefined;
}

/** Reads what nobody told: everything of a room after one number and before another. */
export type ReadMissed = (room: string, between: { after: number; before: number }) => Promise<Packet[]>;

const missedAfterMs = 150;
const roomsAtMost = 20_000;

export interface Order {
  take: (packet: Packet) => void;
  /** Where a room stands, in case this node has told nothing of it yet: so that even its first packet waits for those before it. */
  start: (place: Place) => void;
}

/**
 * Tells what comes from several nodes in the order of its room's numbers. Packets that come too early are held; what has still not come
 * after a moment, since the node that took the number is gone, is read from the database and told before them.
 */
export function createOrder(tell: (packet: Packet) => void, readMissed: ReadMissed): Order {
  const rooms = new Map<string, Room>();

  function roomOf(room: string, last: number): Room {
    const known = rooms.get(room) ?? { last, held: [], giveUp: undefined, again: undefined };
    rooms.delete(room);
    rooms.set(room, known);
    for (const [oldest, { held }] of rooms) {
      if (rooms.size <= roomsAtMost) break;
      if (held.length === 0) rooms.delete(oldest);
    }
    return known;
  }

  function wasTold(room: Room, { event, place }: Packet): boolean {
    if (!place?.again) return false;
    const { seq } = place;
    if (seq > room.last) room.again = { seq, events: new Set() };
    if (room.again?.seq !== seq || room.again.events.has(event)) return true;
    room.again.events.add(event);
    return false;
  }

  function say(room: Room, packet: Packet, seq: number): void {
    if (!wasTold(room, packet)) tell(packet);
    room.last = Math.max(room.last, seq);
  }

  /** Tells what is held, up to the next gap. */
  function release(room: Room): void {
    for (let [next] = room.held; next && next.seq <= room.last + 1; [next] = room.held) {
      room.held.shift();
      say(room, next.packet, next.seq);
    }
    if (room.held.length > 0) return;
    clearTimeout(room.giveUp);
    room.giveUp = undefined;
  }

  async function fill(name: string, room: Room): Promise<void> {
    const [next] = room.held;
    if (!next) return;
    const after = room.last;
    // Where this fails, clients find the gap when they catch up: nothing that is held waits any longer for it.
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

  function takeNumbered(packet: Packet, { room: name, seq }: Place): void {
    const room = roomOf(name, seq - 1);
    if (seq <= room.last || (seq === room.last + 1 && room.held.length === 0)) {
      say(room, packet, seq);
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
