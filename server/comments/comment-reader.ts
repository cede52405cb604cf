import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import type { CommentReader } from './comment.ts';
import { listLikedComments } from './comment-likes.sql.ts';
import { listHiddenAuthors } from './hidden-authors.sql.ts';

/** The viewer as the reader of these comments, with their likes and the authors that a block hides from them. */
export async function readerOf(
  context: Platform,
  viewer: Viewer,
  comments: readonly { id: string; authorId: string }[],
): Promise<CommentReader> {
  const { actor, seesAdult } = viewer;
  if (!actor || comments.length === 0) return { actor, seesAdult, liked: new Set(), hidden: new Map() };
  const { sql } = context.db;
  const ids = comments.map(({ id }) => id);
  const authorIds = [...new Set(comments.map(({ authorId }) => authorId))];
  const [liked, hidden] = await Promise.all([
    listLikedComments(sql, actor.userId, ids),
    listHiddenAuthors(sql, actor.userId, authorIds),
  ]);
  return { actor, seesAdult, liked, hidden };
}
