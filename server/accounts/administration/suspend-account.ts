import type {} from '#server/accounts/facts.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { saveSuspension } from './administration.sql.ts';

/**
 * Suspends a locked account until a time, or without end, or changes its suspension. The person can then only sign in, read and export.
 * A trigger notifies every node, which then disconnects the person's chat (suspension.sql).
 */
export async function suspendAccount(
  { facts }: InTransaction<Platform>,
  tx: Tx,
  userId: string,
  { reason, until }: { reason: string | null; until: Date | null },
): Promise<void> {
  await saveSuspension(tx, userId, { reason, until });
  await facts.publish(tx, 'user.suspended', { userId, reason, until: until?.toISOString() ?? null, at: Date.now() });
}
