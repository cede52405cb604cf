import { safeRedirect } from '#contract/paths.ts';
import { logFailure } from './log.ts';

const key = 'originalPage';

/** Remembers where someone was before they went to sign in. Nothing where there is no storage (server, private mode). */
export function saveOriginalPage(path: string): void {
  if (import.meta.env.SSR) return;
  try {
    localStorage.setItem(key, path);
  } catch (error) {
    logFailure('the page to return to is not remembered', error);
  }
}

/** The page that someone left for signing in; "/" where none is remembered. */
export function originalPage(): string {
  try {
    return safeRedirect(localStorage.getItem(key));
  } catch (error) {
    logFailure('the page to return to is not known', error);
    return '/';
  }
}

/** Forgets it, once someone is signed in. */
export function clearOriginalPage(): void {
  try {
    localStorage.removeItem(key);
  } catch (error) {
    logFailure('the page to return to is not forgotten', error);
  }
}
