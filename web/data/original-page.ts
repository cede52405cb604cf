import { safeRedirect } from '#contract/paths.ts';
import { logFailure } from './log.ts';

const key = 'originalPage';

/** Stores the page to return to after signing in. Does nothing without storage (server, private mode). */
export function saveOriginalPage(path: string): void {
  if (import.meta.env.SSR) return;
  try {
    localStorage.setItem(key, path);
  } catch (error) {
    logFailure('could not store the page to return to', error);
  }
}

/** The page to return to after signing in; "/" if none is stored. */
export function originalPage(): string {
  try {
    return safeRedirect(localStorage.getItem(key));
  } catch (error) {
    logFailure('could not read the page to return to', error);
    return '/';
  }
}

/** Deletes the stored page, once the person is signed in. */
export function clearOriginalPage(): void {
  try {
    localStorage.removeItem(key);
  } catch (error) {
    logFailure('could not delete the page to return to', error);
  }
}
