import { createRequire } from 'node:module';

/** One connection to a room, independent of the protocol. */
export interface Line {
  /** Sends a message; resolves when the server acknowledges it. */
  say(content: string): Promise<void>;
  close(): void;
  /** Cuts the connection without a close packet, like a network failure. */
  cut(): void;
}

export type OnMessage = (message: { id: string; seq: number; content: string }) => void;
interface Answer {
  error?: { message: string };
  lastSeq?: number;
}

export const roomId = 'Comedy';

interface BareClient {
  on(event: 'open', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'message', listener: (data: Buffer) => void): void;
  send(text: string): void;
  close(): void;
  terminate(): void;
}

/** The `ws` package that socket.io uses. */
const above = createRequire(import.meta.url).resolve('engine.io');
const { WebSocket: Client } = createRequire(above)('ws') as {
  WebSocket: new (url: string, options: object) => BareClient;
};

/** The packets of socket.io's protocol, as texts of engine.io's: https://socket.io/docs/v4/socket-io-protocol/ */
const packets = { open: '0', ping: '2', pong: '3', connect: '40', refused: '44', event: '42', answer: '43' };

/**
 * Speaks socket.io's protocol on bare ws, to the product or the bare server, and joins the room. Returns its last sequence number, too.
 * Socket.io's own client takes so much processor time that it, not the server, would limit the figures.
 */
export async function openSocketIo(
  url: string,
  cookie: string,
  onMessage: OnMessage,
): Promise<Line & { lastSeq: number }> {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new Client(address, { perMessageDeflate: false, headers: { cookie } });
  const pending = new Map<number, (answer: Answer) => void>();
  const connected = Promise.withResolvers<void>();
  let count = 0;
  socket.on('error', connected.reject);
  socket.on('message', (data) => {
    const text = data.toString();
    if (text.startsWith(packets.event)) {
      const [event, payload] = JSON.parse(text.slice(2));
      if (event === 'room_message_received') onMessage(payload);
    } else if (text.startsWith(packets.answer)) {
      const from = text.indexOf('[');
      pending.get(Number(text.slice(2, from)))?.(JSON.parse(text.slice(from))[0]);
    } else if (text === packets.ping) socket.send(packets.pong);
    else if (text.startsWith(packets.connect)) connected.resolve();
    else if (text.startsWith(packets.refused)) connected.reject(new Error(text));
    else if (text.startsWith(packets.open)) socket.send(packets.connect);
  });
  await connected.promise;
  const ask = async (event: string, input: unknown) => {
    const id = ++count;
    const answered = Promise.withResolvers<Answer>();
    pending.set(id, answered.resolve);
    socket.send(`${packets.event}${id}${JSON.stringify([event, input])}`);
    const answer = await answered.promise;
    pending.delete(id);
    if (answer.error) throw new Error(`${event}: ${answer.error.message}`);
    return answer;
  };
  const { lastSeq = 0 } = await ask('join_room', roomId);
  return {
    lastSeq,
    say: async (content) => void (await ask('send_room_message', { roomId, type: 'category', content })),
    close: () => socket.close(),
    cut: () => socket.terminate(),
  };
}

/** Connects with bare ws; messages carry an id for their acknowledgement. */
export async function openWs(url: string, onMessage: OnMessage): Promise<Line> {
  const socket = new Client(url.replace('http', 'ws'), { perMessageDeflate: false });
  const pending = new Map<number, () => void>();
  let count = 0;
  socket.on('message', (data) => {
    const [event, payload] = JSON.parse(data.toString());
    if (event === 'room_message_received') onMessage(payload);
    else pending.get(payload.ask)?.();
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve());
    socket.on('error', reject);
  });
  return {
    say: (content) =>
      new Promise((resolve) => {
        const ask = ++count;
        pending.set(ask, () => {
          pending.delete(ask);
          resolve();
        });
        socket.send(JSON.stringify({ ask, content }));
      }),
    close: () => socket.close(),
    cut: () => socket.terminate(),
  };
}
