import type { Message } from '#contract/chat.ts';
import type {
  ConversationUpdated,
  MessageDeleted,
  ReactionEvent,
  ServerToClientEvents,
} from '#contract/socket-events.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isConversation, type RoomRow, roomIdOf, socketRoom } from './room.ts';

type Room = Pick<RoomRow, 'id' | 'kind' | 'categoryName'>;
type Sound = keyof ServerToClientEvents;

interface Hearing {
  event: Sound;
  to: string[];
  except?: string[];
  volatile?: boolean;
}

/** One packet for all who hear it; whoever blocked the person it comes from does not. */
function tell(
  { live }: Pick<Platform, 'live'>,
  { except = [], ...hearing }: Hearing,
  payload: unknown,
  fromId: string | null,
) {
  const deaf = fromId === null ? except : [...except, socketRoom.apart(fromId)];
  live.tell({ ...hearing, except: deaf, payload });
}

/** Who hears what is said in a room, by the two names that a pool's chat goes by. */
function hearingsOf(room: Room, names: { room: Sound; conversation: Sound }): Hearing[] {
  const hearings: Hearing[] = [];
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

export function tellOfMessage(context: Platform, room: Room, message: Message, parentReplyCount: number | null): void {
  const { senderId } = message;
  for (const hearing of hearingsOf(room, { room: 'room_message_received', conversation: 'message_received' })) {
    tell(context, hearing, message, senderId);
  }
  if (parentReplyCount !== null) {
    tell(context, { event: 'reply_received', to: everyone(room) }, { ...message, parentReplyCount }, senderId);
  }
  if (!isConversation(room)) return;
  const { id, content, createdAt, senderName } = message;
  tellOfConversation(context, room, {
    updatedAt: createdAt,
    lastMessage: { id, content, createdAt, senderId, senderName },
    fromId: senderId,
  });
}

type Update = Pick<ConversationUpdated, 'updatedAt' | 'lastMessage'> & { fromId: string | null };

/** For the lists. Who has a pool's room open has heard of the message itself. */
export function tellOfConversation(context: Platform, room: Room, { fromId, ...update }: Update): void {
  const news: ConversationUpdated = {
    conversationId: room.id,
    type: room.kind === 'direct' ? 'direct' : 'pool',
    ...update,
  };
  const except = room.kind === 'pool' ? [socketRoom.room(room.id)] : [];
  tell(context, { event: 'conversation_updated', to: [socketRoom.listed(room.id)], except }, news, fromId);
}

export function tellOfReaction(context: Platform, room: Room, reaction: ReactionEvent): void {
  tell(context, { event: 'reaction_updated', to: everyone(room) }, reaction, reaction.userId);
  if (room.kind === 'direct')
    tell(context, { event: 'private_message_reaction', to: everyone(room) }, reaction, reaction.userId);
}

const deletedIdsTold = 500;

export function tellOfDeletion(
  context: Platform,
  room: Room,
  deleted: Pick<MessageDeleted, 'messageId' | 'deletedReplies' | 'parentMessageId' | 'parentReplyCount'>,
): void {
  const news: MessageDeleted = {
    ...deleted,
    deletedReplies: deleted.deletedReplies.slice(0, deletedIdsTold),
    roomId: roomIdOf(room),
    conversationId: isConversation(room) ? room.id : null,
  };
  tell(context, { event: 'message_deleted', to: everyone(room) }, news, null);
}

/** Somebody types or has stopped. Not worth a slow connection's time, and nothing to tell themselves. */
export function tellOfTyping(
  context: Platform,
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
  for (const hearing of hearingsOf(room, names)) {
    const where = hearing.event === names.room ? { roomId: roomIdOf(room) } : { conversationId: room.id };
    tell(
      context,
      { ...hearing, except: [ownRoom], volatile: true },
      { ...where, userId, username, displayName },
      userId,
    );
  }
}
