import type { OutputOf } from '#contract/endpoint.ts';
import type { likePool as contract } from '#contract/likes.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findVisiblePool } from '#server/pools/find-visible-pool.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { deleteLike, insertLike, listLikes } from './likes.sql.ts';

/** Adds a pool to the user's favorites or removes it. Safe to repeat. Throws `not_found`, `age_gate`. */
export async function likePool(
  context: Platform,
  { actor, seesAdult }: Viewer & { actor: Actor },
  key: string,
  liked: boolean,
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const pool = await findVisiblePool(context, actor, key);
  if (liked) assertNotAgeGated(context.config, { seesAdult }, pool);
  const { id } = pool;
  await (liked ? insertLike : deleteLike)(sql, actor.userId, id);
  const [now] = await listLikes(sql, actor.userId, [id]);
  return { liked: now?.isLiked ?? liked, likeCount: now?.likeCount ?? 0 };
}
