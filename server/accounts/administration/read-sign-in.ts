import { deviceOf } from '#server/accounts/sessions/device.ts';
import { listSessionsOf } from '#server/accounts/sessions/sessions.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findSignIn } from './administration.sql.ts';

/** How a person signs in, and their sessions, the last used first. */
export async function readSignIn({ config, db }: Platform, userId: string) {
  const [signIn, sessions] = await Promise.all([
    findSignIn(db.sql, userId),
    listSessionsOf(db.sql, userId, config.session.idleMs),
  ]);
  return {
    signIn: signIn ?? { hasPassword: false, googleEmails: [] },
    sessions: sessions.map(({ userAgent, createdAt, lastSeenAt, ...row }) => ({
      ...row,
      device: deviceOf(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  };
}
