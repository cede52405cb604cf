import { randomBytes } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { deleteIdentities } from '#server/accounts/providers/identities.sql.ts';
import { deleteFactors } from '#server/accounts/second-factor/factors.sql.ts';
import { endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { deleteDevices } from '#server/accounts/sessions/known-devices.sql.ts';
import { countOtherAdmins, eraseUser, saveProfile } from '#server/accounts/settings/profile.sql.ts';
import { accountDeletedEmail } from '#server/accounts/settings/settings-emails.ts';
import { deleteUndeliverable } from '#server/platform/mail/undeliverable.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteEmailTokens } from './email-tokens.sql.ts';
import { deleteFormerEmails } from './former-emails.sql.ts';
import type { UserRow } from './users.sql.ts';

/**
 * Erases an account in the caller's transaction, which has locked it FOR UPDATE: concurrent calls of the person wait for this lock
 * (refuse-erased.sql). Modules that hold money for the person refuse first: `account_in_use`, with the reason. Then every module deletes
 * its personal data, and the user row is blanked. The email can register again immediately.
 */
export async function eraseAccount(context: InTransaction<Platform>, tx: Tx, user: UserRow): Promise<void> {
  const { config, facts, mail } = context;
  // Two admins may pass this at the same moment. The trigger of keep-one-admin.sql then refuses the second one.
  if (user.role === 'admin' && (await countOtherAdmins(tx, user.id)) === 0) {
    throw appError('account_in_use', { message: () => t`You are the only admin. Make someone else an admin first.` });
  }
  await facts.publish(tx, 'user.leaving', { userId: user.id });
  await endSessions(context, tx, user.id);
  // Clear the avatar first, so that the media module deletes it as unused.
  await saveProfile(tx, user.id, { avatarUrl: null });
  await facts.publish(tx, 'user.left', { userId: user.id });
  await deleteIdentities(tx, user.id);
  await deleteFactors(tx, user.id);
  await deleteDevices(tx, user.id);
  await deleteEmailTokens(tx, user.id);
  await deleteFormerEmails(tx, user.id);
  const compose = () => accountDeletedEmail(config, user.username);
  await mail.send(tx, { to: user, compose, messageId: `account-deleted-${user.id}` });
  await deleteUndeliverable(tx, user.email);
  await eraseUser(tx, user.id, `deleted_${randomBytes(6).toString('hex')}`);
}
