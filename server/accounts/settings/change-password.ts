import { appError } from '#contract/errors.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { deleteEmailTokens } from '#server/accounts/email-tokens.sql.ts';
import { lockProvenAccount } from '#server/accounts/lock-own-account.ts';
import { checkPasswordChoice, hashPassword } from '#server/accounts/passwords.ts';
import { checkPassword, proveIdentity } from '#server/accounts/prove-identity.ts';
import { endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { giveSessionCookie, openSession } from '#server/accounts/sessions/sessions.ts';
import { findUserById, setPassword } from '#server/accounts/users.sql.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { signedIn } from '#server/platform/http/signed-in.ts';
import { passwordSetEmail } from './settings-emails.ts';

/**
 * Asks for the current password, ends every other session and gives this browser a new one. Links that were mailed before end, too.
 * Somebody who only signs in with Google sets a first password right after signing in.
 */
export async function changePassword(
  context: AccountsContext,
  request: RequestContext,
  input: { currentPassword?: string | undefined; newPassword: string },
): Promise<{ message: string }> {
  const { config, db, mail } = context;
  const actor = signedIn(request);
  const user = await findUserById(db.sql, actor.userId);
  if (!user) throw appError('not_signed_in');
  const proof = { password: input.currentPassword, field: 'currentPassword' };
  if (user.passwordHash) {
    if (!input.currentPassword) throw missing('currentPassword', 'Current password is required');
    checkPasswordChoice(input.newPassword, config.passwordDenylist);
    await checkPassword(context, request, user, proof);
  } else {
    checkPasswordChoice(input.newPassword, config.passwordDenylist);
    await proveIdentity(context, request, user, proof);
  }
  const passwordHash = await hashPassword(input.newPassword);
  const token = await db.tx(async (tx) => {
    await lockProvenAccount(tx, actor, user.passwordHash);
    await setPassword(tx, user.id, passwordHash);
    await deleteEmailTokens(tx, user.id, 'reset');
    await deleteEmailTokens(tx, user.id, 'change');
    await endSessions(context, tx, user.id);
    const letter = passwordSetEmail(config, user.username, user.passwordHash === null);
    await mail.send(tx, { ...letter, to: user.email, messageId: `password-set-${request.requestId}` });
    return openSession(context, tx, request, user.id);
  });
  giveSessionCookie(context, request, token);
  return { message: 'Your password is changed. Every other session has ended.' };
}

function missing(field: string, message: string) {
  return appError('validation_failed', { message, fields: { [field]: message } });
}
