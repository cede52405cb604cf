import { eraseAccount } from '#server/accounts/erase-account.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Admin, actOnPerson } from './act-on-person.ts';

/** Deletes an account at its owner's request. Throws account_in_use while money is held for it or due to it. */
export async function deletePerson(
  context: Platform,
  admin: Admin,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ message: string }> {
  const action = 'user.deleted';
  await actOnPerson(context, admin, { userId, action, reason, forDeletion: true }, async (tx, account) => {
    await eraseAccount(context, tx, account);
    return [{ action, before: { role: account.role }, after: { deleted: true } }];
  });
  return { message: 'The account was deleted.' };
}
