import type { Session } from '#contract/settings.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deviceOf } from './device.ts';
import { listSessionsOf } from './sessions.sql.ts';

/** Where somebody is signed in: the session that asks first, then the last used ones. */
export async function listSessions({ config, db }: Platform, actor: Actor): Promise<Session[]> {
  const rows = await listSessionsOf(db.sql, actor.userId, config.session.idleMs);
  const sessions = rows.map(({ userAgent, createdAt, lastSeenAt, ...row }) => ({
    ...row,
    device: deviceOf(userAgent),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: row.id === actor.sessionId,
  }));
  return sessions.sort((a, b) => Number(b.current) - Number(a.current));
}
