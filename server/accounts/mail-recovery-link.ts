import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { putEmailToken } from './email-tokens.sql.ts';
import { resetEmail } from './emails.ts';
import { newToken } from './tokens.ts';
import type { UserRow } from './users.sql.ts';

const validMs = 60 * 60 * 1000;

/** Mails a locked account a link to choose a new password. `cause` keeps a repeated job from mailing twice. */
export async function mailRecoveryLink(
  { config, mail }: Platform,
  tx: Tx,
  user: UserRow,
  cause: string,
): Promise<void> {
  const { token, tokenHash } = newToken();
  await putEmailToken(tx, { tokenHash, userId: user.id, kind: 'reset', email: user.email, validMs });
  // Always mail to the stored spelling of the email, never to the typed one.
  await mail.send(tx, { ...resetEmail(config, user.username, token), to: user.email, messageId: `reset-${cause}` });
}
