import { appError } from '#contract/errors.ts';
import type { Pool } from '#contract/pools.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { RequestContext } from '#server/platform/http.ts';
import { maskAdultPool } from './adult-mask.ts';
import { readCategories } from './categories.ts';
import { maySeePool } from './policy.ts';
import { findPoolPage } from './pool-page.sql.ts';
import { poolOf } from './pool-view.ts';

/** Who looks, and whether they have passed the age gate. */
export type Viewer = Pick<RequestContext, 'actor' | 'ageVerified'>;

/** One pool as this person may see it; `askedPath` is the address they used, where they used one. */
export async function showPool(
  context: MoneyContext,
  viewer: Viewer,
  poolId: string,
  askedPath?: string,
): Promise<Pool> {
  const [row, categories] = await Promise.all([
    findPoolPage(context.db.sql, poolId, viewer.actor?.userId ?? null),
    readCategories(context),
  ]);
  if (!row || !maySeePool(viewer.actor, row)) throw appError('not_found');
  const pool = poolOf(row, categories, viewer.actor, !row.adult || context.config.adultContent);
  return viewer.ageVerified ? pool : maskAdultPool(pool, askedPath);
}
