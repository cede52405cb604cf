import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { listUpdateComments, listUpdates } from '#contract/calls/updates.ts';
import { pledgingPoolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
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

/** Whether a fan can become a contributor now. */
export const takesContributors = ({ status, frozen, fundable, allowsLatePledges }: Pool): boolean =>
  !frozen &&
  fundable &&
  (pledgingPoolStatuses.includes(status) || (allowsLatePledges && (status === 'delivered' || status === 'completed')));

/** Whether the person may post updates now. The server decides. */
export const mayPostUpdates = ({ isOwner, isAssignedCreator, status, frozen }: Pool): boolean =>
  (isOwner || isAssignedCreator) && !frozen && status !== 'in_review' && status !== 'removed';
