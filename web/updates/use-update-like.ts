import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint.ts';
import { likeUpdate, listUpdates, type Update, unlikeUpdate } from '#contract/updates.ts';
import { call } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { useSignInFirst } from '#web/data/sign-in-first.ts';
import { toastError } from '#web/ui/toast.tsx';

type Page = OutputOf<typeof listUpdates>;

/** The user's like of an update, and `toggle`. Shows a press before the server has answered; ignores presses until then. */
export function useUpdateLike({ id, isLiked, likeCount }: Update) {
  const queries = useQueryClient();
  const isSignedIn = useUser() !== null;
  const signIn = useSignInFirst('like this update');
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (liked: boolean) => call(liked ? likeUpdate : unlikeUpdate, { params: { id } }),
    onSuccess: (answer) => {
      const change = (update: Update) =>
        update.id === id ? { ...update, isLiked: answer.liked, likeCount: answer.likeCount } : update;
      queries.setQueriesData<Page>(
        { queryKey: [listUpdates.path] },
        (page) => page && { ...page, updates: page.updates.map(change) },
      );
    },
    onError: (error) => toastError(error),
  });
  const shown = isPending ? variables : isLiked;
  const toggle = () => {
    if (!isSignedIn) signIn();
    else if (!isPending) mutate(!isLiked);
  };
  return { isLiked: shown, likeCount: likeCount + Number(shown) - Number(isLiked), toggle };
}
