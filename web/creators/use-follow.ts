import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { followCreator, unfollowCreator } from '#contract/calls/creators.ts';
import { listPools } from '#contract/calls/pools.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { type DataQuery, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { useSignInFirst } from '#web/data/sign-in-first.ts';
import { toastError } from '#web/ui/toast.tsx';

export type Follow = OutputOf<typeof followCreator>;

/** A cache entry for changes made since the lists were loaded. It is only written, never fetched. */
const changed = (username: string): DataQuery<Follow> => ({
  queryKey: [followCreator.path, username],
  queryFn: () => Promise.reject(new Error('follow states come with the lists and are never fetched')),
});
const put = (queries: QueryClient, username: string, follow: Follow) =>
  queries.setQueryData(changed(username).queryKey, follow);

/** The latest wanted state per creator while a request about it runs. Browser only: only event handlers and effects write it. */
const wishes = new Map<string, boolean>();

/** Sends the displayed state to the server. Presses during a request lead to one further request, never to parallel ones. */
async function settle(queries: QueryClient, username: string, wish: boolean, before: Follow): Promise<void> {
  const underWay = wishes.has(username);
  wishes.set(username, wish);
  if (underWay) return;
  let told: Follow | undefined;
  try {
    while (told?.isFollowing !== wishes.get(username)) {
      told = await call(wishes.get(username) ? followCreator : unfollowCreator, { params: { username } });
    }
    if (told) put(queries, username, told);
    // Only feeds of the creators that the person follows depend on it.
    void queries.invalidateQueries({
      queryKey: [listPools.path],
      predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"following"'),
    });
  } catch (error) {
    put(queries, username, told ?? before);
    toastError(error);
  } finally {
    wishes.delete(username);
  }
}

/** The user's follow status of a creator, the follower count, and `toggle`, which updates the display optimistically. */
export function useFollow({ username, isFollowing, followerCount }: Follow & { username: string }) {
  const queries = useQueryClient();
  const signedIn = useUser() !== null;
  const signIn = useSignInFirst(t`Please log in to follow creators`);
  const shown = useData(changed(username), { enabled: false }).data ?? { isFollowing, followerCount };
  const toggle = () => {
    if (!signedIn) return signIn();
    const wish = !shown.isFollowing;
    put(queries, username, { isFollowing: wish, followerCount: Math.max(0, shown.followerCount + (wish ? 1 : -1)) });
    void settle(queries, username, wish, shown);
  };
  return { ...shown, toggle };
}
