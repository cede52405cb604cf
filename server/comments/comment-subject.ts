import type { Platform } from '#server/platform/platform.ts';
import { findVisiblePool } from '#server/pools/find-visible-pool.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { findReadableUpdate } from '#server/updates/find-readable-update.ts';

/** The key of a comment's subject: a pool by id, slug or title with hash, or an update by id. */
export type SubjectKey = { pool: string } | { update: string };

/** A pool, or one of its updates. */
export interface CommentSubject {
  poolId: string;
  /** Null for comments on the pool itself. */
  updateId: string | null;
  adult: boolean;
}

/** Finds the subject of comments that the viewer may read, except for the age gate. Throws `not_found`, `update_locked`. */
export async function findCommentSubject(
  context: Platform,
  viewer: Pick<Viewer, 'actor'>,
  key: SubjectKey,
): Promise<CommentSubject> {
  if ('update' in key) {
    const { id, poolId, adult } = await findReadableUpdate(context, viewer, key.update);
    return { poolId, updateId: id, adult };
  }
  const { id, adult } = await findVisiblePool(context, viewer.actor, key.pool);
  return { poolId: id, updateId: null, adult };
}
