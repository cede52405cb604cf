import { io, type Socket } from 'socket.io-client';
import type { Message } from '#contract/chat.ts';
import type { JoinedRoom, ServerToClientEvents, SocketRefusal } from '#contract/socket-events.ts';
import type { TestApp } from './app.ts';
import type { Person } from './people.ts';

type Events = { [K in keyof ServerToClientEvents]: Parameters<ServerToClientEvents[K]>[0] };

/** Somebody's window: a real socket.io client that remembers what it heard. */
export interface ChatClient {
  socket: Socket;
  /** Everything heard under this name, in order. */
  heard<K extends keyof Events>(event: K): Events[K][];
  /** The next one that matches, past ones included. */
  hears<K extends keyof Events>(event: K, matches?: (payload: Events[K]) => boolean): Promise<Events[K]>;
  /** Sends an event and waits for its answer; a refusal is an answer, too. */
  ask<Answer = { ok: true }>(event: string, ...args: unknown[]): Promise<Answer & Partial<SocketRefusal>>;
  join(roomId: string): Promise<JoinedRoom & Partial<SocketRefusal>>;
  joinConversation(id: string): Promise<JoinedRoom & Partial<SocketRefusal>>;
  /** In a room, or with a conversation's id. */
  say(roomId: string, content: string, more?: Record<string, unknown>): Promise<Message & Partial<SocketRefusal>>;
  tell(
    conversationId: string,
    content: string,
    more?: Record<string, unknown>,
  ): Promise<Message & Partial<SocketRefusal>>;
  /** Resolves when everything that its node has told so far has arrived. */
  settled(): Promise<void>;
  /** Resolves with the reason once the connection is over. */
  ended: Promise<string>;
}

export interface Opening {
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
  transports?: ('websocket' | 'polling')[];
}

const patienceMs = 8000;
const open = new Set<Socket>();

/** Closes all that a test file has opened. */
export function closeChatClients(): void {
  for (const socket of open) socket.close();
  open.clear();
}

/** Connects, or throws as the server refuses. */
export async function chatClient(app: TestApp, who: Person | null, opening: Opening = {}): Promise<ChatClient> {
  const cookies = { ...(who ? { sid: who.id } : {}), ...opening.cookies };
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const socket = io(app.url, {
    transports: opening.transports ?? ['websocket'],
    extraHeaders: { ...(cookie ? { cookie } : {}), ...opening.headers },
    forceNew: true,
    reconnection: false,
  });
  open.add(socket);
  const heard: { event: string; payload: unknown }[] = [];
  const waiting = new Set<() => void>();
  socket.onAny((event: string, payload: unknown) => {
    heard.push({ event, payload });
    for (const look of [...waiting]) look();
  });
  const ended = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const heardOf = <K extends keyof Events>(event: K) =>
    heard.filter((one) => one.event === event).map(({ payload }) => payload as Events[K]);
  const ask = (event: string, ...args: unknown[]) =>
    socket.timeout(patienceMs).emitWithAck(event, ...args) as Promise<never>;
  return {
    socket,
    ended,
    heard: heardOf,
    hears: (event, matches = () => true) =>
      new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`never heard ${event}; heard ${JSON.stringify(heard.map((one) => one.event))}`));
        }, patienceMs);
        function look() {
          const found = heardOf(event).find(matches);
          if (found === undefined) return;
          clearTimeout(giveUp);
          waiting.delete(look);
          resolve(found);
        }
        waiting.add(look);
        look();
      }),
    ask,
    async settled() {
      // The rooms of tests are small: a round that has begun to go out has gone out.
      await app.context.live.flushed();
      // The answer goes the same way, behind whatever is on it.
      await ask('leave_room', 'no room');
    },
    join: (roomId) => ask('join_room', roomId),
    joinConversation: (id) => ask('join_conversation', id),
    say: (roomId, content, more = {}) => ask('send_room_message', { roomId, content, type: 'category', ...more }),
    tell: (conversationId, content, more = {}) => ask('send_message', { conversationId, content, ...more }),
  };
}

/** Everything has arrived that the nodes of these windows have told. What another node tells may still be on its way to theirs. */
export async function quiet(...clients: ChatClient[]): Promise<void> {
  await Promise.all(clients.map((client) => client.settled()));
}
