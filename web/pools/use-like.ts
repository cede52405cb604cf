import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  getLikeStatus,
  type LikeStatus,
  likePool,
  listLikedPools,
  listLikeStatuses,
  unlikePool,
} from '#contract/likes.ts';
import { paths } from '#contract/paths.ts';
import { asAppError, call, isUnreachable, load } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import { query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { goToSignIn } from '#web/data/sign-in-first.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast, toastError } from '#web/ui/toast.tsx';

const statusOf = (id: string) => query(getLikeStatus, { params: { id } });
const put = (queries: QueryClient, id: string, status: LikeStatus) =>
  queries.setQueryData(statusOf(id).queryKey, status);

const known = (queries: QueryClient, id: string) => queries.getQueryData<LikeStatus>(statusOf(id).queryKey);

// Browser only: only event handlers and effects write it.
const waiting = new Set<string>();
/** The server's limit of ids per request. */
const most = 100;

/** Fetches the user's like status for all cards of a page in one request. */
async function askForWaiting(queries: QueryClient): Promise<void> {
  const ids = [...waiting].slice(0, most);
  waiting.clear();
  try {
    const { statuses } = await load(listLikeStatuses, { query: { ids: ids.join(',') } });
    // A like button pressed during the request has the newer status.
    for (const { id, ...status } of statuses) if (!known(queries, id)) put(queries, id, status);
  } catch (error) {
    // Leaving the page aborts the request, which is no failure.
    if (!isUnreachable(error)) logFailure('loading like statuses failed', error);
  }
}

function ask(queries: QueryClient, id: string): void {
  if (known(queries, id)) return;
  waiting.add(id);
  if (waiting.size === 1) setTimeout(() => void askForWaiting(queries));
}

const askToSignIn = () =>
  toast({
    title: 'Authentication required',
    description: 'Please log in to like pools',
    action: { label: 'Sign In', onPress: () => goToSignIn(location.pathname + location.search) },
  });

function sayFailure(error: unknown): void {
  if (asAppError(error).message.includes('Must be logged in')) askToSignIn();
  else toastError(error);
}

/** The latest wanted state per pool while a request about it runs. Browser only: only event handlers and effects write it. */
const wishes = new Map<string, boolean>();

/** Sends the displayed state to the server. Presses during a request lead to one further request, never to parallel ones. */
async function settle(queries: QueryClient, id: string, liked: boolean, before: LikeStatus): Promise<void> {
  const underWay = wishes.has(id);
  wishes.set(id, liked);
  if (underWay) return;
  let told: LikeStatus | undefined;
  try {
    while (told?.isLiked !== wishes.get(id)) {
      const answer = await call(wishes.get(id) ? likePool : unlikePool, { params: { id } });
      told = { isLiked: answer.liked, likeCount: answer.likeCount };
    }
    if (told) put(queries, id, told);
    sayDone(queries, id, told?.isLiked ?? liked);
  } catch (error) {
    put(queries, id, told ?? before);
    sayFailure(error);
  } finally {
    wishes.delete(id);
    void queries.invalidateQueries({ queryKey: [listLikedPools.path] });
  }
}

function sayDone(queries: QueryClient, id: string, liked: boolean): void {
  if (liked) {
    toast({
      title: 'Added to Favorites',
      description: 'You can view this tip pool in your Favorites.',
      durationMs: 3000,
      action: { label: 'View', onPress: () => navigate(paths.favorites) },
    });
    return;
  }
  toast({
    title: 'Removed from Favorites',
    durationMs: 3000,
    action: { label: 'Undo', onPress: () => toggle(queries, id, { isLiked: false, likeCount: 0 }) },
  });
}

/** Updates the display optimistically; the server's response replaces it. */
function toggle(queries: QueryClient, id: string, shown: LikeStatus): void {
  const now = known(queries, id) ?? shown;
  const liked = !now.isLiked;
  put(queries, id, { isLiked: liked, likeCount: Math.max(0, now.likeCount + (liked ? 1 : -1)) });
  void settle(queries, id, liked, now);
}

export interface LikeTarget {
  id: string;
  likeCount: number;
  /** Set on the pool page; cards fetch it. */
  isLiked?: boolean;
}

/** The user's like status of a pool, its like count, and `toggle`. */
export function useLike({ id, likeCount, isLiked }: LikeTarget): LikeStatus & { toggle: () => void } {
  const queries = useQueryClient();
  const signedIn = useUser() !== null;
  const { data } = useData(statusOf(id), { enabled: false });
  useEffect(() => {
    if (isLiked !== undefined) put(queries, id, { isLiked, likeCount });
    else if (signedIn) ask(queries, id);
  }, [queries, id, isLiked, likeCount, signedIn]);
  const shown = data ?? { isLiked: isLiked ?? false, likeCount };
  return { ...shown, toggle: () => (signedIn ? toggle(queries, id, shown) : askToSignIn()) };
}
