import { signInPath } from '#contract/paths.ts';
import { toast } from '#web/ui/toast.tsx';
import { useLocation } from './location.tsx';
import { saveOriginalPage } from './original-page.ts';

/** To the sign-in page, and back to this place afterwards. A whole load, as signing in needs one anyway. */
export function toSignIn(here: string): void {
  saveOriginalPage(here);
  location.assign(signInPath(here));
}

/** Asks to sign in first; afterwards they are back here. `what` completes "Please log in to …". */
export function useSignInFirst(what: string): () => void {
  const { pathname, search } = useLocation();
  return () =>
    toast({
      title: 'Authentication required',
      description: `Please log in to ${what}`,
      action: { label: 'Sign In', onPress: () => toSignIn(pathname + search) },
    });
}
