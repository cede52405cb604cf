import type { LikeStatus } from '#contract/likes.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findVisiblePool } from '#server/pools/find-visible-pool.ts';
import { listLikes } from './likes.sql.ts';

/** Returns the like count of a pool, and whether this user likes it. Throws `not_found`. */
export async function readLikeStatus(context: Platform, actor: Actor | null, key: string): Promise<LikeStatus> {
  const { id, likeCount } = await findVisiblePool(context, actor, key);
  const [like] = actor ? await listLikes(context.db.sql, actor.userId, [id]) : [];
  return { isLiked: like?.isLiked ?? false, likeCount: like?.likeCount ?? likeCount };
}
