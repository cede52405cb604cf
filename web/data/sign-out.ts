import { logout } from '#contract/accounts.ts';
import { call } from './call.ts';
import { logFailure } from './log.ts';

/** Posts logout, then starts over at /; a failure is only logged, as specified. */
export async function signOut(): Promise<void> {
  try {
    await call(logout);
  } catch (error) {
    logFailure('signing out failed', error);
  }
  window.location.assign('/');
}
