import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { openSession, setSessionCookie } from '#server/accounts/sessions/sessions.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { consumeEmailToken, deleteEmailTokens, isEmailTokenValid } from './email-tokens.sql.ts';
import { passwordChangedEmail } from './emails.ts';
import { checkPasswordChoice, hashPassword } from './passwords.ts';
import { hashToken } from './tokens.ts';
import { lockUser, markEmailVerified, setPassword } from './users.sql.ts';

/**
 * Sets a new password with a mailed link, which works once, and ends all sessions of the account. The link does not sign anyone in.
 * A browser that was already signed in to the account gets a new session. Throws link_invalid.
 */
export async function resetPassword(
  context: Platform,
  request: RequestContext,
  input: { token: string; password: string },
): Promise<{ message: string }> {
  const { config, db, limits, mail } = context;
  await limits.limiter('reset password', { points: 300, perMs: 60 * 60_000 }).consume(addressKey(request.ip));
  checkPasswordChoice(input.password, config);
  const tokenHash = hashToken(input.token);
  if (!(await isEmailTokenValid(db.sql, 'reset', tokenHash))) throw appError('link_invalid');
  const passwordHash = await hashPassword(context, input.password);

  const newSession = await db.tx(async (tx) => {
    const userId = await consumeEmailToken(tx, 'reset', tokenHash);
    const user = userId ? await lockUser(tx, userId) : null;
    if (!user) throw appError('link_invalid');
    await setPassword(tx, user.id, passwordHash);
    // Opening the link proves access to the mailbox. But a factor of an account that no one has confirmed may be a stranger's, who registered
    // the address before its owner. A reset removes no factor, so such an account stays unconfirmed.
    if (user.emailVerifiedAt || !user.hasSecondFactor) await markEmailVerified(tx, user.id);
    // Includes the link of a pending email change, which an intruder may have requested.
    await deleteEmailTokens(tx, user.id);
    await endSessions(context, tx, user.id);
    const messageId = `password-${tokenHash.toString('hex').slice(0, 32)}`;
    await mail.send(tx, { to: user, compose: () => passwordChangedEmail(config, user.username), messageId });
    return request.actor?.userId === user.id
      ? openSession(context, tx, request, user.id, { proven: !user.hasSecondFactor })
      : null;
  });
  if (newSession) setSessionCookie(context, request, newSession);
  return { message: t`Your password was changed. You can sign in with it now.` };
}
