import type { OutputOf } from '#contract/endpoint.ts';
import type { likeUpdate as contract } from '#contract/updates.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { findReadableUpdate, findUpdateToUse } from '#server/updates/find-readable-update.ts';
import { deleteUpdateLike, findUpdateLike, insertUpdateLike } from './update-likes.sql.ts';

/** Likes an update or takes the like back. Safe to repeat. Throws `not_found`, `update_locked`, `age_gate`. */
export async function likeUpdate(
  context: Platform,
  viewer: Viewer & { actor: Actor },
  updateId: string,
  liked: boolean,
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const { userId } = viewer.actor;
  const { id } = await (liked ? findUpdateToUse : findReadableUpdate)(context, viewer, updateId);
  await (liked ? insertUpdateLike : deleteUpdateLike)(sql, userId, id);
  return findUpdateLike(sql, userId, id);
}
