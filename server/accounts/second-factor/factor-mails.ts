import { randomUUID } from 'node:crypto';
import type { UserRow } from '#server/accounts/users.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type FactorChange, factorChangeEmail } from './factor-emails.ts';

/** Mails the person that their second factors changed. An intruder with a session cannot do it in silence. */
export async function mailFactorChange(
  { config, mail }: InTransaction<Platform>,
  tx: Tx,
  user: Pick<UserRow, 'id' | 'email' | 'locale' | 'username'>,
  change: FactorChange,
): Promise<void> {
  const compose = () => factorChangeEmail(config, user.username, change, new Date());
  // Every change gets a separate email, also the same change twice.
  await mail.send(tx, { to: user, compose, messageId: `second-factor-${randomUUID()}` });
}
