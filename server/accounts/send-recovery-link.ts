import type { Platform } from '#server/platform/platform.ts';
import { putEmailToken } from './email-tokens.sql.ts';
import { resetEmail } from './emails.ts';
import { newToken } from './tokens.ts';
import { lockUserByEmail } from './users.sql.ts';

const validMs = 60 * 60 * 1000;

/** The job behind "Forgot your password?". Mails a link if an account has this email, and otherwise does nothing. */
export async function sendRecoveryLink(
  { config, db, mail }: Platform,
  { email, requestId }: { email: string; requestId: string },
): Promise<void> {
  await db.tx(async (tx) => {
    // The lock waits for a concurrent deletion, which must leave no link behind.
    const user = await lockUserByEmail(tx, email);
    if (!user) return;
    const { token, tokenHash } = newToken();
    await putEmailToken(tx, { tokenHash, userId: user.id, kind: 'reset', email: user.email, validMs });
    // Always mail to the stored spelling of the email, never to the typed one.
    await mail.send(tx, {
      ...resetEmail(config, user.username, token),
      to: user.email,
      messageId: `reset-${requestId}`,
    });
  });
}
