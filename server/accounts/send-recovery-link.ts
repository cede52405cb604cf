import type { Platform } from '#server/platform/platform.ts';
import { mailRecoveryLink } from './mail-recovery-link.ts';
import { lockUserByEmail } from './users.sql.ts';

/** The job behind "Forgot your password?". Mails a link if an account has this email, and otherwise does nothing. */
export async function sendRecoveryLink(context: Platform, { email }: { email: string }): Promise<void> {
  await context.db.tx(async (tx) => {
    // The lock waits for a concurrent deletion, which must leave no link behind.
    const user = await lockUserByEmail(tx, email);
    if (user) await mailRecoveryLink(context, tx, user);
  });
}
