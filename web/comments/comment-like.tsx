import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  likeComment,
  listComments,
  listReplies,
  listUpdateComments,
  unlikeComment,
} from '#contract/calls/updates-and-comments.ts';
import type { Reply } from '#contract/comments.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { type Likes, useOptimisticLike } from '#web/data/use-optimistic-like.ts';
import { LikeToggle } from '#web/ui/like-toggle.tsx';

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

function useCommentLike(comment: Reply) {
  const queries = useQueryClient();
  const { id } = comment;
  return useOptimisticLike(comment, {
    key: id,
    signIn: t`Please log in to like comments`,
    send: (liked) => call(liked ? likeComment : unlikeComment, { params: { id } }),
    store: (likes) => store(queries, id, likes),
  });
}

export function CommentLikeButton({ comment, by }: { comment: Reply; by: string }) {
  return (
    <LikeToggle {...useCommentLike(comment)} disabled={useUser()?.suspended}>
      <span className="sr-only">{t`Like the comment by ${{ name: by }}`}</span>
    </LikeToggle>
  );
}
