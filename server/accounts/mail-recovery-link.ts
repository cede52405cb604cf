import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { putEmailToken } from './email-tokens.sql.ts';
import { resetEmail } from './emails.ts';
import { newToken } from './tokens.ts';
import type { UserRow } from './users.sql.ts';

const validMs = 60 * 60 * 1000;

/** Emails a locked account a link to choose a new password. A repeated job replaces the link, so each link has a separate email. */
export async function mailRecoveryLink(
  { config, mail }: InTransaction<Platform>,
  tx: Tx,
  user: UserRow,
): Promise<void> {
  const { token, tokenHash } = newToken();
  await putEmailToken(tx, { tokenHash, userId: user.id, kind: 'reset', email: user.email, validMs });
  // Always mail to the stored spelling of the email, never to the typed one.
  const messageId = `reset-${tokenHash.toString('hex').slice(0, 32)}`;
  await mail.send(tx, { to: user, compose: () => resetEmail(config, user.username, token), messageId });
}
