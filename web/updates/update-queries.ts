import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { listUpdateComments, listUpdates } from '#contract/calls/updates-and-comments.ts';
import { live, optional, query, useRefresh } from '#web/data/query.ts';

export const updatesOf = (poolId: string, page: number) =>
  optional(live(query(listUpdates, { params: { id: poolId }, query: { page } })));

/** The page of updates in a URL's query; 1 if the value is missing or invalid. */
export function updatePageIn(search: URLSearchParams): number {
  const page = Number(search.get('updates') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** Refreshes every query that shows a pool's updates or counts them. */
export function useRefreshUpdates(): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(listUpdates, listUpdateComments, resolvePool, getPool);
}
