import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { pageNumber } from '#contract/values/paging.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { userSummary } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { byId, byUuid } from '../pools/pools.ts';
import { messageImage } from './chat-pictures.ts';

/**
 * The chat. A `roomId`, here and on sockets, is a category's name, "Global", or a conversation's id.
 * A conversation belongs to a pool (anyone may read it) or is direct (only its two members may).
 *
 * Before the age gate, chats of adult pools and categories respond with `age_gate`, over HTTP and on sockets.
 *
 * Reading goes over HTTP, writing over the socket (`send_message`, `send_room_message` in socket-events.ts); editing, deleting, reacting
 * and marking as read are calls.
 */

/** A person who is mentioned in a message, at UTF-16 offset `start` with `length` units, including the @. */
export const mention = z.object({
  userId: uuid,
  username: z.string(),
  start: z.number().int(),
  length: z.number().int(),
});
export type Mention = z.infer<typeof mention>;

/** Pool events that appear as system messages. */
export const systemEvents = ['goal_met', 'accepted', 'delivered'] as const;

export const message = z.object({
  id: uuid,
  roomId: z.string(),
  /** Null in the room of a category and in "Global". */
  conversationId: uuid.nullable(),
  /** The sequence number within the room. Sort by it; it only grows and has gaps. */
  seq: z.number().int(),
  /** A `system` message has no sender, reactions or replies. */
  kind: z.enum(['text', 'system']),
  event: z.enum(systemEvents).nullable(),
  /** The typed text, normalized; "Picture" for pictures without a text. Render it as text, never as HTML. */
  content: z.string(),
  /** Missing if there are none. */
  images: z.array(messageImage).optional(),
  createdAt: z.iso.datetime(),
  /** When its sender last edited it; null if never. */
  editedAt: z.iso.datetime().nullable(),
  senderId: uuid.nullable(),
  /** The display name, else the username; the product's name for system messages. */
  senderName: z.string(),
  sender: userSummary.nullable(),
  /** Null for a top-level message. */
  parentMessageId: uuid.nullable(),
  /** The author of the parent. Prepend "@username " unless the text begins with it, regardless of case. */
  parentSender: z.object({ id: uuid, username: z.string(), displayName: z.string().nullable() }).nullable(),
  /** 1 for a top-level message, 2 for a reply to it, and so on without limit. Screens draw three levels. */
  depth: z.number().int(),
  /** The number of direct replies. */
  replyCount: z.number().int(),
  mentions: z.array(mention),
});
export type Message = z.infer<typeof message>;

export const messagePage = z.object({
  /** Oldest first for every query. Includes replies at their own time, unless `threads` is set. */
  messages: z.array(message),
  /** Whether there are more messages in the direction of the query: older ones, or newer ones with `after`. */
  hasMore: z.boolean(),
  /** The response covers everything up to this number: the `after` of the next catch-up. */
  lastSeq: z.number().int(),
  /** Ids of messages deleted since `after`, regardless of when they were written; at most 1,000, and empty without `after`. */
  deleted: z.array(uuid),
  /** Only with `after`: the current reply counts of messages whose replies are in `deleted`. */
  parents: z.array(z.object({ id: uuid, replyCount: z.number().int() })).optional(),
  /** Only with `after`: messages that their senders edited since, or that lost their text with the sender's account; at most 1,000. */
  changed: z.array(message).optional(),
  /** Only with `after`: true if more was deleted or changed than this lists. Read the newest page instead of catching up. */
  needsReload: z.boolean().optional(),
  /** The pool's conversation, which is also its room; null for category rooms. */
  conversationId: uuid.nullable(),
  roomId: z.string(),
});
export type MessagePage = z.infer<typeof messagePage>;

const seq = z.coerce.number<number | string>().int().min(0).max(Number.MAX_SAFE_INTEGER);
/**
 * Page 1 has the newest messages, page 2 those before them. Pages shift while people write, so to scroll up use `before` (the smallest
 * seq on screen), which does not shift. To catch up, repeat with `after` (the `lastSeq`, or the largest seq on screen) until `hasMore`
 * is false: this neither skips nor repeats a message. `threads=true` omits replies, so that a page has only top-level messages.
 */
export const messageQuery = z.object({
  page: pageNumber,
  limit: z.coerce
    .number<number | string>()
    .int()
    .min(1)
    .transform((n) => Math.min(n, limits.chat.pageSizeMax))
    .default(limits.chat.pageSize),
  before: seq.optional(),
  after: seq.optional(),
  threads: z
    .enum(['true', 'false', '1', '0'])
    .transform((value) => value === 'true' || value === '1')
    .default(false),
});
export type MessageQuery = z.infer<typeof messageQuery>;

export const conversation = z.object({
  id: uuid,
  type: z.enum(['direct', 'pool']),
  poolId: uuid.nullable(),
  /** Null for direct conversations; "Adult pool" before the age gate. */
  poolTitle: z.string().nullable(),
  poolPath: z.string().nullable(),
  /** The other member of a direct conversation. */
  otherUser: userSummary.nullable(),
  /** False if one member has blocked the other or deleted their account: the conversation is read-only. */
  canSend: z.boolean(),
  /** The other member of a direct conversation has read up to this number; null in pools, and while the conversation is read-only. */
  otherReadSeq: z.number().int().nullable(),
  /** Messages of other people since the caller last read; at most 999. */
  unreadCount: z.number().int(),
  createdAt: z.iso.datetime(),
  /** When the last remaining message was written; without one, when the conversation was created. */
  updatedAt: z.iso.datetime(),
  lastMessage: z
    .object({
      id: uuid,
      content: z.string(),
      createdAt: z.iso.datetime(),
      senderId: uuid.nullable(),
      senderName: z.string(),
      sender: userSummary.nullable(),
    })
    .nullable(),
});
export type Conversation = z.infer<typeof conversation>;

export const unreadTotals = z.object({
  /** The number of direct conversations with unread messages, for the badge in the navigation. */
  conversations: z.number().int(),
});

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  summary: 'List my direct conversations and the pool chats that I joined, latest first; at most 100',
  who: 'user',
  output: z.array(conversation),
});
export const getConversation = endpoint({
  method: 'GET',
  path: '/api/conversations/:id',
  summary: 'Get one conversation of my list',
  who: 'user',
  params: byUuid,
  output: conversation,
  errors: ['not_in_conversation', 'age_gate'],
});
export const getUnreadTotals = endpoint({
  method: 'GET',
  path: '/api/conversations/unread',
  summary: 'Count my direct conversations with unread messages',
  who: 'user',
  output: unreadTotals,
});
export const listConversationMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages',
  summary: 'List the messages of a conversation; direct ones only for their two members',
  who: 'anyone',
  params: byUuid,
  query: messageQuery,
  output: messagePage,
  errors: ['not_in_conversation', 'age_gate'],
});
/** Two people share one conversation, regardless of who opens it. The other person sees it after the first message. */
export const openDirectConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/direct',
  summary: 'Get or create the direct conversation with a person',
  who: 'user',
  body: z.object({ otherUserId: uuid }),
  output: conversation,
  errors: ['own_conversation', 'people_apart'],
});
/**
 * Call this when the user writes or follows the chat: it adds the pool to their list of conversations. To read messages, or to get
 * the id, `listPoolMessages` is enough: every pool has a conversation from the start.
 */
export const openPoolConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/pool',
  summary: "Add a pool's chat to my list of conversations",
  who: 'user',
  body: z.object({ poolId: uuid }),
  output: z.object({ conversationId: uuid }),
  errors: ['age_gate'],
});
/**
 * The caller's other windows receive `conversation_updated` with `unreadCount: 0`. The other member of a direct conversation receives
 * `conversation_read`.
 */
export const readConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/read',
  summary: 'Mark everything in a conversation as read',
  who: 'user',
  params: byUuid,
  output: z.object({ ok: z.literal(true), unreadCount: z.literal(0) }),
  errors: ['not_in_conversation'],
  whileSuspended: true,
});
/**
 * Prevents notices about messages that the user sees on screen: the server waits a moment before it notifies people about mentions and
 * replies, and skips those who have read the room. Also marks existing notices of the room as read. `roomId` is the same as on sockets.
 */
export const readRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:roomId/read',
  summary: 'Mark all messages of a room as seen on screen',
  who: 'user',
  params: z.object({ roomId: z.string().min(1).max(100) }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['not_in_conversation'],
  whileSuspended: true,
});
export const listCategoryMessages = endpoint({
  method: 'GET',
  path: '/api/categories/:id/messages',
  summary: 'List the messages of a category room (by id or name) or of "global"',
  who: 'anyone',
  params: byId,
  query: messageQuery,
  output: messagePage,
  errors: ['age_gate'],
});
export const listPoolMessages = endpoint({
  method: 'GET',
  path: '/api/pools/:id/messages',
  summary: "List the messages of a pool's chat, with the id of its conversation",
  who: 'anyone',
  params: byId,
  query: messageQuery,
  output: messagePage,
  errors: ['age_gate'],
});
/** Direct replies only, each with its own `replyCount`. */
export const listMessageReplies = endpoint({
  method: 'GET',
  path: '/api/messages/:id/replies',
  summary: 'List the direct replies to a message, oldest first, 50 per page',
  who: 'anyone',
  params: byUuid,
  query: z.object({ page: pageNumber }),
  output: z.object({ replies: z.array(message), hasMore: z.boolean() }),
  errors: ['not_in_conversation', 'age_gate'],
});
/**
 * The sender sends no body. An admin must give a reason to delete another person's message (in Global, category and pool rooms); the
 * audit trail records it. Everyone in the room receives `message_deleted`.
 */
export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/:id',
  summary: 'Delete a message and all replies below it, as its sender or as an admin with a reason',
  who: 'user',
  params: byUuid,
  body: z.object({
    reason: z
      .string()
      .overwrite(tidyText)
      .max(limits.reason.max, { error: () => t`Reason must be 500 characters or less` })
      .optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    messageId: uuid,
    /** Ids of all deleted replies, at every depth. */
    deletedReplies: z.array(uuid),
    parentMessageId: uuid.nullable(),
  }),
  errors: ['own_message_only', 'not_in_conversation'],
});

/** First people who wrote in the room recently, then anyone whose name has this prefix; from one letter. */
export const listMentionable = endpoint({
  method: 'GET',
  path: '/api/chat/people',
  summary: 'Suggest up to 8 people to mention in a room',
  who: 'user',
  query: z.object({ roomId: z.string().min(1).max(100), q: z.string().trim().max(50).default('') }),
  output: z.array(userSummary),
  errors: ['not_in_conversation', 'age_gate'],
});
