import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findContentMark } from './pools.sql.ts';

/**
 * Throws `pool_state` if the pool's content differs from the content that the caller saw. Call it after the pool's row is locked. Without
 * a mark it does nothing, because older callers send none.
 */
export async function assertContentSeen(
  tx: Tx,
  { poolId, seen }: { poolId: string; seen?: string | undefined },
): Promise<void> {
  if (seen !== undefined && seen !== (await findContentMark(tx, poolId))) throw contentChanged();
}

/** The refusal of a decision about content that has changed since. */
export const contentChanged = () =>
  appError('pool_state', {
    message: () =>
      t`This pool’s content changed after you opened it. Nothing was saved or charged. Read the new content, then decide.`,
  });
