import type { Role } from '#contract/accounts.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { insertUser } from './users.sql.ts';

export interface AccountToCreate {
  email: string;
  username: string;
  /** The result of `hashPassword`, computed before the transaction starts. Null allows sign-in by Google or recovery only. */
  passwordHash: string | null;
  displayName?: string | null;
  role?: Role;
  isVerified?: boolean;
  emailVerified?: boolean;
}

/** Creates an account without a visitor (demo data, the first admin) and sends no email. Returns null if the email or username is taken. */
export async function createAccount(
  { facts }: InTransaction<Platform>,
  tx: Tx,
  account: AccountToCreate,
): Promise<{ id: string; username: string } | null> {
  const row = await insertUser(tx, account);
  if (!row) return null;
  await facts.publish(tx, 'user.registered', { userId: row.id, signUp: false });
  return { id: row.id, username: row.username };
}
