import { createHash } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import type { PoolCard } from '#contract/pools.ts';
import type { Categories } from '#server/creators/categories.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { listCardsByIds } from './pool-card-rows.ts';
import { poolCardOf } from './pool-view.ts';

/** A hash of the content that a person reads before they decide about a pool. Pass a card that is not masked. */
export function contentMark({
  title,
  description,
  fundingGoal,
  categories,
  creatorProfileId,
  images,
}: PoolCard): string {
  const names = categories.map(({ category }) => category.name);
  const pictures = images.map(({ mediaUrl }) => mediaUrl);
  return createHash('sha256')
    .update(JSON.stringify([title, description, fundingGoal, names, creatorProfileId, pictures]))
    .digest('base64url');
}

/**
 * Throws `pool_state` if the pool's content differs from the content that the caller saw. Call it after the pool's row is locked. Without
 * a mark it does nothing, because older callers send none.
 */
export async function assertContentSeen(
  tx: Tx,
  { poolId, seen, categories }: { poolId: string; seen: string | undefined; categories: Categories },
): Promise<void> {
  if (seen === undefined) return;
  const [row] = await listCardsByIds(tx, [poolId]);
  const mark = row && contentMark(poolCardOf(row, categories, true));
  if (mark === seen) return;
  throw appError('pool_state', {
    message: 'This pool’s content changed after you opened it. Nothing was saved. Read the new content, then decide.',
  });
}
