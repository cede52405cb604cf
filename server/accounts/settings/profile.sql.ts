import type { Locale } from '#contract/language/languages.ts';
import type { UserRow } from '#server/accounts/users.sql.ts';
import { hasEmail } from '#server/accounts/users.sql.ts';
import { canonicalEmail } from '#server/platform/mail/email-address.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface ProfileColumns {
  displayName?: string | null;
  username?: string;
  bio?: string;
  backsPrivate?: boolean;
  avatarUrl?: string | null;
}

/** Throws PostgreSQL's unique violation if another account has just taken the username. */
export async function saveProfile(tx: Tx, userId: string, columns: ProfileColumns): Promise<UserRow> {
  const [row] = await tx<UserRow[]>`update users set ${tx({ ...columns })} where id = ${userId} returning *`;
  if (!row) throw new Error(`the profile of ${userId} was not saved`);
  return row;
}

/** Null for a deleted account. */
export async function saveLocale(sql: Connection, userId: string, locale: Locale): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    update users set locale = ${locale} where id = ${userId} and deleted_at is null returning *`;
  return row ?? null;
}

/** Reserves the previous username for this person, and releases the new one if it was reserved for them. */
export async function recordFormerUsername(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx`delete from former_usernames where username = lower(${to}) and user_id = ${userId}`;
  if (from.toLowerCase() === to.toLowerCase()) return;
  await tx`
    insert into former_usernames (username, user_id) values (lower(${from}), ${userId})
    on conflict (username) do update set user_id = excluded.user_id, left_at = clock_timestamp()`;
}

/** Sets a confirmed email: opening its link has confirmed it. Returns false if another account has it. */
export async function replaceEmail(tx: Tx, userId: string, email: string): Promise<boolean> {
  const rows = await tx`
    update users u set email = ${canonicalEmail(email)}, email_verified_at = clock_timestamp()
    where u.id = ${userId} and not exists (select from users where ${hasEmail(tx, email)} and id <> ${userId})
    returning u.id`;
  return rows.length > 0;
}

/** Removes all personal data from the user row. The row stays because payments and other people's threads refer to it. */
export async function eraseUser(tx: Tx, userId: string, username: string): Promise<void> {
  await tx`
    update users set email = 'deleted-' || id || '@deleted.invalid', username = ${username}, password_hash = null,
      display_name = 'Deleted user', avatar_url = null, bio = '', role = 'user', is_verified = false, email_verified_at = null,
      locale = 'en', backs_private = true, suspended_reason = null, suspended_until = null,
      deleted_at = clock_timestamp()
    where id = ${userId}`;
  await tx`delete from former_usernames where user_id = ${userId}`;
}

/** Counts without a lock. Migration 0033 keeps two admins from both leaving at the same time. */
export async function countOtherAdmins(tx: Tx, userId: string): Promise<number> {
  const rows = await tx`
    select id from users where role = 'admin' and suspended_at is null and deleted_at is null`;
  return rows.filter(({ id }) => id !== userId).length;
}

export async function clearAvatars(tx: Tx, url: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`update users set avatar_url = null where avatar_url = ${url} returning id`;
  return rows.map(({ id }) => id);
}

export async function putBackAvatars(tx: Tx, url: string, userIds: string[]): Promise<void> {
  await tx`
    update users set avatar_url = ${url}
    where id = any(${userIds}::uuid[]) and avatar_url is null and deleted_at is null`;
}
