import { appError } from '#contract/errors.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { readCategories } from '#server/creators/categories.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import { adultGateOf } from '#server/platform/http/adult-gate.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { languageOfText } from '#server/platform/language/language-of-text.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maskAdultPool } from './adult-mask.ts';
import { findPoolId } from './find-visible-pool.ts';
import { maySeePool, maySeeRemoval } from './policy.ts';
import { findPoolPage, type PageRow } from './pool-page.sql.ts';
import { permissionsOf } from './pool-permissions.ts';
import { poolOf } from './pool-view.ts';
import { fundsAdult } from './processor-of.ts';
import { removedPoolForFan } from './removed-pool.ts';

export type Viewer = Pick<RequestContext, 'actor' | 'seesAdult'>;

/** Single flight for visitors, who all see the same: concurrent identical reads share one query. */
function readPage(context: Platform, poolId: string, viewerId: string | null): Promise<PageRow | undefined> {
  if (viewerId) return findPoolPage(context, poolId, viewerId);
  return singleFlightOf(context)(`pool page ${poolId}`, () => findPoolPage(context, poolId, null));
}

/** Returns a pool as the viewer may see it. `requestedPath` is absent outside of page requests. */
export async function showPool(
  context: MoneyContext,
  viewer: Viewer,
  poolId: string,
  requestedPath?: string,
): Promise<Pool> {
  const [row, categories] = await Promise.all([
    readPage(context, poolId, viewer.actor?.userId ?? null),
    readCategories(context),
  ]);
  if (!row) throw appError('not_found');
  const whole = maySeePool(viewer.actor, row);
  if (!whole && !maySeeRemoval(row, row.myPledge !== null)) throw appError('not_found');
  const gates = {
    fundable: !row.adult || fundsAdult(context),
    adultGate: adultGateOf(context.config, viewer, row),
  };
  const language = await languageOfText(`${row.title}\n${row.description}`);
  const rules = { language, ...gates, ...permissionsOf(context, viewer, row, gates) };
  const fanSuspended = viewer.actor?.suspended ?? false;
  const view = poolOf(row, categories, viewer, rules, (pledge) =>
    context.hooks.one('pool.pledge_permissions')({ ...pledge, fanSuspended }, { ...row, overdue: pledge.overdue }),
  );
  const pool = whole ? view : removedPoolForFan(view);
  return maskAdultPool(viewer, pool, requestedPath);
}

/** One pool by id, slug or title with hash. */
export async function readPool(context: MoneyContext, viewer: Viewer, key: string): Promise<Pool> {
  const poolId = await findPoolId(context.db.sql, { by: 'key', key });
  if (!poolId) throw appError('not_found');
  return showPool(context, viewer, poolId);
}
