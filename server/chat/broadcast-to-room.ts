import type { Message } from '#contract/chat.ts';
import type {
  ConversationUpdated,
  MessageDeleted,
  ReactionEvent,
  RoomRules,
  ServerToClientEvents,
} from '#contract/socket-events.ts';
import { type Place, personRoom } from '#server/platform/live/sockets.ts';
import type { Platform } from '#server/platform/platform.ts';
import { conversationIdOf, isConversation, type RoomRow, roomIdOf, socketRoom } from './room.ts';

type Room = Pick<RoomRow, 'id' | 'kind' | 'categoryName' | 'adult'>;
type Broadcaster = { live: Pick<Platform['live'], 'tell'> };
type EventName = keyof ServerToClientEvents;

interface Broadcast {
  event: EventName;
  to: string[];
  except?: string[];
  volatile?: boolean;
  place?: Place;
}

/**
 * One packet for all who hear it, except whoever blocked the person it comes from (`fromId`) and, where it is for adults, sockets that
 * have not passed the age gate: other windows of the same person may have brought them into the room.
 */
function tell(
  { live }: Broadcaster,
  room: Room,
  { except = [], ...hearing }: Broadcast,
  { payload, fromId }: { payload: unknown; fromId: string | null },
) {
  const apart = fromId === null ? [] : [socketRoom.apart(fromId)];
  const unverified = room.adult ? [socketRoom.unverified] : [];
  live.tell({ ...hearing, except: [...except, ...apart, ...unverified], payload });
}

/** Who hears what is said in a room, and as which event: a pool's chat is heard as a room and as a conversation. */
function broadcastsOf(room: Room, names: { room: EventName; conversation: EventName }): Broadcast[] {
  const hearings: Broadcast[] = [];
  if (room.kind !== 'direct') hearings.push({ event: names.room, to: [socketRoom.room(room.id)] });
  if (room.kind === 'pool') hearings.push({ event: names.conversation, to: [socketRoom.conversation(room.id)] });
  if (room.kind === 'direct') {
    hearings.push({ event: names.conversation, to: [socketRoom.listed(room.id), socketRoom.conversation(room.id)] });
  }
  return hearings;
}

/** Everyone who has the room open, once each. */
const everyone = (room: Room): string[] => [
  socketRoom.room(room.id),
  socketRoom.conversation(room.id),
  ...(room.kind === 'direct' ? [socketRoom.listed(room.id)] : []),
];

export function broadcastMessage(
  context: Broadcaster,
  room: Room,
  message: Message,
  { parentReplyCount, again = false }: { parentReplyCount: number | null; again?: boolean },
): void {
  const { senderId, seq } = message;
  const place: Place = { room: room.id, seq, ...(again ? { again } : {}) };
  for (const hearing of broadcastsOf(room, { room: 'room_message_received', conversation: 'message_received' })) {
    tell(context, room, { ...hearing, place }, { payload: message, fromId: senderId });
  }
  if (parentReplyCount !== null) {
    const answer = { ...message, parentReplyCount };
    tell(context, room, { event: 'reply_received', to: everyone(room), place }, { payload: answer, fromId: senderId });
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

/** For lists of conversations. Whoever has a pool's room open has heard of the message itself. */
export function broadcastConversationUpdate(
  context: Broadcaster,
  room: Room,
  { fromId, place, ...update }: Update,
): void {
  const news: ConversationUpdated = {
    id: room.id,
    conversationId: room.id,
    type: typeOf(room),
    ...update,
  };
  const except = room.kind === 'pool' ? [socketRoom.room(room.id)] : [];
  const hearing: Broadcast = { event: 'conversation_updated', to: [socketRoom.listed(room.id)], except };
  tell(context, room, place ? { ...hearing, place } : hearing, { payload: news, fromId });
}

/** To the person's own windows: they have read the conversation. */
export function broadcastRead({ live }: Broadcaster, room: Room, userId: string, updatedAt: Date): void {
  const news: ConversationUpdated = {
    id: room.id,
    conversationId: room.id,
    type: typeOf(room),
    updatedAt: updatedAt.toISOString(),
    unreadCount: 0,
  };
  live.tell({ to: [personRoom(userId)], event: 'conversation_updated' satisfies EventName, payload: news });
}

export function broadcastReaction(context: Broadcaster, room: Room, reaction: ReactionEvent): void {
  const events: EventName[] = [
    'reaction_updated',
    ...(room.kind === 'direct' ? (['private_message_reaction'] as const) : []),
  ];
  for (const event of events) {
    tell(context, room, { event, to: everyone(room) }, { payload: reaction, fromId: reaction.userId });
  }
}

/** The message reads differently from now on; it keeps its place. */
export function broadcastMessageChange(context: Broadcaster, room: Room, message: Message): void {
  tell(context, room, { event: 'message_changed', to: everyone(room) }, { payload: message, fromId: message.senderId });
}

const deletedIdsTold = 500;

/** `seq` is the deletion's own number. */
export function broadcastDeletion(
  context: Broadcaster,
  room: Room,
  seq: number,
  deleted: Pick<MessageDeleted, 'messageId' | 'deletedReplies' | 'parentMessageId' | 'parentReplyCount'>,
): void {
  const news: MessageDeleted = {
    ...deleted,
    deletedReplies: deleted.deletedReplies.slice(0, deletedIdsTold),
    roomId: roomIdOf(room),
    conversationId: conversationIdOf(room),
  };
  const place = { room: room.id, seq };
  tell(context, room, { event: 'message_deleted', to: everyone(room), place }, { payload: news, fromId: null });
}

/** What an admin has set in a room: the slow mode for everybody in it, a mute or its end for `userId`. */
export function broadcastRoomRules(
  context: Broadcaster,
  room: Room,
  { userId, ...rules }: Pick<RoomRules, 'slowModeSeconds' | 'muted'> & { userId?: string },
): void {
  const news: RoomRules = { roomId: roomIdOf(room), conversationId: conversationIdOf(room), ...rules };
  const to = userId === undefined ? everyone(room) : [personRoom(userId)];
  tell(context, room, { event: 'room_rules', to, except: [socketRoom.admins] }, { payload: news, fromId: null });
}

/** Somebody types, or has stopped. Slow connections are spared this, and so are the person's own windows (`ownRoom`). */
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
  for (const hearing of broadcastsOf(room, names)) {
    const where = hearing.event === names.room ? { roomId: roomIdOf(room) } : { conversationId: room.id };
    const payload = { ...where, userId, username, displayName };
    tell(context, room, { ...hearing, except: [ownRoom], volatile: true }, { payload, fromId: userId });
  }
}
