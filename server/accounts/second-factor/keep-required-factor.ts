import { appError } from '#contract/errors.ts';
import type { UserRow } from '#server/accounts/users.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { readFactorWays } from './factors.sql.ts';

/**
 * After the removal of a factor, in the transaction that has locked the account: refuses it if it was the last one and the person's role
 * needs one. The recovery codes go with the last one (has-second-factor.sql). Throws last_factor.
 */
export async function keepRequiredFactor(
  { config }: InTransaction<Platform>,
  tx: Tx,
  user: Pick<UserRow, 'id' | 'role'>,
): Promise<void> {
  const { passkey, app } = await readFactorWays(tx, user.id);
  if (passkey || app) return;
  if (config.rolesWithFactor.includes(user.role)) throw appError('last_factor');
}
