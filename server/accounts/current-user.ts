import type { CurrentUser } from '#contract/accounts.ts';
import type { SavedState } from '#contract/app-error.ts';
import type { Config } from '#server/platform/config/config.ts';
import { savedState } from '#server/platform/http/edit-version.ts';
import { offeredLocale } from '#server/platform/language/languages.ts';
import { readableEmail } from '#server/platform/mail/email-address.ts';
import type { UserRow } from './users.sql.ts';

/** The parts of the profile that the person types, with their version. */
export const savedProfile = ({ id, displayName, username, bio }: UserRow): SavedState =>
  savedState(id, { displayName: displayName ?? '', username, bio });

const mustHaveFactor = (roles: readonly string[], { role, hasSecondFactor }: UserRow): boolean =>
  !hasSecondFactor && roles.includes(role);

/** Maps a row to the signed-in user's own view of the account. */
export function toCurrentUser(
  { locales, rolesWithFactor }: Pick<Config, 'locales' | 'rolesWithFactor'>,
  row: UserRow,
): CurrentUser {
  return {
    id: row.id,
    username: row.username,
    locale: offeredLocale({ locales }, row.locale),
    email: readableEmail(row.email),
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    bio: row.bio,
    role: row.role,
    isVerified: row.isVerified,
    emailVerified: row.emailVerifiedAt !== null,
    suspended: row.suspendedAt !== null,
    suspension: row.suspendedAt
      ? { reason: row.suspendedReason, until: row.suspendedUntil?.toISOString() ?? null }
      : null,
    secondFactorDue: mustHaveFactor(rolesWithFactor, row) ? (row.secondFactorGraceUntil?.toISOString() ?? null) : null,
    backsPrivate: row.backsPrivate,
    version: savedProfile(row).version,
  };
}
