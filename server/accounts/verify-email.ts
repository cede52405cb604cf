import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { assertOwnLink, completeEmailChange } from '#server/accounts/settings/complete-email-change.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import { deleteUndeliverable } from '#server/platform/mail/undeliverable.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { violates } from '#server/platform/postgres/db.ts';
import { consumeEmailToken, deleteEmailTokens } from './email-tokens.sql.ts';
import { hashToken } from './tokens.ts';
import { findUserById, markEmailVerified } from './users.sql.ts';

/**
 * Confirms the email that a link was mailed to, or completes a change to a new email. Only the signed-in owner of the account can: a stranger
 * may have registered someone else's address, and a click of the mailbox's owner must not confirm an account whose password the stranger
 * knows. Throws sign_in_to_confirm, which leaves the link usable; link_invalid, also if the account's email has changed since; email_taken if
 * another account has the new email; suspended for a change by a suspended person.
 */
export async function verifyEmail(
  context: Platform,
  request: RequestContext,
  token: string,
): Promise<{ message: string }> {
  const { db, limits } = context;
  await limits.limiter('verify email', { points: 120, perMs: 60 * 60_000 }).consume(addressKey(request.ip));
  const tokenHash = hashToken(token);
  try {
    return await db.tx(async (tx) => {
      const userId = await consumeEmailToken(tx, 'verify', tokenHash);
      if (!userId) return completeEmailChange(context, tx, tokenHash, request.actor);
      assertOwnLink(request.actor, userId);
      await markEmailVerified(tx, userId);
      await deleteEmailTokens(tx, userId, 'verify');
      const user = await findUserById(tx, userId);
      if (user) await deleteUndeliverable(tx, user.email);
      return { message: t`Your email is confirmed. Thank you.` };
    });
  } catch (error) {
    // Another account took the email between the check and the update.
    if (violates(error, 'users_email')) throw appError('email_taken');
    throw error;
  }
}
