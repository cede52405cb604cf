import { endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { deleteSessions } from '#server/accounts/sessions/sessions.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';

/** Ends one session of a person, or all of them. Their sockets close after the commit. Returns how many ended. */
export async function endSessionsOf(
  context: InTransaction<Platform>,
  tx: Tx,
  userId: string,
  which: { only: string } | 'all',
): Promise<number> {
  if (which === 'all') return endSessions(context, tx, userId);
  const ended = await deleteSessions(tx, userId, which);
  afterCommit(tx, () => {
    for (const id of ended) context.live.disconnectSession(id);
  });
  return ended.length;
}
