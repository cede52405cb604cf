import type { CurrentUser } from '#contract/accounts.ts';
import type { UserRow } from './users.sql.ts';

/** How people see themselves. */
export function toCurrentUser(row: UserRow): CurrentUser {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    bio: row.bio,
    role: row.role,
    isVerified: row.isVerified,
    emailVerified: row.emailVerifiedAt !== null,
    suspended: row.suspendedAt !== null,
    backsPrivate: row.backsPrivate,
  };
}
