import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { deleteSessionsOf } from './sessions.sql.ts';

/** Ends all sessions of a person. Their sockets close after the transaction commits. Returns how many ended. */
export async function endSessions({ facts, live }: InTransaction<Platform>, tx: Tx, userId: string): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId);
  afterCommit(tx, () => {
    for (const sessionId of ended) live.disconnectSession(sessionId);
  });
  await facts.publish(tx, 'user.sessions_ended', { userId });
  return ended.length;
}
