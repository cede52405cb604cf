import { z } from 'zod';
import { uuid } from '#contract/values/field-schemas.ts';
import { userSummary } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';

export const foundMessage = z.object({
  id: uuid,
  /** The first message of its thread; the message itself if it is not a reply. */
  threadId: uuid,
  content: z.string(),
  createdAt: z.iso.datetime(),
  sender: userSummary,
  senderName: z.string(),
  conversation: z.object({
    id: uuid,
    type: z.enum(['direct', 'pool']),
    poolId: uuid.nullable(),
    poolTitle: z.string().nullable(),
    /** The other member of a direct conversation. */
    otherUser: userSummary.nullable(),
  }),
});
export type FoundMessage = z.infer<typeof foundMessage>;

export const messagesFound = z.object({ messages: z.array(foundMessage), hasMore: z.boolean() });
export type MessagesFound = z.infer<typeof messagesFound>;

const { min, pageSize } = limits.messageSearch;

/**
 * Finds messages that contain every word of the text, without regard to case and accents. Searches direct conversations, and pool chats in
 * the caller's list; adult ones only after the age gate. For the next page, pass the id of the last message as `before`.
 */
export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/search',
  summary: `Search the messages of my conversations, from ${min} characters; the latest first, ${pageSize} per page`,
  who: 'user',
  query: z.object({ q: z.string().trim().max(100).default(''), before: uuid.optional() }),
  output: messagesFound,
});

/** People I talked to last, then creators, owners and named fans of pools that I back. */
export const suggestPeople = endpoint({
  method: 'GET',
  path: '/api/chat/suggestions',
  summary: `Suggest up to ${limits.userSearch.max} people to write to`,
  who: 'user',
  output: z.array(userSummary),
});
