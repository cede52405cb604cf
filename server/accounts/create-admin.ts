import { knownEmailField, newPasswordField } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { createAccount } from './create-account.ts';
import { emptyAccount } from './empty-account.ts';
import { hashPassword } from './passwords.ts';
import { suggestUsername } from './usernames.ts';
import { lockUserByEmail, markEmailVerified, setPassword, setRole, type UserRow } from './users.sql.ts';

export type AdminOutcome = 'created' | 'promoted' | 'already_admin' | 'password_needed';

/**
 * Makes the account with this email an admin, and creates the account if none exists. An account with a confirmed email keeps its
 * password. A stranger may have registered an account whose email is unconfirmed, so promoting it requires a new password and
 * signs the stranger out. `password_needed` means that nothing changed.
 */
export async function createAdmin(
  context: Platform,
  input: { email: string; password?: string },
): Promise<{ outcome: AdminOutcome; username?: string }> {
  const email = knownEmailField.parse(input.email);
  const passwordHash = input.password ? await hashPassword(context, newPasswordField.parse(input.password)) : null;
  return context.db.tx(async (tx) => {
    if (!passwordHash && !(await lockUserByEmail(tx, email))) return { outcome: 'password_needed' };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      // Each attempt repeats the lookup because another node may have just created the account.
      const user = await lockUserByEmail(tx, email);
      if (user) return promote(context, tx, user, passwordHash);
      const username = suggestUsername(email, attempt);
      const account = { email, username, passwordHash, role: 'admin' as const, emailVerified: true };
      const made = await createAccount(context, tx, account);
      if (made) return { outcome: 'created', username: made.username };
    }
    throw appError('username_taken');
  });
}

async function promote(context: InTransaction<Platform>, tx: Tx, user: UserRow, passwordHash: string | null) {
  const { username } = user;
  if (user.role === 'admin' && user.emailVerifiedAt) return { outcome: 'already_admin' as const, username };
  if (!user.emailVerifiedAt) {
    if (!passwordHash) return { outcome: 'password_needed' as const, username };
    await setPassword(tx, user.id, passwordHash);
    await emptyAccount(context, tx, user.id);
    await markEmailVerified(tx, user.id);
  }
  await setRole(tx, user.id, 'admin');
  return { outcome: 'promoted' as const, username };
}

/** Runs at start: makes sure the account of ADMIN_EMAIL exists and is an admin. Does nothing without ADMIN_EMAIL. */
export async function ensureAdmin(context: Platform): Promise<void> {
  const { adminEmail, adminPassword } = context.config;
  if (!adminEmail) return;
  const { outcome, username } = await createAdmin(context, { email: adminEmail, password: adminPassword });
  if (outcome === 'password_needed') {
    context.log.warn(
      'no admin was created: ADMIN_EMAIL has no account with a confirmed email. Set ADMIN_PASSWORD as well, or confirm the email first',
    );
  } else if (outcome !== 'already_admin') {
    context.log.info({ outcome, username }, 'the account of ADMIN_EMAIL is an admin');
  }
}
