import { mailRecoveryLink } from '#server/accounts/mail-recovery-link.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Admin, actOnPerson } from './act-on-person.ts';

/** Mails a person a link to choose a new password. Their password and sessions stay as they are until they use it. */
export async function resetPersonPassword(
  context: Platform,
  admin: Admin,
  { userId, reason, requestId }: { userId: string; reason: string; requestId: string },
): Promise<{ message: string }> {
  const action = 'user.password_reset';
  await actOnPerson(context, admin, { userId, action, reason }, async (tx, account) => {
    await mailRecoveryLink(context, tx, account, requestId);
    return [{ action, before: {}, after: {} }];
  });
  return { message: 'A link to choose a new password is on its way. It works for one hour.' };
}
