import type { Server } from 'socket.io';
import type { Handshakes } from '#server/platform/live/handshakes.ts';
import { type Move, type Packet, personRoom } from '#server/platform/live/packets.ts';

/** A message for the sockets of every node. */
export type Broadcast =
  | { kind: 'packet'; packet: Packet }
  | { kind: 'move'; move: Move }
  /** Every socket leaves these rooms. */
  | { kind: 'close_rooms'; rooms: string[] }
  /** Every socket in this room is disconnected. */
  | { kind: 'disconnect'; room: string };

/** The sockets of this node. */
export interface NodeSockets {
  io: Server;
  /** Sends a packet to the main namespace, in the order of its room's numbers. */
  sendInOrder: (packet: Packet) => void;
  handshakes: Handshakes;
}

/** Applies a broadcast to the sockets of this node. */
export function deliver(broadcast: Broadcast, { io, sendInOrder, handshakes }: NodeSockets): void {
  switch (broadcast.kind) {
    case 'packet':
      if (broadcast.packet.namespace) emit(broadcast.packet, io);
      else sendInOrder(broadcast.packet);
      break;
    case 'move': {
      const { userId, enter = [], leave = [] } = broadcast.move;
      const sockets = io.in(personRoom(userId));
      if (enter.length > 0) sockets.socketsJoin(enter);
      if (leave.length > 0) sockets.socketsLeave(leave);
      handshakes.outdate(userId);
      break;
    }
    case 'close_rooms':
      io.in(broadcast.rooms).socketsLeave(broadcast.rooms);
      handshakes.outdate();
      break;
    case 'disconnect':
      for (const namespace of ['/', '/live']) io.of(namespace).in(broadcast.room).disconnectSockets(true);
      break;
  }
}

/** Sends a packet to the sockets of this node. */
export function emit({ namespace, to, except = [], event, payload, volatile = false }: Packet, io: Server): void {
  const audience = io
    .of(namespace ?? '/')
    .to(to)
    .except(except);
  (volatile ? audience.volatile : audience).emit(event, payload);
}
