import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { savedProfile, toCurrentUser } from '#server/accounts/current-user.ts';
import { refuseReservedName } from '#server/accounts/reserved-names.ts';
import { isReservedUsername } from '#server/accounts/usernames.ts';
import { findTaken, lockUser, type UserRow } from '#server/accounts/users.sql.ts';
import { assertEdits } from '#server/platform/http/edit-version.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { type Tx, violates } from '#server/platform/postgres/db.ts';
import { type ProfileColumns, recordFormerUsername, saveProfile } from './profile.sql.ts';

export interface ProfileChanges {
  displayName?: string | null | undefined;
  username?: string | undefined;
  bio?: string | null | undefined;
  backsPrivate?: boolean | undefined;
  version?: string | undefined;
}

/** Changes only the given fields. Throws conflict if the profile has another version, username_taken, and rate_limited after 5 username changes in 24 hours. */
export async function updateProfile(context: Platform, actor: Actor, changes: ProfileChanges): Promise<CurrentUser> {
  const { config } = context;
  try {
    return await context.db.tx(async (tx) => {
      const user = await lockUser(tx, actor.userId);
      if (!user) throw appError('not_signed_in');
      assertEdits(changes.version, savedProfile(user));
      const columns = columnsOf(changes, user);
      // A name that the person already has stays.
      if (columns.displayName && columns.displayName !== user.displayName)
        refuseReservedName(config, user, { name: columns.displayName, field: 'displayName' });
      if (columns.username !== undefined) await changeUsername(context, tx, user, columns.username);
      return toCurrentUser(config, Object.keys(columns).length > 0 ? await saveProfile(tx, user.id, columns) : user);
    });
  } catch (error) {
    // Another request has just taken the username.
    if (violates(error, 'users_username')) throw appError('username_taken');
    throw error;
  }
}

function columnsOf({ displayName, username, bio, backsPrivate }: ProfileChanges, user: UserRow): ProfileColumns {
  return {
    ...(displayName === undefined ? {} : { displayName: displayName || null }),
    ...(username === undefined || username === user.username ? {} : { username }),
    ...(bio === undefined ? {} : { bio: bio ?? '' }),
    ...(backsPrivate === undefined ? {} : { backsPrivate }),
  };
}

async function changeUsername(
  { limits }: InTransaction<Platform>,
  tx: Tx,
  user: UserRow,
  username: string,
): Promise<void> {
  const taken = await findTaken(tx, '', username, user.id);
  if (taken.username || isReservedUsername(username)) throw appError('username_taken');
  await limits.limiter('username', { points: 5, perMs: 24 * 60 * 60_000 }).consume(user.id);
  await recordFormerUsername(tx, user.id, { from: user.username, to: username });
}
