import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { getMoneyTerms } from '#contract/pledges.ts';
import { type Pool, type PoolStatus, resolvePool } from '#contract/pools.ts';
import { watchPool } from '#web/data/live.ts';
import { optional, query } from '#web/data/query.ts';

export type MoneyTerms = OutputOf<typeof getMoneyTerms>;

/** The pool behind an address, in whichever of its forms. */
export const poolAt = (path: string) => query(resolvePool, { query: { path } });

export const moneyTerms = optional(query(getMoneyTerms));

/** An adult pool whose words and pictures the server keeps back until the age gate was passed. */
export const isHeldBack = (pool: Pool) => pool.adult && pool.description === '';

/** Who is asked, by name; null while the pool asks no one in particular. */
export function askedName(pool: Pool): string | null {
  const { targetCreator, assignedCreator } = pool;
  return targetCreator?.displayName ?? assignedCreator?.displayName ?? assignedCreator?.username ?? null;
}

const isPoolStatus = (status: string): status is PoolStatus => status !== '';

/** Keeps the page's pool as it is now, while somebody looks at it. */
export function useLivePool(pool: Pool | undefined, path: string): void {
  const queries = useQueryClient();
  const latest = useRef(pool);
  latest.current = pool;
  const id = pool?.id;
  useEffect(() => {
    if (!id) return;
    const { queryKey } = poolAt(path);
    return watchPool(id, ({ status, ...figures }) => {
      const known = latest.current;
      if (known && isPoolStatus(status)) queries.setQueryData<Pool>(queryKey, { ...known, ...figures });
      // More than figures moved: the steps, the clocks, and what has become of my own pledge.
      const mine = known?.myPledge?.status;
      if (known?.status !== status || mine === 'charging' || mine === 'setup_pending') {
        void queries.invalidateQueries({ queryKey });
      }
    });
  }, [id, path, queries]);
}
