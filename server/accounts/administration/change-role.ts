import type { Role } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { setRole, type UserRow } from '#server/accounts/users.sql.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** Gives a locked account a role. A stranger may have registered an unconfirmed email, so its account cannot become an admin. */
export async function changeRole(tx: Tx, account: UserRow, role: Role): Promise<void> {
  if (role === 'admin' && !account.emailVerifiedAt) {
    const message = 'This person has not confirmed their email. Only people with a confirmed email can become admins.';
    throw appError('validation_failed', { message, fields: { role: message } });
  }
  if (role === 'admin' && account.suspendedAt) {
    const message = 'This account is suspended. Lift the suspension first.';
    throw appError('validation_failed', { message, fields: { role: message } });
  }
  await setRole(tx, account.id, role);
}
