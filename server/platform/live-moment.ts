import type { Namespace, Socket } from 'socket.io';
import type { Packet } from './sockets.ts';

/** A packet as it crosses the wire. */
interface Told {
  /** As socket.io's protocol has it: an event of the main namespace. */
  text: string;
  /** The same as a frame of a websocket. */
  frame: Buffer;
}

/** What one socket is told in this moment. All that are told the same share one of these, and its bytes. */
class Story {
  readonly told: readonly Told[];
  readonly #next = new Map<Told, Story>();
  #bytes: Buffer | undefined;

  constructor(told: readonly Told[] = []) {
    this.told = told;
  }

  with(told: Told): Story {
    const known = this.#next.get(told);
    if (known) return known;
    const story = new Story([...this.told, told]);
    this.#next.set(told, story);
    return story;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.concat(this.told.map(({ frame }) => frame));
    return this.#bytes;
  }
}

/** Of the Engine.IO protocol: what follows is a message; of socket.io's: an event. */
const engineMessage = '4';
const socketEvent = '2';

/** A whole text in one frame, as servers send them: without a mask. */
export function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

function toldOf({ event, payload }: Packet): Told {
  const text = socketEvent + JSON.stringify([event, payload]);
  return { text, frame: frameOf(engineMessage + text) };
}

/** A turn of telling, and after how many sockets the clock is looked at. */
const turnMs = 1;
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

/** What each socket is told by these packets, in their order. */
function storiesOf(main: Namespace, packets: readonly Packet[]): Map<Socket, Story> {
  const stories = new Map<Socket, Story>();
  const start = new Story();
  for (const packet of packets) {
    const told = toldOf(packet);
    for (const socket of audienceOf(main, packet)) {
      if (packet.volatile && !socket.conn.transport.writable) continue;
      stories.set(socket, (stories.get(socket) ?? start).with(told));
    }
  }
  return stories;
}

export interface Moment {
  tell: (packet: Packet) => void;
  /** Resolves when what was given so far has begun to go out. */
  begun: () => Promise<void>;
  /** Resolves when what was given so far is on its way to everybody here. */
  told: () => Promise<void>;
}

class Round {
  readonly packets: Packet[] = [];
  readonly begun = Promise.withResolvers<void>();
  readonly told = Promise.withResolvers<void>();
}

/**
 * Tells the sockets of this node. What is told within one moment, as the messages of one batch are, goes to each socket in one write:
 * writes are most of what telling many costs. Whoever is told first is not told more before everybody
 * was; in between, other work gets its turn, the next batch's way to the database above all. After a great round there is a pause as
 * long as the round was, so that what comes meanwhile goes together, and telling is at most half of the work.
 */
export function createMoment(main: Namespace): Moment {
  let next = new Round();
  let current: Round | undefined;
  let isTelling = false;
  let notBefore = 0;

  function begin(): void {
    if (isTelling || next.packets.length === 0) return;
    isTelling = true;
    const pauseMs = notBefore - performance.now();
    if (pauseMs > 1) setTimeout(tellAll, pauseMs);
    // Two turns later: in the first the next batch leaves for the database.
    else setImmediate(() => setImmediate(tellAll));
  }

  function tellAll(): void {
    const round = next;
    current = round;
    next = new Round();
    tellSome(round, storiesOf(main, round.packets).entries(), 0);
  }

  function tellSome(round: Round, stories: MapIterator<[Socket, Story]>, spentMs: number): void {
    const from = performance.now();
    let count = 0;
    for (let one = stories.next(); !one.done; one = stories.next()) {
      const [{ conn }, story] = one.value;
      write(conn, story);
      count += 1;
      if (count % lookEvery > 0) continue;
      const ms = performance.now() - from;
      if (ms < turnMs) continue;
      round.begun.resolve();
      setImmediate(tellSome, round, stories, spentMs + ms);
      return;
    }
    const now = performance.now();
    notBefore = now + Math.min(spentMs + now - from, pauseAtMostMs);
    isTelling = false;
    current = undefined;
    round.begun.resolve();
    round.told.resolve();
    begin();
  }

  /** The round in which what was given last goes out. */
  const lastRound = () => (next.packets.length > 0 ? next : current);

  return {
    tell(packet) {
      next.packets.push(packet);
      begin();
    },
    begun: async () => lastRound()?.begun.promise,
    told: async () => lastRound()?.told.promise,
  };
}

/** Frames that are made already, as socket.io's own broadcast hands them over. */
interface Framed {
  compress: boolean;
  wsPreEncodedFrame: Buffer[];
}

function write(conn: Socket['conn'], story: Story): void {
  const [first] = story.told;
  // A websocket stays one; before, packets go one by one, as text.
  if (first && conn.transport.name === 'websocket') {
    const framed: Framed = { compress: false, wsPreEncodedFrame: [story.bytes] };
    conn.write(first.text, framed);
  } else for (const { text } of story.told) conn.write(text, { compress: false });
}
