import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { getLikeStatus, getSaveStatus, listLikeStatuses } from '#contract/calls/pools.ts';
import type { LikeStatus } from '#contract/likes.ts';
import type { SaveStatus } from '#contract/saves.ts';
import { isUnreachable, load } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import { query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { toastError } from '#web/ui/toast.tsx';
import type { MarkStatus, PoolMark } from './send-pool-mark.ts';

const likeMark: PoolMark<LikeStatus> = {
  kind: 'like',
  statusOf: (id) => query(getLikeStatus, { params: { id } }),
  flip: ({ isLiked, likeCount }) => ({ isLiked: !isLiked, likeCount: Math.max(0, likeCount + (isLiked ? -1 : 1)) }),
};
const saveMark: PoolMark<SaveStatus> = {
  kind: 'save',
  statusOf: (id) => query(getSaveStatus, { params: { id } }),
  // The news of a pool starts turned on.
  flip: ({ isSaved }) => ({ isSaved: !isSaved, getsNews: !isSaved }),
};

const known = <S extends MarkStatus>(queries: QueryClient, mark: PoolMark<S>, id: string) =>
  queries.getQueryData<S>(mark.statusOf(id).queryKey);
const put = <S extends MarkStatus>(queries: QueryClient, mark: PoolMark<S>, id: string, status: S) =>
  queries.setQueryData<unknown>(mark.statusOf(id).queryKey, status);

// Browser only: only event handlers and effects write it.
const waiting = new Set<string>();
/** The server's limit of ids per request. */
const most = 100;

/** Fetches the user's marks for all cards of a page in one request. */
async function askForWaiting(queries: QueryClient): Promise<void> {
  const ids = [...waiting].slice(0, most);
  waiting.clear();
  try {
    const { statuses } = await load(listLikeStatuses, { query: { ids: ids.join(',') } });
    for (const { id, isSaved, getsNews, ...like } of statuses) {
      // A button pressed during the request has the newer status.
      if (!known(queries, likeMark, id)) put(queries, likeMark, id, like);
      if (!known(queries, saveMark, id)) put(queries, saveMark, id, { isSaved, getsNews });
    }
  } catch (error) {
    // Leaving the page aborts the request, which is no failure.
    if (!isUnreachable(error)) logFailure('loading like statuses failed', error);
  }
}

function ask(queries: QueryClient, id: string): void {
  if (waiting.size === 0) setTimeout(() => void askForWaiting(queries));
  waiting.add(id);
}

/**
 * The user's mark on a pool, and `toggle`. `isGiven`: the page's data contain the status; cards fetch it. The display changes at once. The
 * code that tells the server loads with the first press.
 */
function useMark<S extends MarkStatus>(mark: PoolMark<S>, id: string, status: S, isGiven: boolean) {
  const queries = useQueryClient();
  const signedIn = useUser() !== null;
  const { data } = useData(mark.statusOf(id), { enabled: false });
  useEffect(() => {
    if (isGiven) put(queries, mark, id, status);
    else if (signedIn && !known(queries, mark, id)) ask(queries, id);
  }, [queries, mark, id, status, isGiven, signedIn]);
  const shown = data ?? status;
  const toggle = () => {
    const before = known(queries, mark, id) ?? shown;
    if (signedIn) put(queries, mark, id, mark.flip(before));
    import('./send-pool-mark.ts')
      .then(({ askToSignIn, sendMark }) =>
        signedIn ? sendMark(queries, { mark, id, before, wanted: mark.flip(before) }) : askToSignIn(mark),
      )
      .catch((error: unknown) => {
        put(queries, mark, id, before);
        toastError(error);
      });
  };
  return { ...shown, toggle, put: (now: S) => put(queries, mark, id, now) };
}

export interface LikeTarget {
  id: string;
  likeCount: number;
  /** Set on the pool page. */
  isLiked?: boolean;
}

/** The user's like status of a pool, its like count, and `toggle`. */
export function useLike({ id, likeCount, isLiked }: LikeTarget) {
  const status = useMemo(() => ({ isLiked: isLiked ?? false, likeCount }), [isLiked, likeCount]);
  return useMark(likeMark, id, status, isLiked !== undefined);
}

export interface SaveTarget {
  id: string;
  /** Set on the pool page and in the list of followed pools. */
  isSaved?: boolean;
  getsNews?: boolean;
}

/** Whether the user follows a pool and gets its news, and `toggle`, which follows or stops following it. */
export function useSave({ id, isSaved, getsNews = false }: SaveTarget) {
  const status = useMemo(() => ({ isSaved: isSaved ?? false, getsNews }), [isSaved, getsNews]);
  return useMark(saveMark, id, status, isSaved !== undefined);
}
