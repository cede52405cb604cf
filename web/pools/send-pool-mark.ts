import type { QueryClient } from '@tanstack/react-query';
import {
  likePool,
  listLikedPools,
  listSavedPools,
  resolvePool,
  savePool,
  setPoolNews,
  unlikePool,
  unsavePool,
} from '#contract/calls/pools.ts';
import { msg, t, textOf } from '#contract/language/text.ts';
import type { LikeStatus } from '#contract/likes.ts';
import { paths } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { SaveStatus } from '#contract/saves.ts';
import { asAppError, call } from '#web/data/call.ts';
import type { DataQuery } from '#web/data/query.ts';
import { goToSignIn } from '#web/data/sign-in-first.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast, toastError } from '#web/ui/toast.tsx';

export type MarkStatus = LikeStatus | SaveStatus;

/** A mark that a person puts on a pool: a like, or a follow. */
export interface PoolMark<S extends MarkStatus> {
  kind: 'like' | 'save';
  /** The cached status of one pool. */
  statusOf: (id: string) => DataQuery<S>;
  /** The status after one press. */
  flip: (status: S) => S;
}

type Kind = keyof typeof words;

const isOn = (status: MarkStatus) => ('isLiked' in status ? status.isLiked : status.isSaved);

async function tell(status: MarkStatus, id: string): Promise<MarkStatus> {
  const input = { params: { id } };
  if ('isSaved' in status) return call(status.isSaved ? savePool : unsavePool, input);
  const { liked, likeCount } = await call(status.isLiked ? likePool : unlikePool, input);
  return { isLiked: liked, likeCount };
}

const words = {
  like: {
    signIn: msg`Please log in to like pools`,
    list: paths.favorites,
    queryKey: [listLikedPools.path],
    added: { title: msg`Added to Favorites`, description: msg`You can view this tip pool in your Favorites.` },
    removed: msg`Removed from Favorites`,
  },
  save: {
    signIn: msg`Please log in to follow pools`,
    list: paths.following,
    queryKey: [listSavedPools.path],
    added: {
      title: msg({ message: 'Following', context: 'notice: the person now follows this pool' }),
      description: msg`We’ll send you news about this tip pool.`,
    },
    removed: msg`You no longer follow this tip pool`,
  },
} as const;

export function askToSignIn({ kind }: { kind: Kind }): void {
  toast({
    title: t`Authentication required`,
    description: textOf(words[kind].signIn),
    action: { label: t`Sign In`, onPress: () => goToSignIn(location.pathname + location.search) },
  });
}

interface Press<S extends MarkStatus> {
  mark: PoolMark<S>;
  id: string;
  before: S;
  wanted: S;
}

/**
 * Updates the mark in the data of the pool's page, which would otherwise restore the old status. A fetch that is under way may have read
 * the old status: it is canceled and starts again. Stale data stays stale.
 */
export async function putInPool(queries: QueryClient, id: string, status: MarkStatus): Promise<void> {
  for (const [queryKey, pool] of queries.getQueriesData<Pool>({ queryKey: [resolvePool.path] })) {
    if (pool?.id !== id) continue;
    const state = queries.getQueryState(queryKey);
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<Pool>(queryKey, (latest) => latest && { ...latest, ...status });
    if (state?.isInvalidated || state?.fetchStatus === 'fetching') void queries.invalidateQueries({ queryKey });
  }
}

/** The latest wanted status per mark and pool while a request about it runs. Browser only: only event handlers write it. */
const wishes = new Map<string, MarkStatus>();

/** Sends the displayed status to the server. Presses during a request lead to one further request, never to parallel ones. */
export async function sendMark<S extends MarkStatus>(queries: QueryClient, { mark, id, before, wanted }: Press<S>) {
  const key = `${mark.kind} ${id}`;
  const isUnderWay = wishes.has(key);
  wishes.set(key, wanted);
  if (isUnderWay) return;
  const put = (status: MarkStatus) => queries.setQueryData<unknown>(mark.statusOf(id).queryKey, status);
  let told: MarkStatus | undefined;
  try {
    for (let wish = wishes.get(key); wish && (!told || isOn(told) !== isOn(wish)); wish = wishes.get(key)) {
      told = await tell(wish, id);
    }
    const now = told ?? wanted;
    put(now);
    await putInPool(queries, id, now);
    sayDone(mark.kind, isOn(now), async () => {
      put(mark.flip(now as S));
      await sendMark(queries, { mark, id, before: now as S, wanted: mark.flip(now as S) });
      if ('isSaved' in before && before.isSaved && !before.getsNews) await keepNewsOff(queries, mark, id);
    });
  } catch (error) {
    put(told ?? before);
    if (asAppError(error).code === 'not_signed_in') askToSignIn(mark);
    else toastError(error);
  } finally {
    wishes.delete(key);
    void queries.invalidateQueries({ queryKey: words[mark.kind].queryKey });
  }
}

/** Follows start with news. Undo restores the choice that the person had made. */
async function keepNewsOff<S extends MarkStatus>(queries: QueryClient, mark: PoolMark<S>, id: string): Promise<void> {
  try {
    const status = await call(setPoolNews, { params: { id }, body: { getsNews: false } });
    queries.setQueryData<unknown>(mark.statusOf(id).queryKey, status);
    await putInPool(queries, id, status);
  } catch (error) {
    toastError(error);
  }
}

function sayDone(kind: Kind, isAdded: boolean, undo: () => Promise<void>): void {
  const { added, removed, list } = words[kind];
  if (isAdded) {
    toast({
      title: textOf(added.title),
      description: textOf(added.description),
      durationMs: 3000,
      action: { label: t({ message: 'View', context: 'verb on a button' }), onPress: () => navigate(list) },
    });
  } else toast({ title: textOf(removed), durationMs: 3000, action: { label: t`Undo`, onPress: () => void undo() } });
}
