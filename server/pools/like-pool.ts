import type { OutputOf } from '#contract/endpoint.ts';
import type { likePool as contract } from '#contract/likes.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http.ts';
import { glanceAtPool } from './glance-at-pool.ts';
import { deleteLike, insertLike, listLikes } from './likes.sql.ts';

/** Adds a pool to somebody's favourites, or takes it out; either is said twice as well as once. Throws not_found. */
export async function likePool(
  context: MoneyContext,
  actor: Actor,
  key: string,
  liked: boolean,
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const { id } = await glanceAtPool(context, actor, key);
  await (liked ? insertLike : deleteLike)(sql, actor.userId, id);
  const [now] = await listLikes(sql, actor.userId, [id]);
  return { liked: now?.isLiked ?? liked, likeCount: now?.likeCount ?? 0 };
}
