import type { SecondFactor } from '#contract/second-factor.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readFactors } from './factors.sql.ts';
import { passkeySiteOf } from './passkey-site.ts';

/** Returns the caller's passkeys, authenticator app and recovery codes, and whether their role needs a second factor. */
export async function readSecondFactor({ config, db }: Platform, actor: Actor): Promise<SecondFactor> {
  const { passkeys, app, recoveryCodesLeft, graceUntil } = await readFactors(db.sql, actor.userId);
  const required = config.rolesWithFactor.includes(actor.role);
  return {
    passkeys: passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    app: app ? { addedAt: app.addedAt.toISOString(), lastUsedAt: app.lastUsedAt?.toISOString() ?? null } : null,
    recoveryCodesLeft,
    required,
    graceUntil: required ? (graceUntil?.toISOString() ?? null) : null,
    passkeysOffered: passkeySiteOf(config) !== null,
  };
}
