import type { Session } from '#contract/settings.ts';
import { deviceText } from '#contract/values/device-text.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deviceOf } from './device.ts';
import { listSessionsOf } from './sessions.sql.ts';

/** Lists the caller's sessions: the current one first, then by last use. */
export async function listSessions({ config, db }: Platform, actor: Actor): Promise<Session[]> {
  const rows = await listSessionsOf(db.sql, actor.userId, config.session.idleMs);
  const sessions = rows.map(({ userAgent, createdAt, lastSeenAt, ...row }) => ({
    ...row,
    ...deviceOf(userAgent),
    device: deviceText(deviceOf(userAgent)),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: row.id === actor.sessionId,
  }));
  return sessions.sort((a, b) => Number(b.current) - Number(a.current));
}
