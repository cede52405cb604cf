import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getMoneyTerms } from '#contract/calls/pledges.ts';
import { listUpdateComments, listUpdates } from '#contract/calls/updates-and-comments.ts';
import type { PoolUpdate } from '#contract/chat/socket-events.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { watchPool, watchPoolNews } from '#web/data/live-updates.ts';
import { optional, query } from '#web/data/query.ts';
import { poolAtPath } from '#web/pools/pool-query.ts';

export type MoneyTerms = OutputOf<typeof getMoneyTerms>;

export const moneyTerms = optional(query(getMoneyTerms));

type Totals = Pick<Pool, 'pledgedAmount' | 'currentAmount'>;

/**
 * Whether new totals may come from the fan's own pledge. The card processor settles a pledge in setup or charge within moments. A payment
 * can be due for days, while other fans pay: it was paid or dropped elsewhere only if the totals changed by at least its amount.
 */
export function mayBeMine({ myPledge, ...before }: Pool, after: Totals): boolean {
  if (myPledge?.status !== 'notified') return myPledge?.status === 'setup_pending' || myPledge?.status === 'charging';
  const paid = after.currentAmount - before.currentAmount;
  const dropped = before.pledgedAmount - after.pledgedAmount;
  return Math.max(paid, dropped) >= myPledge.amountCents;
}

/** Whether another fan's first pledge, or the end of the last one, changes what the owner may do with the pool. */
const mayFreeOwner = ({ isOwner, fanCount }: Pool, after: Pick<Pool, 'fanCount'>): boolean =>
  isOwner && fanCount !== after.fanCount && Math.min(fanCount, after.fanCount) <= 1;

/** Whether a live event may change more than its figures: the steps, the clocks, the fan's own pledge, and what they may do. */
export const changesMore = (pool: Pool, after: Omit<PoolUpdate, 'id'>): boolean =>
  pool.status !== after.status ||
  pool.frozen !== (after.frozen ?? pool.frozen) ||
  mayBeMine(pool, after) ||
  mayFreeOwner(pool, after);

const isPoolStatus = (status: string): status is PoolStatus => status !== '';

/** Updates the page's pool from live events while the page is open. */
export function useLivePool(pool: Pool | undefined, path: string): void {
  const queries = useQueryClient();
  const latest = useRef(pool);
  latest.current = pool;
  const id = pool?.id;
  useEffect(() => {
    if (!id) return;
    const { queryKey } = poolAtPath(path);
    const stopNews = watchPoolNews((news) => {
      if (news.id !== id) return;
      if (news.about === 'updates') void queries.invalidateQueries({ queryKey });
      for (const { path: read } of [listUpdates, listUpdateComments])
        void queries.invalidateQueries({ queryKey: [read] });
    });
    const stop = watchPool(id, (update) => {
      const { status, ...figures } = update;
      const known = latest.current;
      if (known && isPoolStatus(status)) queries.setQueryData<Pool>(queryKey, { ...known, ...figures });
      if (!known || changesMore(known, update)) void queries.invalidateQueries({ queryKey });
    });
    return () => {
      stop();
      stopNews();
    };
  }, [id, path, queries]);
}
