import { deleteFactors } from '#server/accounts/second-factor/factors.sql.ts';
import { endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { lockUserByEmail } from '#server/accounts/users.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { mailFactorChange } from './factor-mails.ts';

export interface RemovedFactors {
  passkeys: number;
  app: boolean;
  recoveryCodes: number;
}

/**
 * Removes every second factor of the account with this email, ends its sessions and mails the person. `unknown` without such an account,
 * `none` if it has no second factor. For the command line only: on the web, people remove their own factors, and no one removes another's.
 */
export async function removeAllFactors(
  context: InTransaction<Platform>,
  tx: Tx,
  email: string,
): Promise<{ userId: string; removed: RemovedFactors } | 'unknown' | 'none'> {
  const user = await lockUserByEmail(tx, email);
  if (!user) return 'unknown';
  const removed = await deleteFactors(tx, user.id);
  if (removed.passkeys === 0 && !removed.app) return 'none';
  await endSessions(context, tx, user.id);
  await mailFactorChange(context, tx, user, { kind: 'all_removed' });
  return { userId: user.id, removed };
}
