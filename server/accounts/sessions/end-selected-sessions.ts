import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { afterCommit } from '#server/platform/postgres/db.ts';
import { deleteSessions } from './sessions.sql.ts';

/** Ends the selected sessions of the caller and closes their sockets. Returns the session ids. Throws not_signed_in, suspended. */
export async function endSelectedSessions(
  { db, live }: Platform,
  actor: Actor,
  which: Parameters<typeof deleteSessions>[2],
): Promise<string[]> {
  return db.tx(async (tx) => {
    await lockOwnAccount(tx, actor);
    const ended = await deleteSessions(tx, actor.userId, which);
    afterCommit(tx, () => {
      for (const id of ended) live.disconnectSession(id);
    });
    return ended;
  });
}
