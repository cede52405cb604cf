import type { Conversation, Message } from './chat.ts';
import type { ErrorCode } from './errors.ts';
import type { ReactionEmoji } from './limits.ts';

/**
 * The chat's socket: socket.io on the main namespace of the site's own origin, with the session cookie. Without a session, with one
 * that is over, or suspended, the handshake is refused (`connect_error` with the sentence as its message and `data.code`); when the
 * session ends the server disconnects. After a refusal, and after the server's own disconnect, socket.io's client does not try again by
 * itself: for `unavailable` and `rate_limited` do so, after a pause. The age gate's cookie is read at the handshake: whoever passes it later reconnects.
 *
 * Types only: pages that load first import this for nothing.
 *
 * - A room id is a category's name (or its number), "Global", or a pool's conversation id. It is sent as itself or as `{roomId}`; a
 *   conversation id as itself or as `{conversationId}`. Left without one, all rooms or all conversations of this socket are left.
 * - A pool's chat is reached both ways: `join_conversation` hears `message_received`, `join_room` hears `room_message_received`.
 * - Every sent event takes an acknowledgement as its last argument. It gets the answer below, or `{error}`. Whatever is refused is told
 *   as the event `error` as well, with or without an acknowledgement: show that one, and use the other to restore the text.
 * - `nonce`: made by the client, once a message: a text of at most 100 characters, or a number. The same sender and nonce store once,
 *   whatever is repeated; the answer is the stored message again. Send again with the same nonce after a lost connection.
 * - Messages arrive in the order in which they were stored, nearly always; `seq` tells. What is received twice has the same id.
 * - After a reconnect: join again, then catch up over HTTP with `after`; the join's `lastSeq` tells whether there is anything.
 * - A frame of more than 256 KB ends the connection; the next one is told why, as the event `error`.
 * - Blocks: whoever blocked somebody hears nothing of them.
 */

/** What a pool's watchers see change; `pool_updated` of the '/live' namespace. */
export interface PoolUpdate {
  id: string;
  status: string;
  pledgedAmount: number;
  currentAmount: number;
  pledgedPercentage: number;
  paidPercentage: number;
  fanCount: number;
}

/** Why something was refused: the sentence for the person and the code of the one table; `retryAfterMs` where waiting helps. */
export interface SocketFault {
  code: ErrorCode;
  message: string;
  retryAfterMs?: number;
}
export interface SocketRefusal {
  error: SocketFault;
}

/** The event `error`: the fault, what was sent, and the nonce where there was one, as it was given. */
export interface SocketErrorEvent extends SocketFault {
  event: string;
  nonce?: string | number;
}

/** What one gets for joining. */
export interface JoinedRoom {
  ok: true;
  roomId: string;
  conversationId: string | null;
  /** The latest of the room: with less than that on screen, catch up. */
  lastSeq: number;
  /** 0 is off. */
  slowModeSeconds: number;
  /** Null when I am not muted; `until` is null when that lasts until an admin lifts it. */
  muted: { until: string | null } | null;
  /** False: read only (muted, blocked, or the other one is gone). */
  canSend: boolean;
}

export interface SendMessage {
  conversationId: string;
  content: string;
  parentMessageId?: string | null;
  nonce?: string;
}

export interface SendRoomMessage {
  roomId: string;
  content: string;
  type: 'category' | 'tippool';
  parentMessageId?: string | null;
  nonce?: string;
}

type Ack<Answer> = (answer: Answer | SocketRefusal) => void;
interface Ok {
  ok: true;
}

/** What the client sends. */
export interface ClientToServerEvents {
  join_conversation: (id: string | { conversationId: string }, ack?: Ack<JoinedRoom>) => void;
  leave_conversation: (id: string | { conversationId: string }, ack?: Ack<Ok>) => void;
  /** The answer is the stored message itself. */
  send_message: (input: SendMessage, ack?: Ack<Message>) => void;
  start_typing: (input: string | { conversationId: string }, ack?: Ack<Ok>) => void;
  stop_typing: (input: string | { conversationId: string }, ack?: Ack<Ok>) => void;
  join_room: (roomId: string | { roomId: string }, ack?: Ack<JoinedRoom>) => void;
  leave_room: (roomId: string | { roomId: string }, ack?: Ack<Ok>) => void;
  send_room_message: (input: SendRoomMessage, ack?: Ack<Message>) => void;
  room_typing_start: (roomId: string | { roomId: string }, ack?: Ack<Ok>) => void;
  room_typing_stop: (roomId: string | { roomId: string }, ack?: Ack<Ok>) => void;
}

/** Somebody else types, or has stopped. Nobody hears of their own typing. */
export interface ConversationTyping {
  conversationId: string;
  userId: string;
  username: string;
  displayName: string | null;
}
export interface RoomTyping {
  roomId: string;
  userId: string;
  username: string;
  displayName: string | null;
}

/** For whoever has the conversation in their list, in it or not. Of a direct one, `message_received` comes as well. */
export interface ConversationUpdated {
  /** The same twice: as the list names it, and as messages do. */
  id: string;
  conversationId: string;
  type: 'direct' | 'pool';
  /** Where the conversation stands in the list: the time of the last message that is still there. */
  updatedAt: string;
  /**
   * Given when the list's last line changed: null after its only message was deleted. With neither this nor a count something else
   * has changed: read the list again.
   */
  lastMessage?: Conversation['lastMessage'];
  /** Given when `lastMessage` was just written: show a toast for it. Without it the last line changed because of a deletion. */
  isNew?: true;
  /** Given when it is known for me: 0 once I read it, in this or another window. Otherwise count: +1 for a message of somebody else. */
  unreadCount?: number;
}

export interface ReactionEvent {
  messageId: string;
  roomId: string;
  conversationId: string | null;
  emoji: ReactionEmoji;
  userId: string;
  action: 'added' | 'removed';
  /** How many have reacted with this emoji now. */
  count: number;
}

export interface MessageDeleted {
  messageId: string;
  /** Ids of the answers that went with it, at every depth; of very long threads only the first 500: drop whatever hangs below. */
  deletedReplies: string[];
  parentMessageId: string | null;
  roomId: string;
  conversationId: string | null;
  /** Answers directly below the parent, as they are now; null without a parent. */
  parentReplyCount: number | null;
}

/**
 * An admin has set what is in force in a room, for whom it concerns; given is what has changed, as `JoinedRoom` has it. Not one of the
 * events that were specified: whoever does not know it learns the same from the next refusal.
 */
export interface RoomRules {
  roomId: string;
  conversationId: string | null;
  slowModeSeconds?: number;
  /** Of the person themselves. Null once it is lifted. */
  muted?: JoinedRoom['muted'];
}

/** What the server sends. */
export interface ServerToClientEvents {
  /**
   * A message of a conversation, answers included: to whoever joined it, and of direct ones to both members wherever they are.
   * One's own come, too, in every window.
   */
  message_received: (message: Message) => void;
  /** A message of a category's room or a pool's chat, answers included: to whoever joined the room. */
  room_message_received: (message: Message) => void;
  /** The same message once more, right after, when it is an answer: for the thread. `parentReplyCount` is the parent's, as it is now. */
  reply_received: (message: Message & { parentReplyCount: number }) => void;
  room_user_typing: (who: RoomTyping) => void;
  room_user_stop_typing: (who: RoomTyping) => void;
  user_typing: (who: ConversationTyping) => void;
  user_stopped_typing: (who: ConversationTyping) => void;
  conversation_updated: (news: ConversationUpdated) => void;
  /** Of every message. */
  reaction_updated: (reaction: ReactionEvent) => void;
  /** Beside it, of messages of direct conversations. */
  private_message_reaction: (reaction: ReactionEvent) => void;
  message_deleted: (news: MessageDeleted) => void;
  /** A new slow mode: to whoever joined the room, admins apart, who never wait. A mute and its end: to the person, in every window. */
  room_rules: (rules: RoomRules) => void;
  /** A message as it is from now on, in its place: its sender has deleted their account, and others answered it. */
  message_changed: (message: Message) => void;
  error: (fault: SocketErrorEvent) => void;
}
