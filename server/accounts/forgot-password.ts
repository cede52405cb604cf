import { t } from '#contract/language/text.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey, emailKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { AccountsContext } from './accounts-context.ts';
import { mailRecoveryLink } from './mail-recovery-link.ts';
import { lockUserByEmail } from './users.sql.ts';

const minuteMs = 60_000;

/**
 * Does not reveal whether an account exists: the response and the work are the same for every email, and only the job looks up
 * the account.
 */
export async function forgotPassword(
  { db, jobs, limits, recovery }: AccountsContext,
  request: RequestContext,
  email: string,
): Promise<{ message: string }> {
  await limits.limiter('recovery by address', { points: 120, perMs: 60 * minuteMs }).consume(addressKey(request.ip));
  await limits.limiter('recovery by email', { points: 5, perMs: 30 * minuteMs }).consume(emailKey(email));
  await db.tx((tx) => jobs.enqueue(tx, recovery, { email, requestId: request.requestId }));
  return { message: t`If an account exists for this email, a link to choose a new password is on its way.` };
}

/** The job behind "Forgot your password?". Mails a link if an account has this email, and otherwise does nothing. */
export async function sendRecoveryLink(context: Platform, { email }: { email: string }): Promise<void> {
  await context.db.tx(async (tx) => {
    // The lock waits for a concurrent deletion, which must leave no link behind.
    const user = await lockUserByEmail(tx, email);
    if (user) await mailRecoveryLink(context, tx, user);
  });
}
