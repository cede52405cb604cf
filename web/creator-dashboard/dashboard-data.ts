import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  getCreatorDashboard,
  getCreatorRequest,
  getEarnings,
  getRequestTerms,
  getStatement,
  listContributors,
  listCreatorPayouts,
  listCreatorRequests,
  listSentMessages,
} from '#contract/calls/creators.ts';
import { getContent } from '#contract/calls/delivery.ts';
import { getMoneyTerms } from '#contract/calls/pledges.ts';
import { getPool, listPools, resolvePool } from '#contract/calls/pools.ts';
import type { PoolUpdate } from '#contract/chat/socket-events.ts';
import type { CreatorRequest, RequestStage } from '#contract/creators/creator-dashboard.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { watchPool } from '#web/data/live-updates.ts';
import { live, optional, query, useData, useRefresh } from '#web/data/query.ts';

/** The first page of everything that a creator has to do. The queries below read further pages and details. */
export type Dashboard = OutputOf<typeof getCreatorDashboard>;
export const dashboard = optional(live(query(getCreatorDashboard)));

/** A further page of requests in this stage; the dashboard contains the first one. */
export const requestsOn = (stage: RequestStage, page: number) =>
  optional(live(query(listCreatorRequests, { query: { stage, page } })));
export const requestOf = (poolId: string) => optional(live(query(getCreatorRequest, { params: { id: poolId } })));
/** All deliveries of a pool, including those that were sent back. */
export const deliveriesOf = (poolId: string) => live(query(getContent, { params: { id: poolId } }));
export const contributorsOf = (poolId: string, page: number) =>
  optional(query(listContributors, { params: { id: poolId }, query: { page } }));
export const sentMessagesOf = (poolId: string) => optional(query(listSentMessages, { params: { id: poolId } }));

export const payoutsOn = (page: number) => optional(live(query(listCreatorPayouts, { query: { page } })));
export const monthlyEarnings = optional(live(query(getEarnings)));
export const statementOf = (month: string) => optional(query(getStatement, { query: { month } }));
/** The fees, limits and time windows of this site. */
export const siteTerms = optional(query(getMoneyTerms));
/** The terms that this creator states to people who ask for something. */
export const requestTerms = optional(query(getRequestTerms));

/** Whether the processor that charges this pool's cards can pay the creator. True until the dashboard is loaded. */
export function useArePayoutsReady({ adult }: Pick<CreatorRequest, 'adult'>): boolean {
  const { data } = useData(dashboard);
  return (adult ? data?.adultPayoutsReady : data?.payoutsReady) ?? true;
}

/** Refreshes every query that shows the pool after the creator answered, decided or delivered. */
export function useRefreshDashboard(): () => Promise<void> {
  const refresh = useRefresh();
  return () =>
    refresh(
      getCreatorDashboard,
      listCreatorRequests,
      getCreatorRequest,
      listCreatorPayouts,
      getContent,
      getPool,
      resolvePool,
      listPools,
    );
}

/** Keeps the figures of these pools on the dashboard up to date while it is open. */
export function useLiveDashboard(pools: readonly CreatorRequest[]): void {
  const queries = useQueryClient();
  // A text, because each refresh of the dashboard makes a new array, mostly of the same pools.
  const poolIds = pools.map(({ id }) => id).join(',');
  useEffect(() => {
    if (poolIds === '') return;
    const stops = poolIds.split(',').map((id) => watchPool(id, (update) => applyUpdate(queries, update)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [poolIds, queries]);
}

type Known = Pick<CreatorRequest, 'status' | 'frozen' | 'currentAmount' | 'pledgedAmount' | 'terms'>;

/**
 * Whether an event may change what the creator can do, which only the server decides. To go ahead needs a payment, and to start below the
 * goal needs pledges that reach the floor. A new status also changes dates, forecasts and earnings.
 */
export function changesActions(pool: Known, after: Omit<PoolUpdate, 'id'>): boolean {
  if (pool.status !== after.status || pool.frozen !== (after.frozen ?? pool.frozen)) return true;
  if (pool.currentAmount > 0 !== after.currentAmount > 0) return true;
  const floor = Math.max(1, pool.terms?.floorCents ?? 0);
  return pool.pledgedAmount >= floor !== after.pledgedAmount >= floor;
}

/** Puts the new figures of a pool into the cached dashboard. */
function applyUpdate(queries: QueryClient, update: PoolUpdate): void {
  const { id, status: _, ...figures } = update;
  const current = queries.getQueryData<Dashboard>(dashboard.queryKey);
  const pool = current && [...current.requests, ...current.work].find((item) => item.id === id);
  if (!current || !pool) return;
  if (changesActions(pool, update)) {
    void queries.invalidateQueries({ queryKey: dashboard.queryKey });
    return;
  }
  const withFigures = (list: CreatorRequest[]) => list.map((item) => (item.id === id ? { ...item, ...figures } : item));
  queries.setQueryData<Dashboard>(dashboard.queryKey, {
    ...current,
    requests: withFigures(current.requests),
    work: withFigures(current.work),
  });
}
