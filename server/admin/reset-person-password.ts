import { mailRecoveryLink } from '#server/accounts/mail-recovery-link.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Admin, actOnPerson } from './act-on-person.ts';

/** Emails a person a link to choose a new password. Their password and sessions stay valid until they use it. */
export async function resetPersonPassword(
  context: Platform,
  admin: Admin,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ message: string }> {
  const action = 'user.password_reset';
  await actOnPerson(context, admin, { userId, action, reason }, async (tx, account) => {
    await mailRecoveryLink(context, tx, account);
    return [{ action, before: {}, after: {} }];
  });
  return { message: 'We emailed them a link to choose a new password. It works for one hour.' };
}
