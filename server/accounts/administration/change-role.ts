import type { Role } from '#contract/accounts.ts';
import { mayCall } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type {} from '#server/accounts/facts.ts';
import { endCreatorRole, saveCreatorRole, setRole, type UserRow } from '#server/accounts/users.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { saveVerified } from './administration.sql.ts';

/** Gives a locked account a role. A stranger may have registered an unconfirmed email, so its account cannot become an admin. */
export async function changeRole(
  { facts }: InTransaction<Platform>,
  tx: Tx,
  account: UserRow,
  role: Role,
): Promise<void> {
  if (role === 'admin') assertMayBecomeAdmin(account);
  await setRole(tx, account.id, role);
  if (!mayCall(account.role, role)) await facts.publish(tx, 'user.role_ended', { userId: account.id });
}

/** Throws validation_failed for an account that cannot become an admin now. */
export function assertMayBecomeAdmin(account: UserRow): void {
  if (!account.emailVerifiedAt) {
    const message = () =>
      t`This person has not confirmed their email. Only people with a confirmed email can become admins.`;
    throw appError('validation_failed', { message, fields: { role: message } });
  }
  if (account.suspendedAt) {
    const message = () => t`This account is suspended. Lift the suspension first.`;
    throw appError('validation_failed', { message, fields: { role: message } });
  }
}

/** Gives an account the role of a creator and the verified badge. An admin stays an admin. */
export function makeVerifiedCreator(tx: Tx, userId: string): Promise<void> {
  return saveCreatorRole(tx, userId, true);
}

/** Gives an account the role of a creator and no badge, because no admin has verified it. An admin stays an admin. */
export function makeUnverifiedCreator(tx: Tx, userId: string): Promise<void> {
  return saveCreatorRole(tx, userId, false);
}

/** Undoes `makeVerifiedCreator` and `makeUnverifiedCreator`. */
export async function unmakeCreator({ facts }: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  if (await endCreatorRole(tx, userId)) await facts.publish(tx, 'user.role_ended', { userId });
}

/** Gives an account the verified badge, or takes it away. */
export function setVerified(tx: Tx, userId: string, isVerified: boolean): Promise<void> {
  return saveVerified(tx, userId, isVerified);
}
