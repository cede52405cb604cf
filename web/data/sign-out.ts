import { logout } from '#contract/calls/accounts.ts';
import { addressIn } from '#contract/language/localized-path.ts';
import { currentLocale } from '#contract/language/text.ts';
import { call, pauseReading } from './call.ts';
import { endSessionAndClearDevice } from './clear-device.ts';
import { logFailure } from './log.ts';
import { broadcastSessionChange } from './session-end.ts';

/** Actions that run in this tab before a sign-out. Client only: only event handlers and effects write it. */
export const beforeSignOut = new Set<() => void>();

/** Calls logout, then loads "/". Failures are only logged (specification 8). */
export async function signOut(): Promise<void> {
  pauseReading();
  for (const act of beforeSignOut) act();
  // Queued pushes of this account must not reach the next person who uses this browser.
  navigator.serviceWorker
    ?.getRegistration()
    .then((worker) => worker?.pushManager?.getSubscription())
    .then((subscription) => subscription?.unsubscribe())
    .catch((error) => logFailure('could not unsubscribe from pushes', error));
  try {
    await endSessionAndClearDevice(() => call(logout));
  } catch (error) {
    logFailure('could not sign out', error);
  }
  broadcastSessionChange('out');
  window.location.assign(addressIn(currentLocale(), '/'));
}
