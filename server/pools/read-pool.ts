import { appError } from '#contract/errors.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { findPoolId } from './find-pool-id.ts';
import { showPool, type Viewer } from './show-pool.ts';

/** One pool by id, slug or title with hash. */
export async function readPool(context: MoneyContext, viewer: Viewer, key: string): Promise<Pool> {
  const poolId = await findPoolId(context.db.sql, { by: 'key', key });
  if (!poolId) throw appError('not_found');
  return showPool(context, viewer, poolId);
}
