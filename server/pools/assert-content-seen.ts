import { appError } from '#contract/errors.ts';
import type { Categories } from '#server/creators/categories.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { contentMark } from './content-mark.ts';
import { listCardsByIds } from './pool-card-rows.ts';
import { poolCardOf } from './pool-view.ts';

/**
 * Throws `pool_state` if the pool's content differs from the content that the caller saw. Call it after the pool's row is locked. Without
 * a mark it does nothing, because older callers send none.
 */
export async function assertContentSeen(
  tx: Tx,
  { poolId, seen, categories }: { poolId: string; seen: string | undefined; categories: Categories },
): Promise<void> {
  if (seen === undefined) return;
  if ((await readContentMarks(tx, [poolId], categories)).get(poolId) !== seen) throw contentChanged();
}

/** The refusal of a decision about content that has changed since. */
export const contentChanged = () =>
  appError('pool_state', {
    message:
      'This pool’s content changed after you opened it. Nothing was saved or charged. Read the new content, then decide.',
  });

/** The marks of the current content of these pools. */
export async function readContentMarks(
  tx: Tx,
  poolIds: string[],
  categories: Categories,
): Promise<Map<string, string>> {
  if (poolIds.length === 0) return new Map();
  const rows = await listCardsByIds(tx, poolIds);
  return new Map(rows.map((row) => [row.id, contentMark(poolCardOf(row, categories, true))]));
}
