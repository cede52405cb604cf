import type { Addressee } from '#server/platform/mail/mail.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { putEmailToken } from './email-tokens.sql.ts';
import { verifyEmail, welcomeEmail } from './emails.ts';
import { newToken } from './tokens.ts';

const validMs = 48 * 60 * 60 * 1000;

/** Mails a link that confirms the email, in the welcome email or a separate one, after the transaction commits. */
export async function sendVerification(
  { config, mail }: InTransaction<Platform>,
  tx: Tx,
  user: Addressee & { id: string; username: string },
  occasion: 'welcome' | 'again',
): Promise<void> {
  const { token, tokenHash } = newToken();
  await putEmailToken(tx, { tokenHash, userId: user.id, kind: 'verify', email: user.email, validMs });
  const compose = () => (occasion === 'welcome' ? welcomeEmail : verifyEmail)(config, user.username, token);
  await mail.send(tx, { to: user, compose, messageId: `verify-${tokenHash.toString('hex').slice(0, 32)}` });
}
