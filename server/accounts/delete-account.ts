import { randomBytes } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import { endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { clearBrowser } from '#server/accounts/sessions/sessions.ts';
import { countOtherAdmins, eraseUser, saveProfile } from '#server/accounts/settings/profile.sql.ts';
import { accountDeletedEmail } from '#server/accounts/settings/settings-emails.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { signedIn } from '#server/platform/http/signed-in.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { AccountsContext } from './accounts-context.ts';
import { deleteEmailTokens } from './email-tokens.sql.ts';
import { deleteIdentities } from './identities.sql.ts';
import { lockProvenAccount } from './lock-own-account.ts';
import { proveIdentity } from './prove-identity.ts';
import { findUserById, type UserRow } from './users.sql.ts';

/**
 * Erases an account in one transaction. Modules that hold money for the person refuse first: `account_in_use`, with the reason. Then
 * every module deletes its personal data, and the user row is blanked. The email can register again immediately.
 */
export async function deleteAccount(
  context: AccountsContext,
  request: RequestContext,
  password: string | undefined,
): Promise<{ message: string }> {
  const actor = signedIn(request);
  const user = await findUserById(context.db.sql, actor.userId);
  if (!user) throw appError('not_signed_in');
  await proveIdentity(context, request, user, { password, field: 'password' });
  await context.db.tx(async (tx) => erase(context, tx, await lockProvenAccount(tx, actor, user.passwordHash)));
  clearBrowser(request);
  context.log.info({ event: 'account_deleted', userId: user.id, requestId: request.requestId }, 'account deleted');
  return { message: 'Your account is deleted.' };
}

async function erase(context: AccountsContext, tx: Tx, user: UserRow): Promise<void> {
  const { config, facts, mail } = context;
  if (user.role === 'admin' && (await countOtherAdmins(tx, user.id)) === 0) {
    throw appError('account_in_use', { message: 'You are the only admin. Make someone else an admin first.' });
  }
  await facts.publish(tx, 'user.leaving', { userId: user.id });
  await endSessions(context, tx, user.id);
  // Clear the avatar first, so that the media module deletes it as unused.
  await saveProfile(tx, user.id, { avatarUrl: null });
  await facts.publish(tx, 'user.left', { userId: user.id });
  await deleteIdentities(tx, user.id);
  await deleteEmailTokens(tx, user.id);
  const content = accountDeletedEmail(config, user.username);
  await mail.send(tx, { ...content, to: user.email, messageId: `account-deleted-${user.id}` });
  await eraseUser(tx, user.id, `deleted_${randomBytes(6).toString('hex')}`);
}
