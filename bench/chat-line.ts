import { createRequire } from 'node:module';
import { io, type Socket } from 'socket.io-client';

/** One connection to a room, independent of the library. */
export interface Line {
  /** Sends a message; resolves when the server acknowledges it. */
  say(content: string): Promise<void>;
  close(): void;
  /** Cuts the connection without a close packet, like a network failure. */
  cut(): void;
}

export type OnMessage = (message: { id: string; seq: number; content: string }) => void;
type Refusal = { error?: { message: string } };

export const roomId = 'Comedy';

/** Connects with socket.io's client, to the product or the bare server, and joins the room. Returns its last sequence number, too. */
export async function openSocketIo(
  url: string,
  cookie: string,
  onMessage: OnMessage,
): Promise<Line & { lastSeq: number }> {
  const socket: Socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie },
  });
  socket.on('room_message_received', onMessage);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const ask = async (event: string, ...args: unknown[]) => {
    const answer: Refusal & { lastSeq?: number } = await socket.emitWithAck(event, ...args);
    if (answer.error) throw new Error(`${event}: ${answer.error.message}`);
    return answer;
  };
  const { lastSeq = 0 } = await ask('join_room', roomId);
  return {
    lastSeq,
    say: async (content) => void (await ask('send_room_message', { roomId, type: 'category', content })),
    close: () => void socket.close(),
    cut: () => void socket.io.engine.close(),
  };
}

interface BareClient {
  on(event: 'open' | 'error', listener: (error?: Error) => void): void;
  on(event: 'message', listener: (data: Buffer) => void): void;
  send(text: string): void;
  close(): void;
}

/** The `ws` package that socket.io uses. */
const above = createRequire(import.meta.url).resolve('engine.io');
const { WebSocket: Client } = createRequire(above)('ws') as {
  WebSocket: new (url: string, options: object) => BareClient;
};

/** Connects with bare ws; messages carry an id for their acknowledgement. */
export async function openWs(url: string, onMessage: OnMessage): Promise<Line> {
  const socket = new Client(url.replace('http', 'ws'), { perMessageDeflate: false });
  const asked = new Map<number, () => void>();
  let count = 0;
  socket.on('message', (data) => {
    const [event, payload] = JSON.parse(data.toString());
    if (event === 'room_message_received') onMessage(payload);
    else asked.get(payload.ask)?.();
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve());
    socket.on('error', reject);
  });
  return {
    say: (content) =>
      new Promise((resolve) => {
        const ask = ++count;
        asked.set(ask, () => {
          asked.delete(ask);
          resolve();
        });
        socket.send(JSON.stringify({ ask, content }));
      }),
    close: () => socket.close(),
    cut: () => socket.close(),
  };
}
