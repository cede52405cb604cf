import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listContributors, listSentMessages } from '#contract/calls/contributors.ts';
import {
  getCreatorDashboard,
  getCreatorRequest,
  getEarnings,
  getRequestTerms,
  getStatement,
  listCreatorPayouts,
  listCreatorRequests,
} from '#contract/calls/creators.ts';
import { getContent } from '#contract/calls/delivery.ts';
import { getMoneyTerms } from '#contract/calls/pledges.ts';
import { getPool, listPools, resolvePool } from '#contract/calls/pools.ts';
import type { PoolUpdate } from '#contract/chat/socket-events.ts';
import type { CreatorRequest, RequestStage } from '#contract/creators/creator-dashboard.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { watchPool } from '#web/data/live-updates.ts';
import { live, optional, query, useData, useRefresh } from '#web/data/query.ts';

export type Dashboard = OutputOf<typeof getCreatorDashboard>;

export const dashboard = optional(live(query(getCreatorDashboard)));
export const payoutsOn = (page: number) => optional(live(query(listCreatorPayouts, { query: { page } })));
/** A further page of a stage; the dashboard itself contains the first ones. */
export const requestsOn = (stage: RequestStage, page: number) =>
  optional(live(query(listCreatorRequests, { query: { stage, page } })));
export const requestOf = (poolId: string) => optional(live(query(getCreatorRequest, { params: { id: poolId } })));
export const contributorsOf = (poolId: string, page: number) =>
  optional(query(listContributors, { params: { id: poolId }, query: { page } }));
export const sentMessagesOf = (poolId: string) => optional(query(listSentMessages, { params: { id: poolId } }));
export const monthlyEarnings = optional(live(query(getEarnings)));
export const statementOf = (month: string) => optional(query(getStatement, { query: { month } }));
export const siteTerms = optional(query(getMoneyTerms));
export const requestTerms = optional(query(getRequestTerms));
/** All deliveries of a pool, including those sent back. */
export const deliveriesOf = (poolId: string) => live(query(getContent, { params: { id: poolId } }));

/** Whether the processor that charges this pool's cards can pay the creator. */
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

function rise(queries: QueryClient, { id, ...figures }: PoolUpdate): void {
  const known = queries.getQueryData<Dashboard>(dashboard.queryKey);
  if (!known) return;
  const pool = [...known.requests, ...known.work].find((item) => item.id === id);
  if (!pool) return;
  if (pool.status !== figures.status) {
    // A new status also changes dates, forecasts and earnings, which only the server knows.
    void queries.invalidateQueries({ queryKey: dashboard.queryKey });
    return;
  }
  const update = (list: CreatorRequest[]) =>
    list.map((item) => (item.id === id ? { ...item, ...figures, status: item.status } : item));
  queries.setQueryData<Dashboard>(dashboard.queryKey, {
    ...known,
    requests: update(known.requests),
    work: update(known.work),
  });
}

/** Applies live events of these pools to the dashboard while it is open. */
export function useLiveDashboard(pools: readonly CreatorRequest[]): void {
  const queries = useQueryClient();
  const watched = pools.map(({ id }) => id).join(',');
  useEffect(() => {
    if (watched === '') return;
    const stops = watched.split(',').map((id) => watchPool(id, (update) => rise(queries, update)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [watched, queries]);
}
