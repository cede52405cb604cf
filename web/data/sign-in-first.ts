import { localized } from '#contract/language/localized-path.ts';
import { type Text, t } from '#contract/language/text.ts';
import { signInPath } from '#contract/paths.ts';
import { toast } from '#web/ui/toast.tsx';
import { useLocation } from './location.tsx';
import { saveOriginalPage } from './original-page.ts';

/** Opens the sign-in page, which leads back here. A full navigation, because signing in reloads the page anyway. */
export function goToSignIn(here: string): void {
  saveOriginalPage(here);
  location.assign(localized(signInPath(here)));
}

/** Returns a function that asks the visitor to sign in and then return here. `request`: "Please log in to follow creators". */
export function useSignInFirst(request: Text): () => void {
  const { pathname, search } = useLocation();
  return () =>
    toast({
      title: t`Authentication required`,
      description: request,
      action: { label: t`Sign In`, onPress: () => goToSignIn(pathname + search) },
    });
}
