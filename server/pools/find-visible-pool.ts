import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPoolId } from './find-pool-id.ts';
import { maySeePool } from './policy.ts';
import { findPoolById, type VisiblePool } from './visible-pool.sql.ts';

/** Finds a pool by id, slug or title with hash. Throws not_found, also if the viewer may not see it. */
export async function findVisiblePool(context: Platform, actor: Actor | null, key: string): Promise<VisiblePool> {
  const poolId = await findPoolId(context.db.sql, { by: 'key', key });
  const pool = poolId && (await findPoolById(context.db.sql, poolId));
  if (!pool || !maySeePool(actor, pool)) throw appError('not_found');
  return pool;
}
