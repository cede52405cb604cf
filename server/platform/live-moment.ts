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

/**
 * Tells the sockets of this node. What is told within one moment, as the messages of one batch are, goes to each socket in one write:
 * writes are what telling many costs, several times as much as everything else.
 */
export function createMoment(main: Namespace): (packet: Packet) => void {
  let waiting: Packet[] = [];

  function flush(): void {
    const packets = waiting;
    waiting = [];
    const stories = new Map<Socket, Story>();
    const start = new Story();
    for (const packet of packets) {
      const told = toldOf(packet);
      for (const socket of audienceOf(main, packet)) {
        if (packet.volatile && !socket.conn.transport.writable) continue;
        stories.set(socket, (stories.get(socket) ?? start).with(told));
      }
    }
    for (const [{ conn }, story] of stories) write(conn, story);
  }

  return (packet) => {
    waiting.push(packet);
    // Two turns later: in the first the next batch leaves for the database, which works while this goes out.
    if (waiting.length === 1) setImmediate(() => setImmediate(flush));
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
