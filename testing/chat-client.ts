import { io, type Socket } from 'socket.io-client';
import type { Message } from '#contract/chat/chat.ts';
import type { JoinedRoom, ServerToClientEvents, SocketRefusal } from '#contract/chat/socket-events.ts';
import type { TestApp } from './app.ts';
import type { Person } from './insert-person.ts';

type Events = { [K in keyof ServerToClientEvents]: Parameters<ServerToClientEvents[K]>[0] };

/** A chat window: a real socket.io client that records the events it received. */
export interface ChatClient {
  socket: Socket;
  /** All payloads received for this event, in order. */
  received<K extends keyof Events>(event: K): Events[K][];
  /** Waits for the first payload that matches; includes payloads already received. */
  waitForEvent<K extends keyof Events>(event: K, matches?: (payload: Events[K]) => boolean): Promise<Events[K]>;
  /** Sends an event and returns its acknowledgement, which may be a refusal. */
  ask<Answer = { ok: true }>(event: string, ...args: unknown[]): Promise<Answer & Partial<SocketRefusal>>;
  join(roomId: string): Promise<JoinedRoom & Partial<SocketRefusal>>;
  joinConversation(id: string): Promise<JoinedRoom & Partial<SocketRefusal>>;
  /** Sends a message to a room. */
  say(roomId: string, content: string, more?: Record<string, unknown>): Promise<Message & Partial<SocketRefusal>>;
  /** Sends a message to a conversation. */
  sendDirect(
    conversationId: string,
    content: string,
    more?: Record<string, unknown>,
  ): Promise<Message & Partial<SocketRefusal>>;
  /** Resolves when every broadcast that its node has sent so far has arrived. */
  settled(): Promise<void>;
  /** Resolves with the reason when the connection ends. */
  ended: Promise<string>;
}

export interface Opening {
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
  transports?: ('websocket' | 'polling')[];
  /** The language of the person, for refusals. */
  language?: string;
}

const patienceMs = 8000;
const open = new Set<Socket>();

/** Closes all chat clients of a test file. */
export function closeChatClients(): void {
  for (const socket of open) socket.close();
  open.clear();
}

/** Connects; rejects with the server's error if it refuses. */
export async function chatClient(app: TestApp, who: Person | null, opening: Opening = {}): Promise<ChatClient> {
  const cookies = { ...(who ? { sid: who.id } : {}), ...opening.cookies };
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const socket = io(app.url, {
    transports: opening.transports ?? ['websocket'],
    extraHeaders: { ...(cookie ? { cookie } : {}), ...opening.headers },
    ...(opening.language ? { auth: { language: opening.language } } : {}),
    forceNew: true,
    reconnection: false,
  });
  open.add(socket);
  const events: { event: string; payload: unknown }[] = [];
  const waiting = new Set<() => void>();
  socket.onAny((event: string, payload: unknown) => {
    events.push({ event, payload });
    for (const look of [...waiting]) look();
  });
  const ended = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const receivedOf = <K extends keyof Events>(event: K) =>
    events.filter((one) => one.event === event).map(({ payload }) => payload as Events[K]);
  const ask = (event: string, ...args: unknown[]) =>
    socket.timeout(patienceMs).emitWithAck(event, ...args) as Promise<never>;
  return {
    socket,
    ended,
    received: receivedOf,
    waitForEvent: (event, matches = () => true) =>
      new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`never received ${event}; received ${JSON.stringify(events.map((one) => one.event))}`));
        }, patienceMs);
        function look() {
          const match = receivedOf(event).find(matches);
          if (match === undefined) return;
          clearTimeout(giveUp);
          waiting.delete(look);
          resolve(match);
        }
        waiting.add(look);
        look();
      }),
    ask,
    async settled() {
      // The acknowledgement uses the same connection and so arrives after the broadcasts.
      await ask('leave_room', 'no room');
    },
    join: (roomId) => ask('join_room', roomId),
    joinConversation: (id) => ask('join_conversation', id),
    say: (roomId, content, more = {}) => ask('send_room_message', { roomId, content, type: 'category', ...more }),
    sendDirect: (conversationId, content, more = {}) => ask('send_message', { conversationId, content, ...more }),
  };
}

/** Resolves when each window has every broadcast of its node. Broadcasts relayed from other nodes may still be missing. */
export async function quiet(...clients: ChatClient[]): Promise<void> {
  await Promise.all(clients.map((client) => client.settled()));
}
