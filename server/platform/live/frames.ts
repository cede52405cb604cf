import type { Socket } from 'socket.io';
import type { Packet } from './sockets.ts';

/** Packet types: a message of the Engine.IO protocol, an event of the socket.io protocol. */
const engineMessage = '4';
const socketEvent = '2';

/** A packet as it crosses the wire, encoded once for all sockets. */
export interface Encoded {
  /** An event of the main namespace in socket.io's protocol. */
  text: string;
  /** The same text as a websocket frame. */
  frame: Buffer;
}

export function encode({ event, payload }: Packet): Encoded {
  const text = socketEvent + JSON.stringify([event, payload]);
  return { text, frame: frameOf(engineMessage + text) };
}

/** Puts a text into one unmasked frame, as servers send them (RFC 6455, 5.2). */
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

/** Prepared frames, in the form in which socket.io's own broadcast hands them to the transport. */
interface Framed {
  compress: boolean;
  wsPreEncodedFrame: Buffer[];
}

/** The packets of one write. Sockets that get the same packets share one bundle and its bytes. */
export class Bundle {
  readonly #packets: readonly Encoded[];
  readonly #longer = new Map<Encoded, Bundle>();
  #bytes: Buffer | undefined;

  constructor(packets: readonly Encoded[] = []) {
    this.#packets = packets;
  }

  /** Returns the bundle of the same packets followed by this one. */
  with(packet: Encoded): Bundle {
    const known = this.#longer.get(packet);
    if (known) return known;
    const longer = new Bundle([...this.#packets, packet]);
    this.#longer.set(packet, longer);
    return longer;
  }

  writeTo(conn: Socket['conn']): void {
    const [first] = this.#packets;
    // A websocket connection stays one. Other transports get the packets one by one, as text.
    if (first && conn.transport.name === 'websocket') {
      this.#bytes ??= Buffer.concat(this.#packets.map(({ frame }) => frame));
      const framed: Framed = { compress: false, wsPreEncodedFrame: [this.#bytes] };
      conn.write(first.text, framed);
    } else for (const { text } of this.#packets) conn.write(text, { compress: false });
  }
}
