import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import type { CommentReader } from './comment.ts';
import { listLikedComments } from './comment-likes.sql.ts';

/** The viewer as the reader of these comments, with their likes. */
export async function readerOf(
  context: Platform,
  viewer: Viewer,
  comments: readonly { id: string }[],
): Promise<CommentReader> {
  const ids = comments.map(({ id }) => id);
  const { actor } = viewer;
  const liked =
    actor && ids.length > 0 ? await listLikedComments(context.db.sql, actor.userId, ids) : new Set<string>();
  return { actor, seesAdult: viewer.seesAdult, liked };
}
