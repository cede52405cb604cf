import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import { getCreatorApplication } from '#contract/creators.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { listNotifications } from '#contract/notifications.ts';
import type { Site } from '#contract/site.ts';
import { asAppError } from './call.ts';
import { type DataQuery, query, useData } from './query.ts';

const currentUser = query(getCurrentUser);

const application = query(getCreatorApplication);

/** My latest application to become a creator; null where there is none. */
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

/** The latest of what I was told. Others bring news: read again on the way back to it. */
export const myNotices = { ...query(listNotifications), staleTime: 10_000 };

/** The signed-in person in a cache; null for visitors. */
export function userIn(queries: QueryClient): CurrentUser | null {
  return queries.getQueryData<CurrentUser>(currentUser.queryKey) ?? null;
}

/** Puts a person into a cache: when a page starts, and after they changed their profile. */
export function setUserIn(queries: QueryClient, user: CurrentUser | null): void {
  queries.setQueryData(currentUser.queryKey, user as CurrentUser);
}

/** Of what is kept here, only what a visitor may see stays, read again as one. After the page no longer shows the rest. */
export async function readAsVisitor(queries: QueryClient): Promise<void> {
  const isOther = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) => path !== getCurrentUser.path;
  queries.removeQueries({ type: 'inactive', predicate: isOther });
  await queries.invalidateQueries({ predicate: isOther });
}

/** The signed-in person; null for visitors. Known from the first render on, since every page brings it along. */
export function useUser(): CurrentUser | null {
  return useData(currentUser).data ?? null;
}

export const SiteContext = createContext<Site | null>(null);

/** What this installation is called and allows. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite outside the app');
  return site;
}
