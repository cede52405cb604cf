import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AdminCounts } from '#contract/admin/moderation.ts';
import { getAdminCounts } from '#contract/calls/admin.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { logFailure } from './log.ts';
import { live, optional, query } from './query.ts';

/** The figures of the admin area's tabs and navigation. */
export const adminCountsQuery = optional(live(query(getAdminCounts)));

/** A figure as text: the server counts up to `limits.adminBadgeMax`. */
export const cappedCount = (count: number): string =>
  count < limits.adminBadgeMax ? `${count}` : `${limits.adminBadgeMax - 1}+`;

/** The lists whose changes the server announces. Records have no status to count. */
export type AdminListName = Exclude<keyof AdminCounts, 'jobs'> | 'performerRecords';

/** Collects changes that follow each other, such as when a job closes a hundred pools. */
const afterMs = 400;

/** Fetches an admin list on screen again, and the entry that is open in its drawer, such as "/api/admin/pools/:id". */
export async function refreshAdminList(queries: QueryClient, { path }: AnyEndpoint): Promise<void> {
  const isOfList = ([known]: readonly unknown[]) => known === path || String(known).startsWith(`${path}/:`);
  await queries.invalidateQueries({ predicate: ({ queryKey }) => isOfList(queryKey) });
}

/**
 * Fetches the counts again whenever an admin list changes on the server, and with `list` and `endpoint` also the list on screen and its
 * open entry. Lists off the screen need nothing: they are `live`, so their next mount fetches them.
 */
export function useLiveAdminLists(list?: AdminListName, endpoint?: AnyEndpoint): void {
  const queries = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const changed = new Set<string>();
    const refresh = () => {
      timer = undefined;
      void queries.invalidateQueries({ queryKey: adminCountsQuery.queryKey });
      if (endpoint && list && changed.has(list)) void refreshAdminList(queries, endpoint);
      changed.clear();
    };
    const onChange = (name: string) => {
      changed.add(name);
      timer ??= setTimeout(refresh, afterMs);
    };
    import('./live-updates.ts').then(
      ({ watchAdminLists }) => {
        if (!isUnmounted) stop = watchAdminLists(onChange);
      },
      (error: unknown) => logFailure('could not start live admin lists', error),
    );
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [queries, list, endpoint]);
}
