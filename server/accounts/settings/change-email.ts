import { emailChangeText } from '#contract/answer-texts.ts';
import { appError } from '#contract/errors.ts';
import { inEnglish, t } from '#contract/language/text.ts';
import type { AccountSettings } from '#contract/settings.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { deleteEmailTokens, putEmailToken } from '#server/accounts/email-tokens.sql.ts';
import { lockOwnAccount, lockProvenAccount } from '#server/accounts/lock-own-account.ts';
import { proveIdentity } from '#server/accounts/prove-identity.ts';
import { newToken } from '#server/accounts/tokens.ts';
import { findTaken, findUserById } from '#server/accounts/users.sql.ts';
import { type Actor, type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { emailForms } from '#server/platform/mail/email-address.ts';
import { readSettings } from './read-settings.ts';
import { emailChangeAskedEmail, newEmailEmail } from './settings-emails.ts';

const validMs = 24 * 60 * 60_000;

/** Mails a confirmation link to the new email and a warning to the current one. Throws email_taken, as sign-up does. */
export async function changeEmail(
  context: AccountsContext,
  request: RequestContext,
  { email, password }: { email: string; password?: string | undefined },
): Promise<{ message: string }> {
  const { config, db, limits, mail } = context;
  const actor = signedIn(request);
  const user = await findUserById(db.sql, actor.userId);
  if (!user) throw appError('not_signed_in');
  if (emailForms(email).includes(user.email)) {
    const message = () => t`This is already your email.`;
    throw appError('validation_failed', { message, fields: { email: message } });
  }
  await limits.limiter('email change', { points: 5, perMs: 30 * 60_000 }).consume(user.id);
  await proveIdentity(context, request, user, { password, field: 'password' });
  const taken = await findTaken(db.sql, email, '', user.id);
  if (taken.email) throw appError('email_taken');
  await db.tx(async (tx) => {
    await lockProvenAccount(tx, actor, user.passwordHash);
    const { token, tokenHash } = newToken();
    await putEmailToken(tx, { tokenHash, userId: user.id, kind: 'change', email, validMs });
    const id = tokenHash.toString('hex').slice(0, 32);
    const confirm = () => newEmailEmail(config, user.username, token);
    await mail.send(tx, { to: { ...user, email }, compose: confirm, messageId: `change-${id}` });
    const warn = () => emailChangeAskedEmail(config, user.username, email);
    await mail.send(tx, { to: user, compose: warn, messageId: `change-asked-${id}` });
  });
  return {
    message: inEnglish(emailChangeText(email)),
  };
}

/** Cancels a pending email change and invalidates its link. */
export async function cancelEmailChange(context: AccountsContext, actor: Actor): Promise<AccountSettings> {
  await context.db.tx(async (tx) => {
    await lockOwnAccount(tx, actor);
    await deleteEmailTokens(tx, actor.userId, 'change');
  });
  return readSettings(context, actor);
}
