import { deleteIdentities } from '#server/accounts/providers/identities.sql.ts';
import { deleteFactors } from '#server/accounts/second-factor/factors.sql.ts';
import { endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { deleteDevices } from '#server/accounts/sessions/known-devices.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteEmailTokens } from './email-tokens.sql.ts';

/**
 * Takes from an account everything with which the stranger who registered it could sign in again or confirm a sign-in, except the password,
 * which the caller replaces.
 */
export async function emptyAccount(context: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  await deleteIdentities(tx, userId);
  await deleteFactors(tx, userId);
  await deleteDevices(tx, userId);
  await deleteEmailTokens(tx, userId);
  await endSessions(context, tx, userId);
}
