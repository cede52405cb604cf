import { afterCommit } from '#server/platform/db.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteSessions } from './sessions.sql.ts';

/** Ends some of a person's sessions, and their sockets; answers how many. */
export async function endWhichSessions(
  { db, live }: Platform,
  userId: string,
  which: Parameters<typeof deleteSessions>[2],
): Promise<number> {
  return db.tx(async (tx) => {
    const ended = await deleteSessions(tx, userId, which);
    afterCommit(tx, () => {
      for (const id of ended) live.sessionEnded(id);
    });
    return ended.length;
  });
}
