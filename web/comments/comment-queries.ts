import { useQueryClient } from '@tanstack/react-query';
import { getPool, listPools, resolvePool } from '#contract/calls/pools.ts';
import {
  addComment,
  listComments,
  listReplies,
  listUpdateComments,
  listUpdates,
} from '#contract/calls/updates-and-comments.ts';
import type { Comment } from '#contract/comments.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import type { CommentSort } from '#contract/sorts.ts';
import { call } from '#web/data/call.ts';
import { live, optional, query, useRefresh } from '#web/data/query.ts';

/** One page of a pool's comments in one order. */
export interface CommentView {
  page: number;
  sort: CommentSort;
}

export const commentsOf = (poolId: string, view: CommentView) =>
  optional(live(query(listComments, { params: { id: poolId }, query: view })));

export const repliesOf = (commentId: string, page: number) =>
  query(listReplies, { params: { id: commentId }, query: { page } });

/** The page and the order of comments in a URL's query; the first page and the newest first if a value is missing or invalid. */
export function commentViewIn(search: URLSearchParams): CommentView {
  const page = Number(search.get('comments') ?? 1);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    sort: search.get('sort') === 'top' ? 'top' : 'newest',
  };
}

/** The path of a page of comments. */
export function commentsPath(poolPath: string, { page, sort }: CommentView): string {
  const order = sort === 'newest' ? '' : `&sort=${sort}`;
  return `${poolTabPath(poolPath, 'comments')}${order}${page === 1 ? '' : `&comments=${page}`}`;
}

/** Refreshes every query that shows comments on a pool or its updates, or counts them. */
export function useRefreshComments(): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(listComments, listReplies, listUpdateComments, listUpdates, resolvePool, getPool, listPools);
}

type Threads = OutputOf<typeof listComments>;

function withNew(threads: Threads | undefined, made: Comment): Threads | undefined {
  if (!threads) return undefined;
  const { comments, pagination } = threads;
  if (made.parentId === null) {
    const totalCount = pagination.totalCount + 1;
    return { comments: [made, ...comments], pagination: { ...pagination, totalCount } };
  }
  const { replies: _, replyCount: __, ...reply } = made;
  const add = (thread: Comment) => ({
    ...thread,
    replyCount: thread.replyCount + 1,
    replies: [...thread.replies, reply],
  });
  return { ...threads, comments: comments.map((thread) => (thread.id === made.parentId ? add(thread) : thread)) };
}

/** Posts a comment; the list shows it as soon as the server has stored it. */
export function usePostComment(
  poolId: string,
  view: CommentView,
): (content: string, parentId?: string) => Promise<Comment> {
  const queries = useQueryClient();
  const refresh = useRefreshComments();
  return async (content, parentId) => {
    const body = { content, ...(parentId ? { parentId } : {}) };
    const made = await call(addComment, { params: { id: poolId }, body });
    const { queryKey } = commentsOf(poolId, parentId ? view : { page: 1, sort: 'newest' });
    queries.setQueryData<Threads>(queryKey, (threads) => withNew(threads, made));
    void refresh();
    return made;
  };
}
