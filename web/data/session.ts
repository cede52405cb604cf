import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { getCurrentUser } from '#contract/calls/accounts.ts';
import { getCreatorApplication } from '#contract/calls/creators.ts';
import { listNotifications } from '#contract/calls/notifications.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Site } from '#contract/site.ts';
import { asAppError } from './call.ts';
import { type DataQuery, query, useData } from './query.ts';

/** The signed-in person. */
export const currentUser = query(getCurrentUser);

const application = query(getCreatorApplication);

/** The person's latest creator application; null if there is none. */
export const myApplication: DataQuery<OutputOf<typeof getCreatorApplication> | null> = {
  queryKey: application.queryKey,
  queryFn: async (context) => {
    try {
      return await application.queryFn(context);
    } catch (error) {
      if (asAppError(error).status === 404) return null;
      throw error;
    }
  },
  optional: true,
};

/** Fetches the application again, unless the person has none: that answer is a failed request, which browsers log. */
export function refreshApplication(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: myApplication.queryKey, predicate: ({ state }) => state.data !== null });
}

/** The person's latest notices. They change without the person's doing, so a new mount fetches them again after 10 seconds. */
export const myNotices = { ...query(listNotifications), staleTime: 10_000 };

/** The signed-in person in a query cache; null for visitors. */
export function userIn(queries: QueryClient): CurrentUser | null {
  return queries.getQueryData<CurrentUser>(currentUser.queryKey) ?? null;
}

/** Stores the signed-in person in a query cache: when a page starts, and after a profile change. */
export function setUserIn(queries: QueryClient, user: CurrentUser | null): void {
  queries.setQueryData(currentUser.queryKey, user as CurrentUser);
}

/**
 * Replaces the cached data of the signed-out person: removes unused data and fetches the data on screen again as a visitor. Call it
 * after the page has stopped showing data that a visitor may not see.
 */
export async function refetchAsVisitor(queries: QueryClient): Promise<void> {
  const isOther = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) => path !== getCurrentUser.path;
  queries.removeQueries({ type: 'inactive', predicate: isOther });
  await queries.invalidateQueries({ predicate: isOther });
}

/** The signed-in person; null for visitors. Known on the first render, because every page's dehydrated state contains it. */
export function useUser(): CurrentUser | null {
  return useData(currentUser).data ?? null;
}

export const SiteContext = createContext<Site | null>(null);

/** The installation's name and settings. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite outside the app');
  return site;
}
