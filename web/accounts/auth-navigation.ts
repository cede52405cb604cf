import { currentLanguage, type Text } from '#contract/language/text.ts';
import { paths, providerPath, providerProofPath, safeRedirect, signInPath } from '#contract/paths.ts';
import { keepToastForNextPage } from '#web/data/kept-toast.ts';
import { broadcastSessionChange } from '#web/data/session-end.ts';

/** The path to open after sign-in, from the `redirect` query. Never leads back to /auth, except to the page that links a provider. */
export function targetOf(search: URLSearchParams): string {
  const target = safeRedirect(search.get('redirect'));
  if (target === paths.linkProvider) return target;
  return /^\/auth(?:[/?#]|$)/.test(target) ? '/' : target;
}

/** The address of the sign-in page in one of its modes. */
export const authHref = (mode: 'login' | 'register', target: string) =>
  `/auth?mode=${mode}&redirect=${encodeURIComponent(target)}`;

/** The address of the password recovery page, which keeps the redirect target. */
export const forgotHref = (target: string) =>
  target === '/' ? paths.forgotPassword : `${paths.forgotPassword}?redirect=${encodeURIComponent(target)}`;

/** The way back from the recovery page to the sign-in page. */
export const backToSignIn = (target: string) => (target === '/' ? paths.auth : signInPath(target));

/**
 * The address that starts a sign-in with a provider. `chooseAccount` makes the provider show its account chooser. A new account gets the
 * language of this page.
 */
export const startProviderPath = (id: string, target: string, { chooseAccount = false } = {}) => {
  const query = new URLSearchParams({ redirect: target });
  if (chooseAccount) query.set('prompt', 'select_account');
  const language = currentLanguage();
  if (language) query.set('locale', language.locale);
  return `${providerPath(id)}?${query}`;
};

/** The address at which a new sign-in with a provider proves who the person is. */
export const proveWithProviderPath = (id: string, target: string) =>
  `${providerProofPath(id)}&redirect=${encodeURIComponent(target)}`;

/** Tells other tabs about the new session and loads the target page with it. The toast appears after the page load. */
export function reloadSignedIn(target: string, title: Text, description: Text): void {
  broadcastSessionChange();
  keepToastForNextPage({ title, description });
  window.location.assign(target);
}
