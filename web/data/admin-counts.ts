import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AdminCounts, getAdminCounts } from '#contract/admin/moderation.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { logFailure } from './log.ts';
import { live, optional, query } from './query.ts';

/** The figures of the admin area's tabs and navigation. */
export const adminCountsQuery = optional(live(query(getAdminCounts)));

/** The lists whose changes the server announces. Records have no status to count. */
export type AdminListName = keyof AdminCounts | 'performerRecords';

/** Collects changes that follow each other, such as when a job closes a hundred pools. */
const afterMs = 400;

/**
 * Fetches the counts again whenever an admin list changes on the server, and with `list` and `endpoint` also the list on screen. Lists
 * off the screen need nothing: they are `live`, so their next mount fetches them.
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
      if (endpoint && list && changed.has(list)) void queries.invalidateQueries({ queryKey: [endpoint.path] });
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
