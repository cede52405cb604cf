import type { LikeStatus } from '#contract/likes.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/http.ts';
import { glanceAtPool } from '#server/pools/glance-at-pool.ts';
import { listLikes } from './likes.sql.ts';

/** How many like a pool, and whether this person does. Throws not_found. */
export async function readLikeStatus(context: MoneyContext, actor: Actor | null, key: string): Promise<LikeStatus> {
  const { id, likeCount } = await glanceAtPool(context, actor, key);
  const [like] = actor ? await listLikes(context.db.sql, actor.userId, [id]) : [];
  return { isLiked: like?.isLiked ?? false, likeCount: like?.likeCount ?? likeCount };
}
