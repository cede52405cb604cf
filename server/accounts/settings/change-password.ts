import { answerTexts } from '#contract/answer-texts.ts';
import { appError } from '#contract/errors.ts';
import { inEnglish, t } from '#contract/language/text.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { deleteEmailTokens } from '#server/accounts/email-tokens.sql.ts';
import { lockProvenAccount } from '#server/accounts/lock-own-account.ts';
import { checkPasswordChoice, hashPassword } from '#server/accounts/passwords.ts';
import { checkPassword, proveIdentity } from '#server/accounts/prove-identity.ts';
import { endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { openSession, setSessionCookie } from '#server/accounts/sessions/sessions.ts';
import { findUserById, setPassword } from '#server/accounts/users.sql.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { requireFreshProof } from '#server/platform/http/routes.ts';
import { passwordSetEmail } from './settings-emails.ts';

/**
 * Requires the current password, ends all sessions and gives this browser a new one. Invalidates mailed reset and email-change
 * links. A second factor needs a fresh proof as well, and a person without a password only that.
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
    if (!input.currentPassword) throw missing('currentPassword', () => t`Current password is required`);
    checkPasswordChoice(input.newPassword, config);
    await checkPassword(context, request, user, proof);
    if (user.hasSecondFactor) requireFreshProof(actor);
  } else {
    checkPasswordChoice(input.newPassword, config);
    await proveIdentity(context, request, user, proof);
  }
  const passwordHash = await hashPassword(context, input.newPassword);
  const token = await db.tx(async (tx) => {
    await lockProvenAccount(tx, actor, user.passwordHash);
    await setPassword(tx, user.id, passwordHash);
    await deleteEmailTokens(tx, user.id, 'reset');
    await deleteEmailTokens(tx, user.id, 'change');
    await endSessions(context, tx, user.id);
    const compose = () => passwordSetEmail(config, user.username, user.passwordHash === null);
    await mail.send(tx, { to: user, compose, messageId: `password-set-${request.requestId}` });
    return openSession(context, tx, request, user.id);
  });
  setSessionCookie(context, request, token);
  return { message: inEnglish(answerTexts.passwordChanged) };
}

function missing(field: string, message: () => string) {
  return appError('validation_failed', { message, fields: { [field]: message } });
}
