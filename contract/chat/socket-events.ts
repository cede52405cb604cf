import type { ErrorCode, ErrorTexts } from '../app-error.ts';
import type { ReactionEmoji } from '../limits.ts';
import type { Conversation, Message } from './chat.ts';

/**
 * The chat's socket: socket.io on the main namespace of the site's origin, with the session cookie. Without a session, with one
 * that has ended, or for a suspended account, the server refuses the handshake (`connect_error` with a message and `data.code`). When the
 * session ends, the server disconnects. After a refusal or a disconnect by the server, socket.io's client does not reconnect:
 * reconnect after a pause for `unavailable` and `rate_limited`. The server reads the age gate's cookie at the handshake: reconnect after passing the gate.
 *
 * This file contains types only, so importing it adds nothing to the first load.
 *
 * - A room id is a category's name (or its number), "Global", or a pool's conversation id. Send it as a string or as `{roomId}`; send a
 *   conversation id as a string or as `{conversationId}`. To leave all rooms or all conversations, omit the id.
 * - A pool's chat has both events: `join_conversation` receives `message_received`, `join_room` receives `room_message_received`.
 * - Every sent event takes an acknowledgement as its last argument. It gets the result below, or `{error}`. The server also emits every
 *   refusal as the event `error`, with or without an acknowledgement: show the event, and use the acknowledgement to restore the text.
 * - `nonce`: an idempotency key that the client creates per message, at most 100 characters or a number. A sender and nonce store once;
 *   a repetition returns the stored message. Send again with the same nonce after a lost connection.
 * - Messages usually arrive in the order in which they were stored; sort by `seq`. Duplicates have the same id.
 * - After a reconnect, join again, then catch up over HTTP with `after`; the join's `lastSeq` shows whether anything is new.
 * - A frame of more than 256 KB ends the connection with the close code 1009, “message too big” (over polling: HTTP 413).
 * - A client receives nothing from people that a block keeps apart from its user, whichever of the two made it. After a block and after its
 *   end, the open windows of both get `blocks_changed`: read again what they show.
 */

/** The totals and the status of a pool: `pool_updated` of the '/live' namespace. */
export interface PoolUpdate {
  id: string;
  status: string;
  pledgedAmount: number;
  currentAmount: number;
  pledgedPercentage: number;
  paidPercentage: number;
  fanCount: number;
  /** Absent if only the figures have changed, and in the events of an earlier version. */
  frozen?: boolean;
}

/**
 * Someone posted, edited or deleted an update of a pool, or a comment on one: `pool_news` of the '/live' namespace. It has no content,
 * because everyone may watch a pool; each client reads what its user may see.
 */
export interface PoolNews {
  id: string;
  about: 'updates' | 'update_comments';
}

/** An admin list has changed: `admin_list_changed` of the '/live' namespace, for admins. `list` is a key of the counts of `/api/admin/counts`, or `performerRecords`. */
export interface AdminListChanged {
  list: string;
}

/**
 * A refusal: the English message for the person, the code of contract/errors.ts, and `retryAfterMs` if waiting helps. `translated` is in
 * the language that the handshake named as `auth.language`, such as "de".
 */
export interface SocketFault {
  code: ErrorCode;
  message: string;
  retryAfterMs?: number;
  translated?: ErrorTexts;
}
export interface SocketRefusal {
  error: SocketFault;
}

/** The event `error`: the refusal, the name of the sent event, and its nonce if there was one. */
export interface SocketErrorEvent extends SocketFault {
  event: string;
  nonce?: string | number;
}

/** The acknowledgement of a join. */
export interface JoinedRoom {
  ok: true;
  roomId: string;
  conversationId: string | null;
  /** The room's last sequence number. Catch up if the screen has a smaller one. */
  lastSeq: number;
  /** The pause between two messages; 0 is off. */
  slowModeSeconds: number;
  /** The user's mute, or null. `until` is null if it lasts until an admin lifts it. */
  muted: { until: string | null } | null;
  /** False if the room is read-only: muted, blocked, or the other person's account was deleted. */
  canSend: boolean;
  /** The other member of a direct conversation has read up to this number; null in other rooms, and while the conversation is read-only. */
  otherReadSeq: number | null;
  /** True if the room is in the user's list of conversations, so that its messages count as unread until the client marks them as read. */
  listed: boolean;
}

export interface SendMessage {
  conversationId: string;
  /** May be empty if there are pictures. */
  content: string;
  /** Ids of my pictures, from `POST /api/images`; at most 4. */
  imageIds?: readonly string[];
  parentMessageId?: string | null;
  nonce?: string;
}

export interface SendRoomMessage {
  roomId: string;
  content: string;
  imageIds?: readonly string[];
  type: 'category' | 'tippool';
  parentMessageId?: string | null;
  nonce?: string;
}

type Ack<Answer> = (answer: Answer | SocketRefusal) => void;
interface Ok {
  ok: true;
}

/** Events that the client sends. */
export interface ClientToServerEvents {
  join_conversation: (id: string | { conversationId: string }, ack?: Ack<JoinedRoom>) => void;
  leave_conversation: (id: string | { conversationId: string }, ack?: Ack<Ok>) => void;
  /** The acknowledgement is the stored message. */
  send_message: (input: SendMessage, ack?: Ack<Message>) => void;
  start_typing: (input: string | { conversationId: string }, ack?: Ack<Ok>) => void;
  stop_typing: (input: string | { conversationId: string }, ack?: Ack<Ok>) => void;
  join_room: (roomId: string | { roomId: string }, ack?: Ack<JoinedRoom>) => void;
  leave_room: (roomId: string | { roomId: string }, ack?: Ack<Ok>) => void;
  send_room_message: (input: SendRoomMessage, ack?: Ack<Message>) => void;
  room_typing_start: (roomId: string | { roomId: string }, ack?: Ack<Ok>) => void;
  room_typing_stop: (roomId: string | { roomId: string }, ack?: Ack<Ok>) => void;
}

/** Another person types or has stopped. Clients receive nothing about their own typing. */
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

/** For everyone who has the conversation in their list, joined or not. Direct messages also emit `message_received`. */
export interface ConversationUpdated {
  /** The id under both names: the one of the list and the one of messages. */
  id: string;
  conversationId: string;
  type: 'direct' | 'pool';
  /** The conversation's position in the list: the time of the last remaining message. */
  updatedAt: string;
  /**
   * Present if the last message changed: null after the only message was deleted. With neither this nor a count, something else
   * has changed: reload the list.
   */
  lastMessage?: Conversation['lastMessage'];
  /** Present if `lastMessage` is new: show a toast. Otherwise a deletion changed the last message. */
  isNew?: true;
  /** Present if the server knows it: 0 once the user read it in any window. Otherwise add 1 per message of another person. */
  unreadCount?: number;
}

export interface ReactionEvent {
  messageId: string;
  roomId: string;
  conversationId: string | null;
  emoji: ReactionEmoji;
  userId: string;
  action: 'added' | 'removed';
  /** The current number of reactions with this emoji. */
  count: number;
}

export interface MessageDeleted {
  messageId: string;
  /** Ids of the replies deleted with it, at every depth. Long threads list only the first 500: also remove everything below those. */
  deletedReplies: string[];
  parentMessageId: string | null;
  roomId: string;
  conversationId: string | null;
  /** The parent's current number of direct replies; null without a parent. */
  parentReplyCount: number | null;
}

/**
 * An admin changed the rules of a room. Sent to the people concerned, with the changed fields of `JoinedRoom`. The specification does not
 * list this event; a client that ignores it learns the rules from the next refusal.
 */
export interface RoomRules {
  roomId: string;
  conversationId: string | null;
  slowModeSeconds?: number;
  /** The receiving person's mute; null once it is lifted. */
  muted?: JoinedRoom['muted'];
}

/** The other member of a direct conversation has read it up to this number. Not sent while one of the two has blocked the other. */
export interface ConversationRead {
  conversationId: string;
  userId: string;
  seq: number;
}

/** Events that the server sends. */
export interface ServerToClientEvents {
  /**
   * A message of a conversation, including replies: to everyone who joined it, and for direct ones to all windows of both members.
   * Senders receive their own messages too, in every window.
   */
  message_received: (message: Message) => void;
  /** A message of a category's room or a pool's chat, including replies: to everyone who joined the room. */
  room_message_received: (message: Message) => void;
  /** Follows the message event of a reply, for the thread view. `parentReplyCount` is the parent's current count. */
  reply_received: (message: Message & { parentReplyCount: number }) => void;
  room_user_typing: (who: RoomTyping) => void;
  room_user_stop_typing: (who: RoomTyping) => void;
  user_typing: (who: ConversationTyping) => void;
  user_stopped_typing: (who: ConversationTyping) => void;
  conversation_updated: (news: ConversationUpdated) => void;
  /** To all windows of the person whose messages were read. */
  conversation_read: (news: ConversationRead) => void;
  /** For reactions to any message. */
  reaction_updated: (reaction: ReactionEvent) => void;
  /** Additionally, for reactions to direct messages. */
  private_message_reaction: (reaction: ReactionEvent) => void;
  message_deleted: (news: MessageDeleted) => void;
  /** Slow mode goes to everyone who joined the room except admins, who are exempt. A mute and its end go to all windows of the person. */
  room_rules: (rules: RoomRules) => void;
  /** Replaces a message: its sender has edited it, or has deleted their account and it stays because it has replies. */
  message_changed: (message: Message) => void;
  /** To all windows of two people after one blocked or unblocked the other. It names neither. */
  blocks_changed: (nothing: Record<string, never>) => void;
  error: (fault: SocketErrorEvent) => void;
}
