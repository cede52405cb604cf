import { deviceText } from '#contract/values/device-text.ts';
import { listIdentities } from '#server/accounts/providers/identities.sql.ts';
import { labelOfIssuer } from '#server/accounts/providers/providers.ts';
import { deviceOf } from '#server/accounts/sessions/device.ts';
import { listSessionsOf } from '#server/accounts/sessions/sessions.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findSignIn } from './administration.sql.ts';

/** How a person signs in, and their sessions, the last used first. */
export async function readSignIn({ config, db }: Platform, userId: string) {
  const [signIn, identities, sessions] = await Promise.all([
    findSignIn(db.sql, userId),
    listIdentities(db.sql, userId),
    listSessionsOf(db.sql, userId, config.session.idleMs),
  ]);
  return {
    signIn: {
      hasPassword: signIn?.hasPassword ?? false,
      identities: identities.map(({ issuer, email }) => ({
        provider: labelOfIssuer(config.signInProviders, issuer),
        email,
      })),
    },
    sessions: sessions.map(({ userAgent, createdAt, lastSeenAt, ...row }) => ({
      ...row,
      ...deviceOf(userAgent),
      device: deviceText(deviceOf(userAgent)),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  };
}
