import { useQueryClient } from '@tanstack/react-query';
import { likeUpdate, listUpdates, unlikeUpdate } from '#contract/calls/updates-and-comments.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { t } from '#contract/language/text.ts';
import type { Update } from '#contract/updates.ts';
import { call } from '#web/data/call.ts';
import { useOptimisticLike } from '#web/data/use-optimistic-like.ts';

type Page = OutputOf<typeof listUpdates>;

/** The user's like of an update, and `toggle`. */
export function useUpdateLike(update: Update) {
  const queries = useQueryClient();
  const { id } = update;
  return useOptimisticLike(update, {
    key: id,
    signIn: t`Please log in to like this update`,
    send: (liked) => call(liked ? likeUpdate : unlikeUpdate, { params: { id } }),
    store: (likes) =>
      queries.setQueriesData<Page>(
        { queryKey: [listUpdates.path] },
        (page) =>
          page && { ...page, updates: page.updates.map((other) => (other.id === id ? { ...other, ...likes } : other)) },
      ),
  });
}
