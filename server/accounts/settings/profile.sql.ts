import type { UserRow } from '#server/accounts/users.sql.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

export interface ProfileColumns {
  displayName?: string | null;
  username?: string;
  bio?: string;
  backsPrivate?: boolean;
  avatarUrl?: string | null;
}

/** Throws the constraint's error when the username became somebody else's at this moment. */
export async function saveProfile(tx: Tx, userId: string, columns: ProfileColumns): Promise<UserRow> {
  const [row] = await tx<UserRow[]>`update users set ${tx({ ...columns })} where id = ${userId} returning *`;
  if (!row) throw new Error(`the profile of ${userId} was not saved`);
  return row;
}

/** From now on the name is theirs, and the one they go by is kept for them. */
export async function moveUsername(tx: Tx, userId: string, { from, to }: { from: string; to: string }): Promise<void> {
  await tx`delete from former_usernames where username = lower(${to}) and user_id = ${userId}`;
  if (from.toLowerCase() === to.toLowerCase()) return;
  await tx`
    insert into former_usernames (username, user_id) values (lower(${from}), ${userId})
    on conflict (username) do update set user_id = excluded.user_id, left_at = clock_timestamp()`;
}

/** False when somebody else has it; the address is confirmed by whoever opened its link. */
export async function replaceEmail(tx: Tx, userId: string, email: string): Promise<boolean> {
  const rows = await tx`
    update users u set email = ${email}, email_verified_at = clock_timestamp()
    where u.id = ${userId} and not exists (select from users o where lower(o.email) = lower(${email}) and o.id <> u.id)
    returning u.id`;
  return rows.length > 0;
}

/** Nobody is behind the row any more: what money and other people's threads refer to stays, and says nothing of the person. */
export async function eraseUser(tx: Tx, userId: string, username: string): Promise<void> {
  await tx`
    update users set email = 'deleted-' || id || '@deleted.invalid', username = ${username}, password_hash = null,
      display_name = 'Deleted user', avatar_url = null, bio = '', role = 'user', is_verified = false, email_verified_at = null,
      backs_private = true, suspended_reason = null, deleted_at = clock_timestamp()
    where id = ${userId}`;
  await tx`delete from former_usernames where user_id = ${userId}`;
}

/** Locks them, so that two admins cannot both be the one who may leave. */
export async function countOtherAdmins(tx: Tx, userId: string): Promise<number> {
  const rows = await tx`
    select id from users where role = 'admin' and suspended_at is null and deleted_at is null order by id for update`;
  return rows.filter(({ id }) => id !== userId).length;
}
