import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { likeComment, listComments, listReplies, type Reply, unlikeComment } from '#contract/comments.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { listUpdateComments } from '#contract/updates.ts';
import { grouped } from '#contract/values/format-number.ts';
import { call } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { useSignInFirst } from '#web/data/sign-in-first.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/toast.tsx';

type Likes = Pick<Reply, 'isLiked' | 'likeCount'>;

/** Writes the server's count into every cached list that shows the comment. The order of the list stays. */
function store(queries: QueryClient, id: string, likes: Likes): void {
  const updated = <T extends Reply>(comment: T): T => (comment.id === id ? { ...comment, ...likes } : comment);
  for (const { path } of [listComments, listUpdateComments]) {
    queries.setQueriesData<OutputOf<typeof listComments>>({ queryKey: [path] }, (threads) =>
      threads
        ? {
            ...threads,
            comments: threads.comments.map((thread) => ({ ...updated(thread), replies: thread.replies.map(updated) })),
          }
        : undefined,
    );
  }
  queries.setQueriesData<OutputOf<typeof listReplies>>({ queryKey: [listReplies.path] }, (page) =>
    page ? { ...page, replies: page.replies.map(updated) } : undefined,
  );
}

/** The like of a comment, shown before the server answers. Requests about one comment run one after another. */
function useCommentLike({ id, isLiked, likeCount }: Reply): Likes & { toggle: () => void } {
  const queries = useQueryClient();
  const signedIn = useUser() !== null;
  const askToSignIn = useSignInFirst('like comments');
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `like of comment ${id}` },
    mutationFn: (liked: boolean) => call(liked ? likeComment : unlikeComment, { params: { id } }),
    onSuccess: (now) => store(queries, id, { isLiked: now.liked, likeCount: now.likeCount }),
    onError: (error) => toastError(error),
  });
  const shown = isPending ? variables : isLiked;
  const change = Number(shown) - Number(isLiked);
  return {
    isLiked: shown,
    likeCount: likeCount + change,
    toggle: () => (signedIn ? mutate(!shown) : askToSignIn()),
  };
}

export function CommentLikeButton({ comment, by }: { comment: Reply; by: string }) {
  const suspended = useUser()?.suspended ?? false;
  const { isLiked, likeCount, toggle } = useCommentLike(comment);
  return (
    <Button
      size="sm"
      variant="ghost"
      className="like"
      icon={<Heart aria-hidden="true" />}
      aria-pressed={isLiked}
      disabled={suspended}
      onClick={toggle}
    >
      <span className="sr-only">Like the comment by {by}</span>
      {likeCount > 0 ? <span className="tabular-nums">{grouped(likeCount)}</span> : null}
    </Button>
  );
}
