import { appError } from '#contract/errors.ts';
import { takeNewEmail } from '#server/accounts/settings/take-new-email.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { violates } from '#server/platform/postgres/db.ts';
import { deleteEmailTokens, useEmailToken } from './email-tokens.sql.ts';
import { hashToken } from './tokens.ts';
import { markEmailVerified } from './users.sql.ts';

/**
 * Confirms the address that a link was mailed to; one that somebody changes to becomes theirs. Throws link_invalid, also when the
 * address has changed since, and email_taken when it has become somebody else's.
 */
export async function verifyEmail(
  context: Platform,
  request: RequestContext,
  token: string,
): Promise<{ message: string }> {
  const { db, limits } = context;
  await limits.limiter('verify e-mail', { points: 120, perMs: 60 * 60_000 }).consume(addressKey(request.ip));
  const tokenHash = hashToken(token);
  try {
    return await db.tx(async (tx) => {
      const userId = await useEmailToken(tx, 'verify', tokenHash);
      if (!userId) return takeNewEmail(context, tx, tokenHash);
      await markEmailVerified(tx, userId);
      await deleteEmailTokens(tx, userId, 'verify');
      return { message: 'Your email is confirmed. Thank you.' };
    });
  } catch (error) {
    // Another account took the address between the look and the write.
    if (violates(error, 'users_email')) throw appError('email_taken');
    throw error;
  }
}
