import { longestHold } from '#server/money/holding-limit.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { listWaitingPools, type WaitingLimits, type WaitingPool } from './waiting-pools.sql.ts';

export type { WaitingPool } from './waiting-pools.sql.ts';

/** How long pools may wait for an admin. */
export function waitingLimits({ config, processors }: Pick<MoneyContext, 'config' | 'processors'>): WaitingLimits {
  return { ...config.waiting, ...longestHold(config, processors.all) };
}

/** The pools that wait for an admin, with the time at which everyone is refunded instead. */
export function listWaiting(context: MoneyContext): Promise<WaitingPool[]> {
  return listWaitingPools(context.db.sql, waitingLimits(context));
}

/** When everyone in a pool is refunded if no admin decides; null if it does not wait for an admin. */
export async function readWaitingUntil(context: MoneyContext, poolId: string): Promise<Date | null> {
  const [pool] = await listWaitingPools(context.db.sql, waitingLimits(context), poolId);
  return pool?.until ?? null;
}

/** From half of the time on, the pool deserves an admin's attention. */
export const isHalfOver = ({ since, until, now }: Pick<WaitingPool, 'since' | 'until' | 'now'>): boolean =>
  now.getTime() - since.getTime() >= (until.getTime() - since.getTime()) / 2;
