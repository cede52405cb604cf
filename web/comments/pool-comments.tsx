import { LogIn } from 'lucide-react';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { signInPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { type CommentSort, commentSorts } from '#contract/sorts.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { CommentForm } from '#web/comments/comment-form.tsx';
import {
  type CommentView,
  commentsOf,
  commentsPath,
  commentViewIn,
  usePostComment,
} from '#web/comments/comment-queries.ts';
import { Thread } from '#web/comments/comment-thread.tsx';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton, SkeletonList } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { Pagination } from '#web/ui/pagination.tsx';

function Loading({ count }: { count: number }) {
  return (
    <div className="grid gap-6">
      <SkeletonList count={Math.min(count, limits.comment.pageSize)}>
        <div className="flex gap-3">
          <Skeleton className="size-8 rounded-full!" />
          <div className="flex-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="mt-2 h-4 w-4/5" />
            <Skeleton className="mt-2 h-4 w-2/5" />
          </div>
        </div>
      </SkeletonList>
    </div>
  );
}

/** The comment form, or a link to sign in. */
export function Composer({ onSubmit }: { onSubmit: (content: string) => Promise<unknown> }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  if (!user) {
    const here = pathname + search;
    return (
      <LinkButton
        to={signInPath(here)}
        icon={<LogIn aria-hidden="true" />}
        className="justify-self-start"
        onClick={() => saveOriginalPage(here)}
      >{t`Sign in to comment`}</LinkButton>
    );
  }
  if (user.suspended) return null;
  return (
    <div className="flex gap-3">
      <Avatar name={user.displayName || user.username} src={user.avatarUrl} className="mt-1" />
      <CommentForm label={t`Write a comment`} action={t`Post comment`} onSubmit={onSubmit} />
    </div>
  );
}

const orders: Record<CommentSort, Message> = {
  newest: msg({ message: 'Newest', context: 'comments' }),
  top: msg({ message: 'Top', context: 'comments' }),
};

/** Links to the orders of the comments. */
function CommentOrder({ current }: { current: CommentSort }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={t`Sort comments`} className="flex gap-1">
      {commentSorts.map((sort) => (
        <Link
          key={sort}
          to={commentsPath(pathname, { page: 1, sort })}
          keepScroll
          className="btn btn-ghost btn-sm aria-[current]:bg-hover"
          aria-current={sort === current ? 'true' : undefined}
        >
          {textOf(orders[sort])}
        </Link>
      ))}
    </nav>
  );
}

/** The comments on a pool. */
export function PoolComments({ pool }: { pool: Pool }) {
  const { pathname } = useLocation();
  const view = commentViewIn(useSearch());
  const { commentCount } = pool;
  const comments = useData(commentsOf(pool.id, view), { keepPrevious: true, enabled: commentCount > 0 });
  const say = usePostComment(pool.id, view);
  const first: CommentView = { page: 1, sort: 'newest' };
  // The new comment is the first of the newest.
  const sayFirst = async (content: string) => {
    await say(content);
    if (view.page > 1 || view.sort !== first.sort) {
      navigate(commentsPath(pathname, first), { replace: true, keepScroll: true });
    }
  };
  return (
    <section aria-labelledby="comments-title" className="grid gap-5">
      <h2 id="comments-title" className="sr-only">
        {t`Comments ${{ number: formatNumber(commentCount) }}`}
      </h2>
      <Composer onSubmit={sayFirst} />
      {commentCount > 1 ? <CommentOrder current={view.sort} /> : null}
      {commentCount === 0 ? (
        <p className="text-muted">{t`No comments yet. Write the first one.`}</p>
      ) : (
        <Loaded of={comments} loading={<Loading count={commentCount} />} failed={t`We couldn’t load the comments`}>
          {(data) => (
            <>
              <ul className="grid grid-cols-1 gap-4" aria-busy={comments.isPlaceholderData}>
                {data.comments.map((thread) => (
                  <Thread key={thread.id} pool={pool} thread={thread} onSubmit={say} />
                ))}
              </ul>
              {data.comments.length === 0 ? (
                <p className="text-muted">{t`There are no comments on this page.`}</p>
              ) : null}
              <Pagination
                {...data.pagination}
                hrefOf={(page) => `${commentsPath(pathname, { ...view, page })}#comments`}
              />
            </>
          )}
        </Loaded>
      )}
    </section>
  );
}
