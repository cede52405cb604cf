import { appError } from '#contract/errors.ts';
import { verbatim } from '#contract/language/text.ts';
import type { LikeStatus } from '#contract/likes.ts';
import type { SaveStatus } from '#contract/saves.ts';
import { isUuid } from '#contract/values/ids.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findVisiblePool } from '#server/pools/find-visible-pool.ts';
import { maySeePool } from '#server/pools/policy.ts';
import { listLikes } from './likes.sql.ts';

const most = 100;

/** Returns the like status of the pools that this user may see, and whether the user follows them; `ids` are separated by commas. */
export async function listLikeStatuses(
  { db }: Platform,
  actor: Actor | null,
  ids: string,
): Promise<{ statuses: (LikeStatus & SaveStatus & { id: string })[] }> {
  const requestedIds = [
    ...new Set(
      ids
        .toLowerCase()
        .split(',')
        .filter((id) => id !== ''),
    ),
  ];
  if (requestedIds.length > most || !requestedIds.every(isUuid)) {
    const message = () => verbatim(`Ids must be at most ${most} ids, separated by commas`);
    throw appError('validation_failed', { message, fields: { ids: message } });
  }
  const rows = requestedIds.length > 0 ? await listLikes(db.sql, actor?.userId ?? null, requestedIds) : [];
  const seen = rows.filter((row) => maySeePool(actor, row));
  return {
    statuses: seen.map(({ id, isLiked, likeCount, isSaved, getsNews }) => ({
      id,
      isLiked,
      likeCount,
      isSaved,
      getsNews,
    })),
  };
}

/** Returns the like count of a pool, and whether this user likes it. Throws `not_found`. */
export async function readLikeStatus(context: Platform, actor: Actor | null, key: string): Promise<LikeStatus> {
  const { id, likeCount } = await findVisiblePool(context, actor, key);
  const [like] = actor ? await listLikes(context.db.sql, actor.userId, [id]) : [];
  return { isLiked: like?.isLiked ?? false, likeCount: like?.likeCount ?? likeCount };
}
