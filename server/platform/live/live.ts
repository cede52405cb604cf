import type { Server as HttpServer } from 'node:http';
import type { Server } from 'socket.io';
import type { Database } from '#server/platform/postgres/db.ts';
import { type Broadcast, deliver, emit, type NodeSockets } from '#server/platform/relay/broadcast.ts';
import type { Relay } from '#server/platform/relay/relay.ts';
import { createHandshakes } from './handshakes.ts';
import { type Move, type Packet, type Place, personRoom, sessionRoom } from './packets.ts';
import { createRoomOrder, type ReadMissed, type RoomOrder } from './room-order.ts';
import { closeSlowConnections } from './slow-connections.ts';
import { serveEvents } from './socket-events.ts';
import type { SocketModule } from './socket-module.ts';
import { closeStaleSockets, type LiveServerOptions, openServer } from './socket-server.ts';
import { type AnyTopic, createUpdateQueue, type Topic, topicRoom } from './topics.ts';
import { type Greeting, serveWatching } from './watching.ts';

export interface Live {
  /** Registers a topic; call it while modules are built. */
  topic(topic: AnyTopic): void;
  /**
   * Disconnects a person's sockets whenever PostgreSQL itself notifies this channel with the person's id; call it while modules are
   * built. Every node gets the notification from PostgreSQL, so it needs no relay.
   */
  disconnectOn(channel: string): void;
  /**
   * Sends a packet whenever PostgreSQL itself notifies this channel, to the sockets of each node that hears it, so nothing is relayed.
   * Texts that repeat within a moment are sent once. Call it while modules are built.
   */
  sendOn(channel: string, packetOf: (text: string) => Packet): void;
  /** Opens the sockets on the web server. A process without sockets still reaches those of the other nodes. */
  attach(server: HttpServer, modules: readonly SocketModule[]): Promise<void>;
  /** Sends an update to the watchers of this id; in a burst, only the last one is sent. */
  publish<Update>(topic: Topic<Update>, id: string, update: Update): void;
  /**
   * Sends an event to each socket of a signed-in person that connects to `/live`, after the socket gets the person's own events, so that
   * nothing is missed between. Call it while modules are built.
   */
  greet(greeting: Greeting): void;
  /** Calls the listener before this node sends an update to watchers, from whichever node it comes. */
  onUpdate(listener: () => void): void;
  /** Sends a packet to sockets of every node. */
  send(packet: Packet): void;
  /** Sets the sequence number at which this node starts to order a room's packets. This node's sockets join the room at that number. */
  startRoom(place: Place): void;
  /** Moves a person's sockets between rooms, on every node. */
  move(move: Move): void;
  /** Removes all sockets from these rooms, on every node. */
  closeRooms(rooms: string[]): void;
  /** Disconnects the sockets of a session, on every node. */
  disconnectSession(sessionId: string): void;
  /** The number of sockets of the main namespace on this node. */
  count(): number;
  /** Ends the sockets of this node. Work that finishes later still reaches the other nodes until the relay is closed. */
  close(): Promise<void>;
}

interface LiveOptions extends LiveServerOptions {
  db: Database;
  relay: Relay;
}

/** Breaks all connections without a disconnect packet: clients then reconnect at once and catch up. */
function resyncClients({ io, handshakes }: NodeSockets, order: RoomOrder): void {
  order.forget();
  handshakes.outdate();
  for (const name of ['/', '/live']) for (const { conn } of io.of(name).sockets.values()) conn.close();
}

async function closeSockets(io: Server): Promise<void> {
  // Sends no disconnect packet, because socket.io clients do not reconnect after one.
  io.engine.close();
  for (const name of ['/', '/live']) await io.of(name).adapter.close();
}

/** Sockets: topics for everyone on `/live`, and the modules' events for people who are signed in on the main namespace. */
export function createLive(options: LiveOptions): Live {
  const { db, relay, log } = options;
  let sockets: NodeSockets | undefined;
  let order: RoomOrder | undefined;
  const stops: (() => void)[] = [];
  const topics: AnyTopic[] = [];
  const listeners: (() => void)[] = [];
  const greetings: Greeting[] = [];
  const channels: string[] = [];
  const notices = new Map<string, (text: string) => Packet>();

  function deliverHere(broadcast: Broadcast): void {
    if (broadcast.kind === 'packet' && broadcast.packet.namespace) for (const listener of listeners) listener();
    if (sockets) deliver(broadcast, sockets);
  }

  function broadcast(message: Broadcast): void {
    deliverHere(message);
    relay.publish(message);
  }

  const send = (packet: Packet) => broadcast({ kind: 'packet', packet });
  const updates = createUpdateQueue(send);
  const bursts = createUpdateQueue((packet) => deliverHere({ kind: 'packet', packet }));

  return {
    topic: (topic) => void topics.push(topic),
    disconnectOn: (channel) => void channels.push(channel),
    sendOn: (channel, packetOf) => void notices.set(channel, packetOf),
    async attach(server, modules) {
      const io = openServer(server, options);
      const readMissed: ReadMissed = async (room, between) =>
        (await Promise.all(modules.map((module) => module.readMissed(room, between)))).flat();
      const onStuck = (error: unknown) => {
        log.error({ err: error }, 'could not read what a room missed, so all sockets read again');
        if (sockets) resyncClients(sockets, rooms);
      };
      const rooms = createRoomOrder((packet) => emit(packet, io), readMissed, onStuck);
      order = rooms;
      sockets = { io, sendInOrder: rooms.take, handshakes: createHandshakes() };
      await relay.subscribe({ onBroadcast: deliverHere, onGap: () => sockets && resyncClients(sockets, rooms) });
      for (const channel of channels) {
        const onMessage = (userId: string) => deliverHere({ kind: 'disconnect', room: personRoom(userId) });
        await db.listen(channel, onMessage);
      }
      for (const [channel, packetOf] of notices) {
        const onMessage = (text: string) => bursts.add(`${channel}:${text}`, packetOf(text));
        await db.listen(channel, onMessage);
      }
      serveWatching(io.of('/live'), { topics, greetings }, options);
      serveEvents(io.of('/'), modules, { ...options, handshakes: sockets.handshakes });
      stops.push(closeStaleSockets(io, options), closeSlowConnections(io, log));
    },
    publish: (topic, id, payload) => {
      const room = topicRoom(topic, id);
      updates.add(room, { namespace: '/live', to: [room], event: topic.event, payload });
    },
    greet: (greeting) => void greetings.push(greeting),
    onUpdate: (listener) => void listeners.push(listener),
    send,
    startRoom: (place) => order?.start(place),
    move: (move) => broadcast({ kind: 'move', move }),
    closeRooms: (rooms) => broadcast({ kind: 'close_rooms', rooms }),
    disconnectSession: (sessionId) => broadcast({ kind: 'disconnect', room: sessionRoom(sessionId) }),
    count: () => sockets?.io.of('/').sockets.size ?? 0,
    async close() {
      updates.close();
      bursts.close();
      for (const stop of stops) stop();
      const io = sockets?.io;
      sockets = undefined;
      if (io) await closeSockets(io);
    },
  };
}
