import { getCurrentUser } from '#contract/accounts.ts';
import { asAppError, call } from './call.ts';
import { logFailure } from './log.ts';

const key = 'sessionEnded';
// Client only: only event handlers and effects write it.
let onEnd: (() => void) | undefined;

/** Registers an action of the page for the end of its session. Runs at most once. */
export function onSessionEnd(act: () => void): void {
  onEnd = act;
}

/** Asks the server whether the session has ended, and if so runs the registered action. */
export async function checkSession(): Promise<void> {
  try {
    await call(getCurrentUser);
  } catch (error) {
    if (asAppError(error).code !== 'not_signed_in') return;
    const act = onEnd;
    onEnd = undefined;
    act?.();
  }
}

/** Notifies the browser's other tabs that the session has ended. */
export function broadcastSessionEnd(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch (error) {
    logFailure('could not notify other tabs of the sign-out', error);
  }
}

/** Ends the session in this tab when another tab reports its end. */
export function listenForSessionEnd(): void {
  window.addEventListener('storage', (event) => event.key === key && void checkSession());
}
