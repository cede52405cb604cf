import { useMutation } from '@tanstack/react-query';
import type { Text } from '#contract/language/text.ts';
import { toastError } from '#web/ui/toast.tsx';
import { useUser } from './session.ts';
import { useSignInFirst } from './sign-in-first.ts';

export interface Likes {
  isLiked: boolean;
  likeCount: number;
}

interface LikeOptions {
  /** Requests with the same key run one after another. */
  key: string;
  /** Asks a visitor: "Please log in to like comments". */
  signIn: Text;
  send: (liked: boolean) => Promise<{ liked: boolean; likeCount: number }>;
  /** Writes the server's answer into the cached lists. */
  store: (likes: Likes) => void;
}

/** The user's like of a comment or an update, shown before the server answers. */
export function useOptimisticLike(
  { isLiked, likeCount }: Likes,
  { key, signIn, send, store }: LikeOptions,
): Likes & { toggle: () => void } {
  const signedIn = useUser() !== null;
  const askToSignIn = useSignInFirst(signIn);
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `like of ${key}` },
    mutationFn: send,
    onSuccess: (now) => store({ isLiked: now.liked, likeCount: now.likeCount }),
    onError: (error) => toastError(error),
  });
  const shown = isPending ? variables : isLiked;
  return {
    isLiked: shown,
    likeCount: likeCount + Number(shown) - Number(isLiked),
    toggle: () => (signedIn ? mutate(!shown) : askToSignIn()),
  };
}
