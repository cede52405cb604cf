import type {} from '#server/accounts/facts.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { clearDueSuspensions, clearSuspension } from './administration.sql.ts';

/** Lifts the suspension of a locked account. The person reads the admin's reason. `adminId` is null for the operator's command line. */
export async function liftSuspension(
  { facts }: InTransaction<Platform>,
  tx: Tx,
  userId: string,
  by: { adminId: string | null; reason: string },
): Promise<void> {
  await clearSuspension(tx, userId);
  await facts.publish(tx, 'user.suspension_lifted', { userId, at: Date.now(), by });
}

/** Lifts every suspension whose end has come. Returns the ids of the people. */
export async function liftDueSuspensions({ facts }: InTransaction<Platform>, tx: Tx): Promise<string[]> {
  const lifted = await clearDueSuspensions(tx);
  for (const userId of lifted) await facts.publish(tx, 'user.suspension_lifted', { userId, at: Date.now() });
  return lifted;
}
