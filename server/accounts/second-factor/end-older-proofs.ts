import { endProofs } from '#server/accounts/sessions/sessions.sql.ts';
import type { UserRow } from '#server/accounts/users.sql.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteStepsOf } from './sign-in-steps.sql.ts';

/**
 * With the first factor, passwords prove nothing anymore: ends the fresh proofs of the person's other sessions. `user` is the row from before.
 */
export async function endOlderProofs(
  tx: Tx,
  user: Pick<UserRow, 'id' | 'hasSecondFactor'>,
  sessionId: string,
): Promise<void> {
  if (user.hasSecondFactor) return;
  await endProofs(tx, user.id, sessionId);
  await deleteStepsOf(tx, user.id);
}
