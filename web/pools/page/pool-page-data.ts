import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { PledgeStatus } from '#contract/pledge-view.ts';
import { getMoneyTerms } from '#contract/pledges.ts';
import type { Pool, PoolStatus } from '#contract/pools.ts';
import { listUpdateComments, listUpdates } from '#contract/updates.ts';
import { watchPool, watchPoolNews } from '#web/data/live-updates.ts';
import { optional, query } from '#web/data/query.ts';
import { poolAtPath } from '#web/pools/pool-query.ts';

export type MoneyTerms = OutputOf<typeof getMoneyTerms>;

export const moneyTerms = optional(query(getMoneyTerms));

/** Statuses of the fan's own pledge that the card processor changes, or the fan on another page or device. */
const settledElsewhere: readonly PledgeStatus[] = ['setup_pending', 'charging', 'notified'];

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
    const stop = watchPool(id, ({ status, ...figures }) => {
      const known = latest.current;
      if (known && isPoolStatus(status)) queries.setQueryData<Pool>(queryKey, { ...known, ...figures });
      // The event carries figures only. A new status also changes the steps, the clocks and the fan's own pledge.
      const mine = known?.myPledge?.status;
      if (known?.status !== status || (mine && settledElsewhere.includes(mine))) {
        void queries.invalidateQueries({ queryKey });
      }
    });
    return () => {
      stop();
      stopNews();
    };
  }, [id, path, queries]);
}
