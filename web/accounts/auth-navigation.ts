import { paths, safeRedirect, signInPath } from '#contract/paths.ts';
import { keepToastForNextPage } from '#web/data/kept-toast.ts';

/** Where a sign-in page leads: the redirect of its address, but never back to signing in. */
export function targetOf(search: URLSearchParams): string {
  const target = safeRedirect(search.get('redirect'));
  return /^\/auth(?:[/?#]|$)/.test(target) ? '/' : target;
}

/** The address of the page in one of its modes. */
export const authHref = (mode: 'login' | 'register', target: string) =>
  `/auth?mode=${mode}&redirect=${encodeURIComponent(target)}`;

/** "Forgot your password?", which remembers where signing in leads. */
export const forgotHref = (target: string) =>
  target === '/' ? paths.forgotPassword : `${paths.forgotPassword}?redirect=${encodeURIComponent(target)}`;

/** Back to the sign-in page from there. */
export const backToSignIn = (target: string) => (target === '/' ? paths.auth : signInPath(target));

/** Where Google sign-in starts; `chooseAccount` makes Google ask which account it is. */
export const startGooglePath = (target: string, { chooseAccount = false } = {}) =>
  `/api/auth/google?redirect=${encodeURIComponent(target)}${chooseAccount ? '&prompt=select_account' : ''}`;

/** Reloads the page as the person who just signed in; the toast appears after the reload. */
export function reloadSignedIn(target: string, title: string, description: string): void {
  keepToastForNextPage({ title, description });
  window.location.assign(target);
}
