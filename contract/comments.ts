import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { byId, byUuid, pageNumber, pagination } from './pools.ts';

/** A reply: what is said below a comment. */
export const reply = z.object({
  id: z.uuid(),
  /** The comment whose thread it is in; null at the top of one. */
  parentId: z.uuid().nullable(),
  content: z.string(),
  createdAt: z.iso.datetime(),
  /** Its words and its author are gone; it stands there because others answered. */
  deleted: z.boolean(),
  /** Null once deleted. */
  author: userSummary.nullable(),
  /** Whether I may delete it: my own, or as an admin. */
  canDelete: z.boolean(),
});
export type Reply = z.infer<typeof reply>;

export const comment = reply.extend({
  replyCount: z.number().int(),
  /** The oldest ones; the rest is asked for. */
  replies: z.array(reply),
});
export type Comment = z.infer<typeof comment>;

export const commentForm = z.object({
  content: z
    .string('Comment is required')
    .trim()
    .min(1, 'Comment is required')
    .max(limits.comment.max, 'Comment must be 2,000 characters or less'),
  /** What it answers; an answer to an answer stands in the same thread. */
  parentId: z.uuid().nullish(),
  /** "Post to comments": the message of the pool's chat that this is. It must be there, be mine, and answer nothing. */
  messageId: z.uuid().nullish(),
});

export const listComments = endpoint({
  method: 'GET',
  path: '/api/pools/:id/comments',
  summary: 'Comments on a pool, newest first, each with its first replies; pages count threads',
  who: 'anyone',
  params: byId,
  query: z.object({ page: pageNumber }),
  output: z.object({ comments: z.array(comment), pagination }),
});
export const addComment = endpoint({
  method: 'POST',
  path: '/api/pools/:id/comments',
  summary: 'Comment on a pool, or reply to a comment',
  who: 'user',
  params: byId,
  body: commentForm,
  output: comment,
  status: 201,
  errors: ['comment_deleted', 'age_gate', 'own_message_only'],
});
export const listReplies = endpoint({
  method: 'GET',
  path: '/api/comments/:id/replies',
  summary: 'Replies to a comment, oldest first',
  who: 'anyone',
  params: byUuid,
  query: z.object({ page: pageNumber }),
  output: z.object({ replies: z.array(reply), pagination }),
});
export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  summary: 'Delete a comment: its author, or an admin. Replies to it stay.',
  who: 'user',
  params: byUuid,
  output: z.object({ ok: z.literal(true), commentCount: z.number().int() }),
});
