import type { Socket } from 'socket.io';
import type { Packet } from './sockets.ts';

/** Of the Engine.IO protocol: what follows is a message; of socket.io's: an event. */
const engineMessage = '4';
const socketEvent = '2';

/** A packet as it crosses the wire. Made once, however many sockets it goes to. */
export interface Encoded {
  /** As socket.io's protocol has it: an event of the main namespace. */
  text: string;
  /** The same as a frame of a websocket. */
  frame: Buffer;
}

export function encode({ event, payload }: Packet): Encoded {
  const text = socketEvent + JSON.stringify([event, payload]);
  return { text, frame: frameOf(engineMessage + text) };
}

/** A whole text in one frame, as servers send them: without a mask (RFC 6455, 5.2). */
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

/** Frames that are made already, in the form in which socket.io's own broadcast hands them to the transport. */
interface Framed {
  compress: boolean;
  wsPreEncodedFrame: Buffer[];
}

/** What one socket is told in one write. Sockets that are told the same share one bundle, and its bytes. */
export class Bundle {
  readonly #packets: readonly Encoded[];
  readonly #longer = new Map<Encoded, Bundle>();
  #bytes: Buffer | undefined;

  constructor(packets: readonly Encoded[] = []) {
    this.#packets = packets;
  }

  /** The same, and this packet behind it. */
  with(packet: Encoded): Bundle {
    const known = this.#longer.get(packet);
    if (known) return known;
    const longer = new Bundle([...this.#packets, packet]);
    this.#longer.set(packet, longer);
    return longer;
  }

  writeTo(conn: Socket['conn']): void {
    const [first] = this.#packets;
    // Once a connection is a websocket it stays one; on any other, packets go one by one, as text.
    if (first && conn.transport.name === 'websocket') {
      this.#bytes ??= Buffer.concat(this.#packets.map(({ frame }) => frame));
      const framed: Framed = { compress: false, wsPreEncodedFrame: [this.#bytes] };
      conn.write(first.text, framed);
    } else for (const { text } of this.#packets) conn.write(text, { compress: false });
  }
}
