import { logout } from '#contract/accounts.ts';
import { call } from './call.ts';
import { endSessionAndClearDevice } from './clear-device.ts';
import { logFailure } from './log.ts';
import { broadcastSessionEnd } from './session-end.ts';

/** What ends with the session, in this tab. Client only: only event handlers and effects write it. */
export const beforeSignOut = new Set<() => void>();

/** Posts logout, then starts over at /; a failure is only logged, as specified. */
export async function signOut(): Promise<void> {
  for (const act of beforeSignOut) act();
  // What its push service still has for this browser is not for whoever comes next.
  navigator.serviceWorker
    ?.getRegistration()
    .then((worker) => worker?.pushManager?.getSubscription())
    .then((subscription) => subscription?.unsubscribe())
    .catch((error) => logFailure('pushes go on', error));
  try {
    await endSessionAndClearDevice(() => call(logout));
  } catch (error) {
    logFailure('signing out failed', error);
  }
  broadcastSessionEnd();
  window.location.assign('/');
}
