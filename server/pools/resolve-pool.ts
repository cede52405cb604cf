import { appError } from '#contract/errors.ts';
import { parsePoolPath } from '#contract/pools/pool-path.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import { findPoolId } from './find-visible-pool.ts';
import { showPool, type Viewer } from './show-pool.ts';

/** Finds a pool by any of the six forms of its path. */
export async function resolvePool(context: MoneyContext, viewer: Viewer, path: string): Promise<Pool> {
  const address = parsePoolPath(path);
  if (!address) throw appError('not_found');
  const share = singleFlightOf(context);
  const poolId = await share(`pool at ${JSON.stringify(address)}`, () => findPoolId(context.db.sql, address));
  if (!poolId) throw appError('not_found');
  return showPool(context, viewer, poolId, path.split(/[?#]/, 1)[0]);
}
