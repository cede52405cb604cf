import type { Message } from '#contract/chat/chat.ts';
import type {
  ConversationRead,
  ConversationUpdated,
  MessageDeleted,
  ReactionEvent,
  RoomRules,
  ServerToClientEvents,
} from '#contract/chat/socket-events.ts';
import { type Place, personRoom } from '#server/platform/live/packets.ts';
import type { Platform } from '#server/platform/platform.ts';
import { conversationIdOf, isConversation, otherOf, type RoomRow, roomIdOf, socketRoom } from './room.ts';

type Room = Pick<RoomRow, 'id' | 'kind' | 'categoryName' | 'adult'>;
type Broadcaster = { live: Pick<Platform['live'], 'send'> };
type EventName = keyof ServerToClientEvents;

interface Broadcast {
  event: EventName;
  to: string[];
  except?: string[];
  volatile?: boolean;
  place?: Place;
}

/**
 * Broadcasts one packet to all receivers, except people that a block keeps apart from its sender (`fromId`). Packets of adult rooms skip sockets that
 * have not passed the age gate, which another window of the same person may have brought into the room.
 */
function broadcast(
  { live }: Broadcaster,
  room: Room,
  { except = [], ...packet }: Broadcast,
  { payload, fromId }: { payload: unknown; fromId: string | null },
) {
  const apart = fromId === null ? [] : [socketRoom.blockersOf(fromId), socketRoom.blockedBy(fromId)];
  const unverified = room.adult ? [socketRoom.unverified] : [];
  live.send({ ...packet, except: [...except, ...apart, ...unverified], payload });
}

/** Receivers and event names of a packet. A pool's chat can be joined as a room and as a conversation. */
function broadcastsOf(room: Room, names: { room: EventName; conversation: EventName }): Broadcast[] {
  const broadcasts: Broadcast[] = [];
  if (room.kind !== 'direct') broadcasts.push({ event: names.room, to: [socketRoom.room(room.id)] });
  if (room.kind === 'pool') broadcasts.push({ event: names.conversation, to: [socketRoom.conversation(room.id)] });
  if (room.kind === 'direct') {
    broadcasts.push({ event: names.conversation, to: [socketRoom.listed(room.id), socketRoom.conversation(room.id)] });
  }
  return broadcasts;
}

/** The socket.io rooms of all sockets that have the room open. */
const openSockets = (room: Room): string[] => [
  socketRoom.room(room.id),
  socketRoom.conversation(room.id),
  ...(room.kind === 'direct' ? [socketRoom.listed(room.id)] : []),
];

/** Broadcasts a message to its room, to threads and to conversation lists. `again` marks a possible duplicate. */
export function broadcastMessage(
  context: Broadcaster,
  room: Room,
  message: Message,
  { parentReplyCount, again = false }: { parentReplyCount: number | null; again?: boolean },
): void {
  const { senderId, seq } = message;
  const place: Place = { room: room.id, seq, ...(again ? { again } : {}) };
  for (const packet of broadcastsOf(room, { room: 'room_message_received', conversation: 'message_received' })) {
    broadcast(context, room, { ...packet, place }, { payload: message, fromId: senderId });
  }
  if (parentReplyCount !== null) {
    const answer = { ...message, parentReplyCount };
    broadcast(
      context,
      room,
      { event: 'reply_received', to: openSockets(room), place },
      { payload: answer, fromId: senderId },
    );
  }
  if (!isConversation(room)) return;
  const { id, content, createdAt, senderName, sender } = message;
  broadcastConversationUpdate(context, room, {
    place,
    updatedAt: createdAt,
    lastMessage: { id, content, createdAt, senderId, senderName, sender },
    isNew: true,
    fromId: senderId,
  });
}

const typeOf = ({ kind }: Room): ConversationUpdated['type'] => (kind === 'direct' ? 'direct' : 'pool');

type Update = Pick<ConversationUpdated, 'updatedAt' | 'lastMessage' | 'isNew'> & {
  fromId: string | null;
  place?: Place;
};

/** Broadcasts to conversation lists. Sockets that have a pool's room open are skipped, because they get the message itself. */
export function broadcastConversationUpdate(
  context: Broadcaster,
  room: Room,
  { fromId, place, ...update }: Update,
): void {
  const payload: ConversationUpdated = {
    id: room.id,
    conversationId: room.id,
    type: typeOf(room),
    ...update,
  };
  const except = room.kind === 'pool' ? [socketRoom.room(room.id)] : [];
  const packet: Broadcast = { event: 'conversation_updated', to: [socketRoom.listed(room.id)], except };
  broadcast(context, room, place ? { ...packet, place } : packet, { payload, fromId });
}

/** Notifies the person's other windows that the conversation is read. */
export function broadcastRead({ live }: Broadcaster, room: Room, userId: string, updatedAt: Date): void {
  const payload: ConversationUpdated = {
    id: room.id,
    conversationId: room.id,
    type: typeOf(room),
    updatedAt: updatedAt.toISOString(),
    unreadCount: 0,
  };
  live.send({ to: [personRoom(userId)], event: 'conversation_updated' satisfies EventName, payload });
}

/** Notifies the other person of a direct conversation how far this one has read. */
export function broadcastReadMark(
  { live }: Broadcaster,
  room: Room & Pick<RoomRow, 'firstId' | 'secondId'>,
  { userId, seq }: { userId: string; seq: number },
): void {
  const payload: ConversationRead = { conversationId: room.id, userId, seq };
  live.send({ to: [personRoom(otherOf(room, userId))], event: 'conversation_read' satisfies EventName, payload });
}

export function broadcastReaction(context: Broadcaster, room: Room, reaction: ReactionEvent): void {
  const events: EventName[] = [
    'reaction_updated',
    ...(room.kind === 'direct' ? (['private_message_reaction'] as const) : []),
  ];
  for (const event of events) {
    broadcast(context, room, { event, to: openSockets(room) }, { payload: reaction, fromId: reaction.userId });
  }
}

/** Broadcasts the new content of a message that keeps its sequence number. `seq` is the sequence number of the change. */
export function broadcastMessageChange(context: Broadcaster, room: Room, seq: number, message: Message): void {
  const place = { room: room.id, seq };
  broadcast(
    context,
    room,
    { event: 'message_changed', to: openSockets(room), place },
    { payload: message, fromId: message.senderId },
  );
}

const deletedIdsMax = 500;

/** Broadcasts a deletion. `seq` is the sequence number of the deletion. */
export function broadcastDeletion(
  context: Broadcaster,
  room: Room,
  seq: number,
  deleted: Pick<MessageDeleted, 'messageId' | 'deletedReplies' | 'parentMessageId' | 'parentReplyCount'>,
): void {
  const payload: MessageDeleted = {
    ...deleted,
    deletedReplies: deleted.deletedReplies.slice(0, deletedIdsMax),
    roomId: roomIdOf(room),
    conversationId: conversationIdOf(room),
  };
  const place = { room: room.id, seq };
  broadcast(context, room, { event: 'message_deleted', to: openSockets(room), place }, { payload, fromId: null });
}

/** Broadcasts the slow mode to everyone in the room, or a mute or its end to `userId`. */
export function broadcastRoomRules(
  context: Broadcaster,
  room: Room,
  { userId, ...rules }: Pick<RoomRules, 'slowModeSeconds' | 'muted'> & { userId?: string },
): void {
  const payload: RoomRules = { roomId: roomIdOf(room), conversationId: conversationIdOf(room), ...rules };
  const to = userId === undefined ? openSockets(room) : [personRoom(userId)];
  broadcast(context, room, { event: 'room_rules', to, except: [socketRoom.admins] }, { payload, fromId: null });
}

/** Broadcasts that a person types or has stopped. Volatile, so slow connections skip it; the person's own windows (`ownRoom`) do too. */
export function broadcastTyping(
  context: Broadcaster,
  room: Room,
  {
    userId,
    username,
    displayName,
    isTyping,
    ownRoom,
  }: {
    userId: string;
    username: string;
    displayName: string | null;
    isTyping: boolean;
    ownRoom: string;
  },
): void {
  const names = isTyping
    ? ({ room: 'room_user_typing', conversation: 'user_typing' } as const)
    : ({ room: 'room_user_stop_typing', conversation: 'user_stopped_typing' } as const);
  for (const packet of broadcastsOf(room, names)) {
    const where = packet.event === names.room ? { roomId: roomIdOf(room) } : { conversationId: room.id };
    const payload = { ...where, userId, username, displayName };
    broadcast(context, room, { ...packet, except: [ownRoom], volatile: true }, { payload, fromId: userId });
  }
}
