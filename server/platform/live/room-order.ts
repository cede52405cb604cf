import type { Packet, Place } from './packets.ts';

interface Room {
  /** The highest number that this node has sent. */
  last: number;
  /** Packets that arrived before one with a lower number, sorted by their numbers. */
  held: { packet: Packet; seq: number }[];
  repairTimer: NodeJS.Timeout | undefined;
  /** The number of reads in a row that failed. */
  failures: number;
  /** The last number with packets marked `again`, and their events that were sent. */
  again: { seq: number; events: Set<string> } | undefined;
  /** `<seq> <event>` of packets that were read from the database: their originals may still arrive. */
  repaired: Set<string>;
}

/** Reads the packets of a room that no node has sent, after one number and before another. */
export type ReadMissed = (room: string, between: { after: number; before: number }) => Promise<Packet[]>;

const repairAfterMs = 150;
/** A repair reads this many numbers at once. */
const maxNumbers = 200;
/** Five seconds, because each read waits twice as long as the one before. */
const maxFailures = 5;
const maxRooms = 20_000;
const maxRepaired = 500;

export interface RoomOrder {
  take: (packet: Packet) => void;
  /** Sets a room's number if this node has sent nothing of it yet, so that even its first packet waits for earlier ones. */
  start: (place: Place) => void;
  /** Drops the held packets and forgets every room. Call it after a gap, on which all clients reconnect and catch up. */
  forget: () => void;
}

const newRoom = (last: number): Room => ({
  last,
  held: [],
  repairTimer: undefined,
  failures: 0,
  again: undefined,
  repaired: new Set(),
});

function dropOldest(repaired: Set<string>): void {
  for (const oldest of repaired) {
    if (repaired.size <= maxRepaired) break;
    repaired.delete(oldest);
  }
}

const repairKey = (seq: number, event: string): string => `${seq} ${event}`;

/**
 * Sends the packets of all nodes in the order of their rooms' numbers. Packets that arrive early are held. If a number is still missing
 * after `repairAfterMs`, its node probably crashed: its packets are read from the database and sent first. A packet that arrives after
 * its repair is dropped. Browsers rely on this order, so nothing restores it there. If the packets cannot be read, the later ones wait
 * for the next try: a client that has a message counts on having all before it. After five seconds `onStuck` gets the error; it calls
 * `forget` and makes the clients catch up.
 */
export function createRoomOrder(
  send: (packet: Packet) => void,
  readMissed: ReadMissed,
  onStuck: (error: unknown) => void,
): RoomOrder {
  const rooms = new Map<string, Room>();

  function roomOf(name: string, last: number): Room {
    const room = rooms.get(name) ?? newRoom(last);
    rooms.delete(name);
    rooms.set(name, room);
    for (const [oldest, { held }] of rooms) {
      if (rooms.size <= maxRooms) break;
      if (held.length === 0) rooms.delete(oldest);
    }
    return room;
  }

  function wasSent(room: Room, { event, place }: Packet): boolean {
    if (!place) return false;
    const { seq } = place;
    if (room.repaired.delete(repairKey(seq, event))) return true;
    if (!place.again) return false;
    if (seq > room.last) room.again = { seq, events: new Set() };
    if (room.again?.seq !== seq || room.again.events.has(event)) return true;
    room.again.events.add(event);
    return false;
  }

  function sendNumbered(room: Room, packet: Packet, seq: number): void {
    if (!wasSent(room, packet)) send(packet);
    room.last = Math.max(room.last, seq);
  }

  /** Sends held packets up to the next gap. */
  function release(room: Room): void {
    for (let [next] = room.held; next && next.seq <= room.last + 1; [next] = room.held) {
      room.held.shift();
      sendNumbered(room, next.packet, next.seq);
    }
    if (room.held.length > 0) return;
    clearTimeout(room.repairTimer);
    room.repairTimer = undefined;
  }

  function sendRepaired(room: Room, packets: readonly Packet[]): void {
    for (const packet of packets) {
      send(packet);
      if (packet.place) room.repaired.add(repairKey(packet.place.seq, packet.event));
    }
    dropOldest(room.repaired);
  }

  async function repair(name: string, room: Room): Promise<void> {
    const [next] = room.held;
    if (!next) return;
    const after = room.last;
    const before = Math.min(next.seq, after + 1 + maxNumbers);
    let failure: unknown;
    const missed = await readMissed(name, { after, before }).catch((error: unknown) => {
      failure = error;
    });
    if (rooms.get(name) !== room) return;
    room.failures = missed ? 0 : room.failures + 1;
    if (room.failures >= maxFailures) return onStuck(failure);
    // The missing packets may have arrived in the meantime.
    if (missed && room.last === after) {
      sendRepaired(room, missed);
      room.last = before - 1;
    }
    room.repairTimer = undefined;
    release(room);
    if (room.held.length > 0) scheduleRepair(name, room);
  }

  function scheduleRepair(name: string, room: Room): void {
    const waitMs = repairAfterMs * 2 ** room.failures;
    room.repairTimer ??= setTimeout(() => void repair(name, room), waitMs).unref();
  }

  function takeNumbered(packet: Packet, { room: name, seq }: Place): void {
    const room = roomOf(name, seq - 1);
    if (seq <= room.last || (seq === room.last + 1 && room.held.length === 0)) {
      sendNumbered(room, packet, seq);
      return;
    }
    const at = room.held.findLastIndex((other) => other.seq <= seq) + 1;
    room.held.splice(at, 0, { packet, seq });
    release(room);
    if (room.held.length > 0) scheduleRepair(name, room);
  }

  function take(packet: Packet): void {
    if (packet.place) takeNumbered(packet, packet.place);
    else send(packet);
  }

  function forget(): void {
    for (const room of rooms.values()) clearTimeout(room.repairTimer);
    rooms.clear();
  }

  return { take, start: ({ room, seq }) => void roomOf(room, seq), forget };
}
