import { getCurrentUser } from '#contract/calls/accounts.ts';
import { asAppError, call, endedSession } from './call.ts';
import { logFailure } from './log.ts';

export const sessionKey = 'sessionEnded';
// Client only: only event handlers and effects write it.
let onEnd: (() => void) | undefined;

/** Registers an action of the page for the end of its session. Runs at most once. */
export function onSessionEnd(act: () => void): void {
  onEnd = act;
}

/**
 * Asks the server whose session this browser has. If there is none, a page with typed text asks the person to sign in again, a page that
 * asks already waits for the answer, and any other page runs the registered action. Loads the page again if the session belongs to a
 * person other than `me`, because every request of this tab now acts as that person.
 */
export async function checkSession(me: string): Promise<void> {
  try {
    const { id } = await call(getCurrentUser);
    if (id !== me) window.location.reload();
    else endedSession.close?.();
  } catch (error) {
    if (asAppError(error).code !== 'not_signed_in') return;
    if (endedSession.staysOpen?.()) await endedSession.ask?.();
    else endSession();
  }
}

/** Runs the registered action. */
export function endSession(): void {
  const act = onEnd;
  onEnd = undefined;
  act?.();
}

/** Notifies the browser's other tabs that a person has signed in, or with "out" that they chose to sign out. */
export function broadcastSessionChange(how = ''): void {
  try {
    localStorage.setItem(sessionKey, Date.now() + how);
  } catch (error) {
    logFailure('could not notify other tabs of the session', error);
  }
}

/** Checks the session of `me` when another tab reports a change. */
export function listenForSessionChange(me: string): void {
  window.addEventListener('storage', (event) => event.key === sessionKey && void checkSession(me));
}
