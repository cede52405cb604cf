import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits, reactionEmojis } from './limits.ts';
import { byUuid } from './pools.ts';

export const reactionGroup = z.object({
  emoji: z.enum(reactionEmojis),
  count: z.number().int(),
  userIds: z.array(z.uuid()),
});
export type ReactionGroup = z.infer<typeof reactionGroup>;
const reactionBody = z.object({
  /** The heart is taken without its variation selector, too. */
  emoji: z
    .string()
    .transform((emoji) => (emoji === '❤' ? '❤️' : emoji))
    .pipe(z.enum(reactionEmojis, 'This is not one of the six reactions')),
});
const toggled = z.object({
  messageId: z.uuid(),
  emoji: z.enum(reactionEmojis),
  userId: z.uuid(),
  action: z.enum(['added', 'removed']),
  /** All reactions to the message as they are now, in the order of the six, without empty ones. */
  reactions: z.array(reactionGroup),
});

export const toggleReaction = endpoint({
  method: 'POST',
  path: '/api/messages/:id/reactions',
  summary: 'React to a message with one of six emoji, or take that back',
  who: 'user',
  params: byUuid,
  body: reactionBody,
  output: toggled,
  errors: ['not_in_conversation', 'people_apart', 'age_gate'],
});
/**
 * Every id that was asked for has a list; it is empty for messages that are not there or not mine to see, and for what is no id: lines
 * that a client has drawn and not sent yet.
 */
export const listReactions = endpoint({
  method: 'POST',
  path: '/api/messages/reactions/batch',
  summary: 'Reactions to up to 200 messages, by message id',
  who: 'anyone',
  body: z.object({
    messageIds: z.array(z.string().max(100)).max(limits.chat.reactionBatch),
  }),
  output: z.object({ reactions: z.record(z.string(), z.array(reactionGroup)) }),
  whileSuspended: true,
});
export const togglePrivateReaction = endpoint({
  method: 'POST',
  path: '/api/private-messages/:id/reactions',
  summary: 'The same for a message of a direct conversation',
  who: 'user',
  params: byUuid,
  body: reactionBody,
  output: toggled,
  errors: ['not_in_conversation', 'people_apart'],
});
export const listPrivateReactions = endpoint({
  method: 'GET',
  path: '/api/private-messages/:id/reactions',
  summary: 'Reactions to a message of a direct conversation',
  who: 'user',
  params: byUuid,
  output: z.object({ reactions: z.array(reactionGroup) }),
  errors: ['not_in_conversation'],
});
