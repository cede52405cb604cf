import { appError } from '#contract/errors.ts';
import type { SecondFactor } from '#contract/second-factor.ts';
import { findUserById } from '#server/accounts/users.sql.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { appKeySecret } from './app-key.ts';
import { findApp } from './authenticator-apps.sql.ts';
import { listPasskeys } from './factors.sql.ts';
import { countUnusedCodes } from './recovery-codes.sql.ts';

/** The caller's second factors. */
export async function readSecondFactor({ config, db }: Platform, actor: Actor): Promise<SecondFactor> {
  const [user, app, passkeys, recoveryCodesLeft] = await Promise.all([
    findUserById(db.sql, actor.userId),
    findApp(db.sql, actor.userId, appKeySecret),
    listPasskeys(db.sql, actor.userId),
    countUnusedCodes(db.sql, actor.userId),
  ]);
  if (!user) throw appError('not_signed_in');
  const required = config.rolesWithFactor.includes(user.role);
  const until = user.secondFactorGraceUntil;
  const isInGrace = required && !user.hasSecondFactor && until !== null && until.getTime() > Date.now();
  return {
    passkeys: passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    app: app?.confirmedAt
      ? { addedAt: app.confirmedAt.toISOString(), lastUsedAt: app.lastUsedAt?.toISOString() ?? null }
      : null,
    recoveryCodesLeft,
    required,
    graceUntil: isInGrace ? until.toISOString() : null,
    passkeysOffered: config.publicUrl.startsWith('https:') || config.onThisMachine,
  };
}
