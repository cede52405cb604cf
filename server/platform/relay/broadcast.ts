import type { Namespace, Server } from 'socket.io';
import type { PoolUpdate } from '#contract/socket-events.ts';
import { type Move, type Packet, personRoom, sessionRoom } from '#server/platform/live/sockets.ts';

/** What sockets are told, and what travels between nodes. */
export type News =
  | { of: 'pool'; pool: PoolUpdate }
  | { of: 'user'; userId: string; unread: number }
  | { of: 'session'; sessionId: string }
  /** Somebody was suspended: told by the database itself (migration 0023). */
  | { of: 'person'; userId: string }
  | { of: 'packet'; packet: Packet }
  | { of: 'move'; move: Move }
  | { of: 'closed'; rooms: string[] };

/** The sockets of this node. */
export interface NodeSockets {
  io: Server;
  /** Tells those of the main namespace. */
  tellHere: (packet: Packet) => void;
}

/** Tells the sockets of this node, or by socket.io's adapter those of all nodes that it joins. */
export function deliver(news: News, { io, tellHere }: NodeSockets, reach: 'here' | 'everywhere'): void {
  const isHere = reach === 'here';
  const main = isHere ? io.local : io.of('/');
  const watch = isHere ? io.of('/live').local : io.of('/live');
  switch (news.of) {
    case 'pool':
      watch.to(`pool:${news.pool.id}`).emit('pool_updated', news.pool);
      break;
    case 'user':
      watch.to(personRoom(news.userId)).emit('notified', { unread: news.unread });
      break;
    case 'session':
      for (const namespace of [main, watch]) namespace.in(sessionRoom(news.sessionId)).disconnectSockets(true);
      break;
    case 'person':
      for (const namespace of [main, watch]) namespace.in(personRoom(news.userId)).disconnectSockets(true);
      break;
    case 'packet':
      if (isHere) tellHere(news.packet);
      else emit(news.packet, io.of('/'));
      break;
    case 'move':
      move(news.move, main);
      break;
    case 'closed':
      main.in(news.rooms).socketsLeave(news.rooms);
      break;
  }
}

function emit({ to, except = [], event, payload, volatile = false }: Packet, main: Namespace): void {
  const audience = main.to(to).except(except);
  (volatile ? audience.volatile : audience).emit(event, payload);
}

type Sockets = Server['local'] | Namespace;

function move({ userId, enter = [], leave = [] }: Move, sockets: Sockets): void {
  const theirs = sockets.in(personRoom(userId));
  if (enter.length > 0) theirs.socketsJoin(enter);
  if (leave.length > 0) theirs.socketsLeave(leave);
}
