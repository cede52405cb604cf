import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { userSummary } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { byId, byUuid, pageNumber, pagination } from './pools/pools.ts';
import { commentSorts } from './sorts.ts';
import { uuid } from './values/field-schemas.ts';

/** Who made the block that hides something from the caller: the caller (`me`), or only the other person (`them`). */
export const hiddenBy = z.enum(['me', 'them']);
export type HiddenBy = z.infer<typeof hiddenBy>;

/** A reply to a comment. */
export const reply = z.object({
  id: uuid,
  /** The comment that starts the thread; null for that comment. */
  parentId: uuid.nullable(),
  content: z.string(),
  createdAt: z.iso.datetime(),
  /** The text and the author are erased; the comment stays because it has replies. */
  deleted: z.boolean(),
  /** A block hides the text and the author from the caller. Null if it does not. */
  hidden: hiddenBy.nullable(),
  /** Null once deleted, and if `hidden`. */
  author: userSummary.nullable(),
  /** Whether the caller may delete it: the author or an admin. */
  canDelete: z.boolean(),
  /** 0 once deleted, and if `hidden`. */
  likeCount: z.number().int(),
  /** Whether the caller likes it. */
  isLiked: z.boolean(),
});
export type Reply = z.infer<typeof reply>;

export const comment = reply.extend({
  replyCount: z.number().int(),
  /** The oldest replies; `listReplies` returns the rest. */
  replies: z.array(reply),
});
export type Comment = z.infer<typeof comment>;

export const commentForm = z.object({
  content: z
    .string({ error: () => t`Comment is required` })
    .overwrite(tidyText)
    .min(1, { error: () => t`Comment is required` })
    .max(limits.comment.max, { error: () => t`Comment must be 2,000 characters or less` }),
  /** The comment or reply that this one answers. All are in one thread. */
  parentId: uuid.nullish(),
  /** "Post to comments": the source message in the pool's chat, which must be the caller's and top-level. */
  messageId: uuid.nullish(),
});

export const listComments = endpoint({
  method: 'GET',
  path: '/api/pools/:id/comments',
  summary: 'List the comments on a pool, newest or most liked first, each with its first replies; pages count threads',
  who: 'anyone',
  scope: 'pools:read',
  params: byId,
  query: z.object({ page: pageNumber, sort: z.enum(commentSorts).default('newest') }),
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
  summary: 'List the replies to a comment, oldest first',
  who: 'anyone',
  scope: 'pools:read',
  params: byUuid,
  query: z.object({ page: pageNumber }),
  output: z.object({ replies: z.array(reply), pagination }),
});
export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  summary: 'Delete a comment, as its author or as an admin. Replies stay.',
  who: 'user',
  params: byUuid,
  output: z.object({ ok: z.literal(true), commentCount: z.number().int() }),
});

const commentLike = z.object({ liked: z.boolean(), likeCount: z.number().int() });

export const likeComment = endpoint({
  method: 'POST',
  path: '/api/comments/:id/like',
  summary: 'Like a comment; repeating the call is harmless',
  who: 'user',
  params: byUuid,
  output: commentLike,
  errors: ['age_gate'],
});
export const unlikeComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id/like',
  summary: 'Take back my like of a comment',
  who: 'user',
  params: byUuid,
  output: commentLike,
});
