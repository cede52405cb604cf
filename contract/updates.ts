import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { userSummary } from './accounts.ts';
import { comment, commentForm, hiddenBy } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { byId, byUuid, pageNumber, pagination } from './pools/pools.ts';
import { editVersion, uuid } from './values/field-schemas.ts';

/** Who may read an update: everyone, or the fans with a live pledge to its pool. */
export const updateAudiences = ['everyone', 'contributors'] as const;
export const updateAudience = z.enum(updateAudiences, { error: () => t`Choose who can read this` });
export type UpdateAudience = z.infer<typeof updateAudience>;

/** News about a pool from its creator or owner, for the people who follow it. */
export const update = z.object({
  id: uuid,
  poolId: uuid,
  /** Null if `hidden`. */
  author: userSummary.nullable(),
  audience: updateAudience,
  /** The caller may not read it: the text is empty, and there are no pictures. */
  locked: z.boolean(),
  /** A block hides it from the caller: there is neither text nor pictures nor author. Null if it does not. */
  hidden: hiddenBy.nullable(),
  content: z.string(),
  /** The language of the text, as a BCP 47 tag; null if it is not certain. */
  language: z.string().nullable(),
  images: z.array(z.object({ id: uuid, url: z.string(), width: z.number().int(), height: z.number().int() })),
  likeCount: z.number().int(),
  isLiked: z.boolean(),
  /** Comments and replies. */
  commentCount: z.number().int(),
  createdAt: z.iso.datetime(),
  /** Null if it was never edited. */
  editedAt: z.iso.datetime().nullable(),
  /** Whether the caller may edit it now: its author, unless the pool is frozen, in review or removed. */
  canEdit: z.boolean(),
  /** Whether the caller may delete it: its author or an admin. */
  canDelete: z.boolean(),
  /** Changes with the text and the pictures; null for everyone but the author. */
  version: z.string().nullable(),
});
export type Update = z.infer<typeof update>;

const updateText = z
  .string({ error: () => t`Write something first` })
  .overwrite(tidyText)
  .min(1, { error: () => t`Write something first` })
  .max(limits.update.max, { error: () => t`Update must be 10,000 characters or less` });
const imageIds = z.array(uuid).max(limits.update.images, { error: () => t`At most 10 pictures` });

export const listUpdates = endpoint({
  method: 'GET',
  path: '/api/pools/:id/updates',
  summary: 'List the updates of a pool, newest first; those that the caller may not read are locked',
  who: 'anyone',
  scope: 'pools:read',
  params: byId,
  query: z.object({ page: pageNumber }),
  output: z.object({ updates: z.array(update), pagination }),
});
export const postUpdate = endpoint({
  method: 'POST',
  path: '/api/pools/:id/updates',
  summary: 'Post an update, as the pool’s creator or owner; repeating a requestKey posts nothing',
  who: 'user',
  scope: 'updates:write',
  params: byId,
  body: z.object({
    content: updateText,
    audience: updateAudience,
    /** My pictures, in the order in which they are shown. */
    imageIds: imageIds.default([]),
    requestKey: z.string().min(1).max(100),
  }),
  output: update,
  status: 201,
  errors: ['pool_state', 'pool_frozen', 'age_gate', 'request_key_reused'],
});
export const editUpdate = endpoint({
  method: 'PATCH',
  path: '/api/updates/:id',
  summary: 'Change the text or the pictures of my update; missing fields stay as they are',
  who: 'user',
  scope: 'updates:write',
  params: byUuid,
  body: z.object({ content: updateText.optional(), imageIds: imageIds.optional(), version: editVersion }),
  output: update,
  errors: ['conflict', 'pool_state', 'pool_frozen'],
});
export const deleteUpdate = endpoint({
  method: 'DELETE',
  path: '/api/updates/:id',
  summary: 'Delete an update with its pictures, as its author or as an admin; its comments disappear with it',
  who: 'user',
  scope: 'updates:write',
  params: byUuid,
  output: z.object({ ok: z.literal(true) }),
});

const liked = z.object({ liked: z.boolean(), likeCount: z.number().int() });

export const likeUpdate = endpoint({
  method: 'POST',
  path: '/api/updates/:id/like',
  summary: 'Like an update; repeating the call is harmless',
  who: 'user',
  params: byUuid,
  output: liked,
  errors: ['age_gate', 'update_locked'],
});
export const unlikeUpdate = endpoint({
  method: 'DELETE',
  path: '/api/updates/:id/like',
  summary: 'Take back my like of an update',
  who: 'user',
  params: byUuid,
  output: liked,
  errors: ['update_locked'],
});
export const listUpdateComments = endpoint({
  method: 'GET',
  path: '/api/updates/:id/comments',
  summary: 'List the comments on an update, newest first, each with its first replies; pages count threads',
  who: 'anyone',
  scope: 'pools:read',
  params: byUuid,
  query: z.object({ page: pageNumber }),
  output: z.object({ comments: z.array(comment), pagination }),
  errors: ['update_locked'],
});
export const addUpdateComment = endpoint({
  method: 'POST',
  path: '/api/updates/:id/comments',
  summary: 'Comment on an update, or reply to a comment on it',
  who: 'user',
  params: byUuid,
  body: commentForm.omit({ messageId: true }),
  output: comment,
  status: 201,
  errors: ['comment_deleted', 'age_gate', 'update_locked'],
});
