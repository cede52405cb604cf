import type { likeComment as contract } from '#contract/comments.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { deleteCommentLike, insertCommentLike, readCommentLikes } from './comment-likes.sql.ts';
import { findVisibleComment } from './find-visible-comment.ts';
import { listHiddenAuthors } from './hidden-authors.sql.ts';

/**
 * Likes a comment or takes the like back. Safe to repeat. Throws `not_found` (also for a deleted comment, and to like one that a block hides),
 * `age_gate`.
 */
export async function likeComment(
  context: Platform,
  { actor, seesAdult }: Viewer & { actor: Actor },
  id: string,
  liked: boolean,
): Promise<OutputOf<typeof contract>> {
  const { db } = context;
  const place = await findVisibleComment(db.sql, actor, id);
  if (place.deleted) throw appError('not_found');
  if (liked && (await listHiddenAuthors(db.sql, actor.userId, [place.authorId])).size > 0) throw appError('not_found');
  if (liked) assertNotAgeGated(context.config, { seesAdult }, place);
  await (liked ? insertCommentLike : deleteCommentLike)(db.sql, actor.userId, id);
  const now = await readCommentLikes(db.sql, actor.userId, id);
  return { liked: now?.isLiked ?? false, likeCount: now?.likeCount ?? 0 };
}
