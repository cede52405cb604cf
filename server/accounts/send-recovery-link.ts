import type { Platform } from '#server/platform/platform.ts';
import { putEmailToken } from './email-tokens.sql.ts';
import { resetEmail } from './emails.ts';
import { newToken } from './tokens.ts';
import { lockUserByEmail } from './users.sql.ts';

const validMs = 60 * 60 * 1000;

/** The job behind "Forgot your password?": mails a link where the address is known, and does nothing where it is not. */
export async function sendRecoveryLink(
  { config, db, mail }: Platform,
  { email, requestId }: { email: string; requestId: string },
): Promise<void> {
  await db.tx(async (tx) => {
    // Locked, because an account that is being deleted at this moment must be left without any link.
    const user = await lockUserByEmail(tx, email);
    if (!user) return;
    const { token, tokenHash } = newToken();
    await putEmailToken(tx, { tokenHash, userId: user.id, kind: 'reset', email: user.email, validMs });
    // To the stored spelling of the address, never to the one that was typed.
    await mail.send(tx, {
      ...resetEmail(config, user.username, token),
      to: user.email,
      messageId: `reset-${requestId}`,
    });
  });
}
