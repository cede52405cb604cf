import { appError } from '#contract/errors.ts';
import type { RequestContext } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { addressKey } from '#server/platform/rate-limit.ts';
import { deleteEmailTokens, useEmailToken } from './email-tokens.sql.ts';
import { hashToken } from './tokens.ts';
import { markEmailVerified } from './users.sql.ts';

/** Confirms the address that a link was mailed to. Throws link_invalid, also when the address has changed since. */
export async function verifyEmail(
  { db, limits }: Platform,
  request: RequestContext,
  token: string,
): Promise<{ message: string }> {
  await limits.limiter('verify e-mail', { points: 120, perMs: 60 * 60_000 }).consume(addressKey(request.ip));
  await db.tx(async (tx) => {
    const userId = await useEmailToken(tx, 'verify', hashToken(token));
    if (!userId) throw appError('link_invalid');
    await markEmailVerified(tx, userId);
    await deleteEmailTokens(tx, userId, 'verify');
  });
  return { message: 'Your email is confirmed. Thank you.' };
}
