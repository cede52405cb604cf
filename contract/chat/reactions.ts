import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { limits, reactionEmojis } from '../limits.ts';
import { byUuid } from '../pools/pools.ts';

export const reactionGroup = z.object({
  emoji: z.enum(reactionEmojis),
  count: z.number().int(),
  userIds: z.array(uuid),
});
export type ReactionGroup = z.infer<typeof reactionGroup>;
const reactionBody = z.object({
  /** Also accepts the heart without its variation selector. */
  emoji: z
    .string()
    .transform((emoji) => (emoji === '❤' ? '❤️' : emoji))
    .pipe(z.enum(reactionEmojis, { error: () => t`This is not one of the six reactions` })),
});
const toggled = z.object({
  messageId: uuid,
  emoji: z.enum(reactionEmojis),
  userId: uuid,
  action: z.enum(['added', 'removed']),
  /** The current reactions to the message, in the order of the six, without empty ones. */
  reactions: z.array(reactionGroup),
});

export const toggleReaction = endpoint({
  method: 'POST',
  path: '/api/messages/:id/reactions',
  summary: 'Toggle one of six reactions to a message',
  who: 'user',
  params: byUuid,
  body: reactionBody,
  output: toggled,
  errors: ['not_in_conversation', 'people_apart', 'age_gate'],
});
/**
 * The response has a list for every requested id. The list is empty for missing or invisible messages and for invalid ids, such as
 * messages that a client shows but has not sent yet.
 */
export const listReactions = endpoint({
  method: 'POST',
  path: '/api/messages/reactions/batch',
  summary: 'Get the reactions to up to 200 messages, by message id',
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
  summary: 'Toggle a reaction to a message of a direct conversation',
  who: 'user',
  params: byUuid,
  body: reactionBody,
  output: toggled,
  errors: ['not_in_conversation', 'people_apart'],
});
export const listPrivateReactions = endpoint({
  method: 'GET',
  path: '/api/private-messages/:id/reactions',
  summary: 'Get the reactions to a message of a direct conversation',
  who: 'user',
  params: byUuid,
  output: z.object({ reactions: z.array(reactionGroup) }),
  errors: ['not_in_conversation'],
});
