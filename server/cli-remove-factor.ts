import { removeFactors } from './admin/remove-factors.ts';
import type { Platform } from './platform/platform.ts';

/** `npm run cli -- remove-factor EMAIL`. Returns a text for the operator, and the exit code. */
export async function runRemoveFactor(context: Platform, email: string): Promise<{ text: string; code: number }> {
  const removed = await removeFactors(context, email);
  if (removed === 'unknown') return { text: `No account has the email ${email}.`, code: 1 };
  if (removed === 'none') return { text: `${email} has no second factor.`, code: 1 };
  const { passkeys, app, recoveryCodes } = removed;
  const text = `${email}: removed ${passkeys} passkeys, ${app ? 'the' : 'no'} authenticator app and ${recoveryCodes} recovery codes. All sessions have ended, and an email says so.`;
  return { text, code: 0 };
}
