import type { Locale } from '#contract/language/languages.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { canonicalEmail, emailForms } from '#server/platform/mail/email-address.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { anyOf } from '#server/platform/postgres/sql-text.ts';

export interface UserRow {
  id: string;
  email: string;
  username: string;
  /** The language in which the person reads, also if the site does not offer it any more (`offeredLocale`). */
  locale: string;
  passwordHash: string | null;
  displayName: string | null;
  avatarUrl: string | null;
  bio: string;
  backsPrivate: boolean;
  role: Actor['role'];
  isVerified: boolean;
  emailVerifiedAt: Date | null;
  hasSecondFactor: boolean;
  /** Until when the person may work without the second factor that their role requires. */
  secondFactorGraceUntil: Date | null;
  suspendedAt: Date | null;
  suspendedReason: string | null;
  /** Null without an end, and for people who are not suspended. */
  suspendedUntil: Date | null;
}

export interface NewUser {
  email: string;
  username: string;
  passwordHash: string | null;
  /** Default English. */
  locale?: Locale;
  displayName?: string | null;
  role?: Actor['role'];
  isVerified?: boolean;
  emailVerified?: boolean;
}

/** Whether a row has the address, in whichever form it was stored. */
export function hasEmail(sql: Connection, email: string) {
  const [canonical, readable, typed] = emailForms(email);
  return sql`lower(email) in (lower(${canonical}), lower(${readable}), lower(${typed}))`;
}

/**
 * Returns null if the email or username is taken, regardless of case, or the username belonged to someone before. The unique index alone
 * would wait for a person who is just leaving the username, and then miss the reservation that this person has committed.
 */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | null> {
  const [row] = await tx<UserRow[]>`
    insert into users (email, username, locale, password_hash, display_name, role, is_verified, email_verified_at)
    select ${canonicalEmail(user.email)}, ${user.username}, ${user.locale ?? 'en'}, ${user.passwordHash}, ${user.displayName ?? null}, ${user.role ?? 'user'},
      ${user.isVerified ?? false}, case when ${user.emailVerified ?? false} then clock_timestamp() end
    where not exists (select from former_usernames where username = lower(${user.username}))
      and not exists (select from users where lower(username) = lower(${user.username}))
      and not exists (select from users where ${hasEmail(tx, user.email)})
    on conflict do nothing
    returning *`;
  return row ?? null;
}

export async function findUserById(sql: Connection, userId: string): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`select * from users where id = ${userId}`;
  return row ?? null;
}

/** The rows of these people, in the order of their ids; null for unknown ids. */
export async function findUsersById(sql: Connection, ids: string[]): Promise<(UserRow | null)[]> {
  const rows = await sql<UserRow[]>`select * from users where id = ${anyOf(sql, ids)}`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Earlier versions made two accounts for two spellings of an address. The typed spelling wins, then a confirmed address. */
const closestFirst = (sql: Connection | Tx, email: string) =>
  sql`order by lower(email) = lower(${email}) desc, email_verified_at is not null desc, created_at limit 1`;

export async function findUserByEmail(sql: Connection, email: string): Promise<UserRow | null> {
  const [row] = await sql<
    UserRow[]
  >`select * from users where ${hasEmail(sql, email)} and deleted_at is null ${closestFirst(sql, email)}`;
  return row ?? null;
}

/** Locks the row until the transaction ends. Returns null for a deleted account. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow | null> {
  const [row] = await tx<UserRow[]>`select * from users where id = ${userId} and deleted_at is null for update`;
  return row ?? null;
}

/** Locks the row until the transaction ends, so that it cannot change between lookup and linking. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const [row] = await tx<UserRow[]>`
    select * from users where ${hasEmail(tx, email)} and deleted_at is null ${closestFirst(tx, email)} for update`;
  return row ?? null;
}

/** Returns whether another person has the email, or has or had the username. */
export async function findTaken(sql: Connection, email: string, username: string, exceptId: string | null = null) {
  const [row] = await sql<{ email: boolean; username: boolean }[]>`
    select exists (select from users where ${hasEmail(sql, email)} and id is distinct from ${exceptId}) as email,
      exists (select from users where lower(username) = lower(${username}) and id is distinct from ${exceptId})
        or exists (select from former_usernames where username = lower(${username}) and user_id is distinct from ${exceptId})
        as username`;
  return row ?? { email: false, username: false };
}

export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx`update users set password_hash = ${passwordHash} where id = ${userId}`;
}

/** Replaces the hash only if it is still `before`. Otherwise it would overwrite a newer password. */
export async function replacePasswordHash(
  sql: Connection,
  userId: string,
  before: string,
  after: string,
): Promise<void> {
  await sql`update users set password_hash = ${after} where id = ${userId} and password_hash = ${before}`;
}

export async function markEmailVerified(tx: Tx, userId: string): Promise<void> {
  await tx`update users set email_verified_at = coalesce(email_verified_at, clock_timestamp()) where id = ${userId}`;
}

/** Removes the password of a stranger who registered with this email, because Google has confirmed the email's owner, who reads in `locale`. */
export async function replaceUnverifiedOwner(tx: Tx, userId: string, locale: Locale): Promise<UserRow> {
  const [row] = await tx<UserRow[]>`
    update users set password_hash = null, locale = ${locale}, email_verified_at = clock_timestamp() where id = ${userId}
    returning *`;
  if (!row) throw new Error(`the account ${userId} is gone`);
  return row;
}

export async function setRole(tx: Tx, userId: string, role: Actor['role']): Promise<void> {
  await tx`update users set role = ${role} where id = ${userId}`;
}

/** Sets the role `creator`, and the verified badge if `verified`; otherwise the badge stays. An admin stays an admin. */
export async function saveCreatorRole(tx: Tx, userId: string, verified: boolean): Promise<void> {
  await tx`
    update users set role = case when role = 'admin' then 'admin' else 'creator' end, is_verified = is_verified or ${verified}
    where id = ${userId}`;
}

/** Takes the role `creator` and the verified badge away. An admin stays an admin. Returns whether the person is now a user. */
export async function endCreatorRole(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx<{ role: Actor['role'] }[]>`
    update users set role = case when role = 'admin' then 'admin' else 'user' end, is_verified = false where id = ${userId} returning role`;
  return row?.role === 'user';
}

/** The accounts that use the picture as their avatar. */
export function avatarUses(sql: Connection, { url }: { url: Fragment }): Fragment {
  return sql`select u.adult, u.id as owner_id, null::boolean as readable, false as private from users u where u.avatar_url = ${url}`;
}
