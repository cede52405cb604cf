import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { UserRow } from '#server/accounts/users.sql.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockAccounts } from './administration.sql.ts';

/** An account whose row the transaction has locked. */
export type LockedAccount = UserRow;

/**
 * Locks an account on which an admin acts, until the transaction ends. Locks the admin's own account too and checks it again: of two
 * admins who take each other's rights at the same moment, the second one is refused. `eraseAccount` needs a lock with `forDeletion`.
 * Throws own_account, forbidden, not_found.
 */
export async function lockAccount(
  tx: Tx,
  admin: Actor,
  userId: string,
  { forDeletion = false } = {},
): Promise<LockedAccount> {
  if (admin.userId === userId) throw appError('own_account');
  const accounts = await lockAccounts(tx, [admin.userId, userId], { forDeletion });
  const self = accounts.find(({ id }) => id === admin.userId);
  if (self?.role !== 'admin' || self.suspendedAt) {
    throw appError('forbidden', { message: () => t`You are no longer an active admin.` });
  }
  const account = accounts.find(({ id }) => id === userId);
  if (!account) throw appError('not_found');
  return account;
}

/** Locks an account for the operator on the command line, who is no admin of the site. Throws not_found. */
export async function lockAccountForOperator(tx: Tx, userId: string): Promise<LockedAccount> {
  const [account] = await lockAccounts(tx, [userId], { forDeletion: false });
  if (!account) throw appError('not_found');
  return account;
}
