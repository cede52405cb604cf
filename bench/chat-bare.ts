/**
 * The upper bound of other libraries with the same protocol: a server that stores nothing, checks nothing, and broadcasts every message.
 * BENCH_BARE=socket.io or ws. A separate process that its parent controls over IPC.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { Message } from '#contract/chat/chat.ts';
import { loadOf } from './process-load.ts';

const http = createServer();
const sender = { id: randomUUID(), username: 'fan1', displayName: null, avatarUrl: null };
let seq = 0;

/** A message as large as the product's, without any look-up. */
function messageOf(content: string): Message {
  seq += 1;
  return {
    id: randomUUID(),
    roomId: 'Comedy',
    conversationId: null,
    seq,
    kind: 'text',
    event: null,
    content,
    editedAt: null,
    createdAt: new Date().toISOString(),
    senderId: sender.id,
    senderName: sender.username,
    sender,
    parentMessageId: null,
    parentSender: null,
    depth: 1,
    replyCount: 0,
    mentions: [],
  };
}

function serveSocketIo(): void {
  const io = new Server(http, { transports: ['websocket', 'polling'], perMessageDeflate: false, serveClient: false });
  io.on('connection', (socket) => {
    socket.on('join_room', (room: string, ack: (answer: unknown) => void) => {
      void socket.join(room);
      ack({ ok: true });
    });
    socket.on('send_room_message', (input: { content: string; roomId: string }, ack: (answer: unknown) => void) => {
      const message = messageOf(input.content);
      io.to(input.roomId).emit('room_message_received', message);
      ack(message);
    });
  });
}

interface BareSocket {
  send(text: string): void;
  on(event: 'message', listener: (data: Buffer) => void): void;
}
interface BareServer {
  clients: Set<BareSocket>;
  on(event: 'connection', serve: (socket: BareSocket) => void): void;
}

/** Uses the `ws` package that socket.io uses. */
function serveWs(): void {
  const above = createRequire(import.meta.url).resolve('engine.io');
  const { WebSocketServer } = createRequire(above)('ws') as {
    WebSocketServer: new (options: object) => BareServer;
  };
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { ask, content } = JSON.parse(data.toString()) as { ask: number; content: string };
      const message = messageOf(content);
      const text = JSON.stringify(['room_message_received', message]);
      for (const client of server.clients) client.send(text);
      socket.send(JSON.stringify(['answer', { ask, message }]));
    });
  });
}

if (process.env.BENCH_BARE === 'ws') serveWs();
else serveSocketIo();
http.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
});
process.on('message', ({ collect }: { collect?: boolean }) => process.send?.(loadOf(process, collect)));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(1));
