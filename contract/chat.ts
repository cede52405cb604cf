import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { pageNumber } from './paging.ts';
import { byId, byUuid } from './pools.ts';

/**
 * Where people talk. A room is named, on sockets and here, by `roomId`: a category's name, "Global", or a conversation's id.
 * A conversation is of a pool (anyone may read it) or direct (its two members only).
 *
 * Before the age gate the chats of adult pools and categories answer `age_gate`, on both ways.
 *
 * Reading goes over HTTP, writing over the socket (`send_message`, `send_room_message` in socket-events.ts); deleting, reacting and
 * marking as read are calls.
 */

/** Somebody who is named in a message: the characters from `start`, `length` of them (UTF-16, the @ included). */
export const mention = z.object({
  userId: z.uuid(),
  username: z.string(),
  start: z.number().int(),
  length: z.number().int(),
});
export type Mention = z.infer<typeof mention>;

/** What became of the pool, for lines that nobody wrote. */
export const systemEvents = ['goal_met', 'accepted', 'delivered'] as const;

export const message = z.object({
  id: z.uuid(),
  roomId: z.string(),
  /** Null in the room of a category and in "Global". */
  conversationId: z.uuid().nullable(),
  /** Its place among everything that happens in its room: order by it, it only grows, and it has gaps. */
  seq: z.number().int(),
  /** `system`: a line of the pool's own; it has no sender, and neither reactions nor answers. */
  kind: z.enum(['text', 'system']),
  event: z.enum(systemEvents).nullable(),
  /** As it was typed, tidied; draw it as text. */
  content: z.string(),
  createdAt: z.iso.datetime(),
  senderId: z.uuid().nullable(),
  /** The name to show: display name, else username; the product's own name for system lines. */
  senderName: z.string(),
  sender: userSummary.nullable(),
  /** Null for a message of its own. */
  parentMessageId: z.uuid().nullable(),
  /** Who is answered: put "@username " before the text when it does not begin with that, in any case of letters. */
  parentSender: z.object({ id: z.uuid(), username: z.string(), displayName: z.string().nullable() }).nullable(),
  /** 1 for a message of its own, 2 for an answer to it, and so on without end; screens draw three levels. */
  depth: z.number().int(),
  /** Answers directly below it. */
  replyCount: z.number().int(),
  mentions: z.array(mention),
});
export type Message = z.infer<typeof message>;

export const messagePage = z.object({
  /** The oldest first, however they were asked for. Answers stand among them at their own time, unless `threads` was asked. */
  messages: z.array(message),
  /** Whether there is more in the direction that was asked for: older ones, with `after` newer ones. */
  hasMore: z.boolean(),
  /** Everything up to here has been told: the `after` of the next catch-up. */
  lastSeq: z.number().int(),
  /** Ids of messages that were deleted since, whether they came before `after` or later; empty unless `after` was given. */
  deleted: z.array(z.uuid()),
  /** The pool's conversation, which is also its room; in the rooms of categories null. */
  conversationId: z.uuid().nullable(),
  roomId: z.string(),
});
export type MessagePage = z.infer<typeof messagePage>;

const seq = z.coerce.number<number | string>().int().min(0).max(Number.MAX_SAFE_INTEGER);
/**
 * Page 1 holds the newest messages, page 2 those before them. Pages shift while people write: whoever scrolls up goes on with
 * `before` (the smallest seq they have), which does not. Whoever was away asks with `after` (the `lastSeq` or the largest seq they
 * have) until `hasMore` is false: nothing is left out and nothing comes twice. `threads=true` leaves answers out, so that a page is
 * made of messages of their own.
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
  id: z.uuid(),
  type: z.enum(['direct', 'pool']),
  poolId: z.uuid().nullable(),
  /** Null for direct ones; "Adult pool" before the age gate. */
  poolTitle: z.string().nullable(),
  poolPath: z.string().nullable(),
  /** The other person of a direct one. */
  otherUser: userSummary.nullable(),
  /** False where one of the two has blocked the other, or the other is gone: it can be read, not written in. */
  canSend: z.boolean(),
  /** Messages of others since I last read; counted up to 999. */
  unreadCount: z.number().int(),
  createdAt: z.iso.datetime(),
  /** When the last message that is still there was written; without one, when the conversation began. */
  updatedAt: z.iso.datetime(),
  lastMessage: z
    .object({
      id: z.uuid(),
      content: z.string(),
      createdAt: z.iso.datetime(),
      senderId: z.uuid().nullable(),
      senderName: z.string(),
      sender: userSummary.nullable(),
    })
    .nullable(),
});
export type Conversation = z.infer<typeof conversation>;

export const unreadTotals = z.object({
  /** Direct conversations with something unread: the badge of the navigation. */
  conversations: z.number().int(),
});

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  summary: 'My conversations, the latest first: direct ones, and pools whose chat I take part in; at most 100',
  who: 'user',
  output: z.array(conversation),
});
export const getConversation = endpoint({
  method: 'GET',
  path: '/api/conversations/:id',
  summary: 'One conversation as it stands in my list',
  who: 'user',
  params: byUuid,
  output: conversation,
  errors: ['not_in_conversation', 'age_gate'],
});
export const getUnreadTotals = endpoint({
  method: 'GET',
  path: '/api/conversations/unread',
  summary: 'How many of my direct conversations have something unread',
  who: 'user',
  output: unreadTotals,
});
export const listConversationMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages',
  summary: 'Messages of a conversation; of a pool for anyone, of a direct one for its two members',
  who: 'anyone',
  params: byUuid,
  query: messageQuery,
  output: messagePage,
  errors: ['not_in_conversation', 'age_gate'],
});
/** The same conversation for the same two people, whoever asks first. The other person sees it once something is written. */
export const openDirectConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/direct',
  summary: 'The direct conversation with a person, begun if there is none',
  who: 'user',
  body: z.object({ otherUserId: z.uuid() }),
  output: conversation,
  errors: ['own_conversation', 'people_apart'],
});
/**
 * Call it when somebody writes, or chooses to follow the chat: it puts the pool into their list of conversations. Only to read, or
 * to know the id, `listPoolMessages` is enough: every pool has its conversation from the start.
 */
export const openPoolConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/pool',
  loadFailure: 'Failed to get pool conversation',
  summary: "Take part in a pool's chat: it is in my list of conversations from now on",
  who: 'user',
  body: z.object({ poolId: z.uuid() }),
  output: z.object({ conversationId: z.uuid() }),
  errors: ['age_gate'],
});
/** My other windows hear `conversation_updated` with `unreadCount: 0`. */
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
 * Whoever sees a message as it is written is told of it nowhere else: what names or answers them is asked about after a moment, and not
 * told where it was read by then. What they were told of before is read, too. `roomId` as on sockets.
 */
export const readRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:roomId/read',
  summary: 'I have before my eyes what is written in a room, up to now',
  who: 'user',
  params: z.object({ roomId: z.string().min(1).max(100) }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['not_in_conversation'],
  whileSuspended: true,
});
export const listCategoryMessages = endpoint({
  method: 'GET',
  path: '/api/categories/:id/messages',
  loadFailure: 'Failed to fetch category messages',
  summary: 'Messages in the room of a category (its id or its name) or in "global"',
  who: 'anyone',
  params: byId,
  query: messageQuery,
  output: messagePage,
  errors: ['age_gate'],
});
export const listPoolMessages = endpoint({
  method: 'GET',
  path: '/api/pools/:id/messages',
  loadFailure: 'Failed to fetch pool messages',
  summary: "Messages of a pool's chat, with the id of its conversation",
  who: 'anyone',
  params: byId,
  query: messageQuery,
  output: messagePage,
  errors: ['age_gate'],
});
/** Direct answers only, each with its own `replyCount`. */
export const listMessageReplies = endpoint({
  method: 'GET',
  path: '/api/messages/:id/replies',
  summary: 'Answers directly below a message, the oldest first, 50 a page',
  who: 'anyone',
  params: byUuid,
  query: z.object({ page: pageNumber }),
  output: z.object({ replies: z.array(message), hasMore: z.boolean() }),
  errors: ['not_in_conversation', 'age_gate'],
});
/**
 * Its sender, without a body. An admin deletes somebody else's with a reason (in the rooms of categories and pools), which is kept in
 * the audit trail. Everyone in the room hears `message_deleted`.
 */
export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/:id',
  summary: 'Delete a message and all answers below it: its sender, or an admin with a reason',
  who: 'user',
  params: byUuid,
  body: z.object({
    reason: z.string().trim().max(limits.reason.max, 'Reason must be 500 characters or less').optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    messageId: z.uuid(),
    /** Ids of all answers that went with it, at every depth. */
    deletedReplies: z.array(z.uuid()),
    parentMessageId: z.uuid().nullable(),
  }),
  errors: ['own_message_only', 'not_in_conversation'],
});

/** People of the room first (those who wrote there lately), then anybody whose name begins so; works from the first letter. */
export const listMentionable = endpoint({
  method: 'GET',
  path: '/api/chat/people',
  summary: 'Whom an @ in a room may mean, at most 8',
  who: 'user',
  query: z.object({ roomId: z.string().min(1).max(100), q: z.string().trim().max(50).default('') }),
  output: z.array(userSummary),
  errors: ['not_in_conversation', 'age_gate'],
});
