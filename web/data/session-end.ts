import { getCurrentUser } from '#contract/accounts.ts';
import { asAppError, call } from './call.ts';
import { logFailure } from './log.ts';

const key = 'sessionEnded';
let onEnd: (() => void) | undefined;

/** What a page does about it; it is told once. */
export function whenSessionEnds(act: () => void): void {
  onEnd = act;
}

/** Something says that the session is over: asks the server, which knows. */
export async function lookAtSession(): Promise<void> {
  try {
    await call(getCurrentUser);
  } catch (error) {
    if (asAppError(error).code !== 'not_signed_in') return;
    const act = onEnd;
    onEnd = undefined;
    act?.();
  }
}

/** Tells the other tabs of this browser. */
export function tellSessionEnded(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch (error) {
    logFailure('other tabs are not told', error);
  }
}

/** Told by another tab. */
export function hearSessionEnded(): void {
  window.addEventListener('storage', (event) => event.key === key && void lookAtSession());
}
