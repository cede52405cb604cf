import type { UserRow } from '#server/accounts/users.sql.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/**
 * Locks accounts in the order of their ids, so that two admins who act on each other take turns. Leaves out deleted accounts. The lock
 * lets other transactions insert rows that refer to the accounts, such as audit rows. For a deletion, such inserts must wait.
 */
export async function lockAccounts(
  tx: Tx,
  ids: readonly string[],
  { forDeletion }: { forDeletion: boolean },
): Promise<UserRow[]> {
  return tx<UserRow[]>`
    select * from users where id = any (${[...ids]}::uuid[]) and deleted_at is null
    order by id ${forDeletion ? tx`for update` : tx`for no key update`}`;
}

export async function saveSuspension(
  tx: Tx,
  userId: string,
  { reason, until }: { reason: string | null; until: Date | null },
): Promise<void> {
  await tx`
    update users set suspended_at = coalesce(suspended_at, clock_timestamp()), suspended_reason = coalesce(${reason}, suspended_reason), suspended_until = ${until}
    where id = ${userId}`;
}

export async function clearSuspension(tx: Tx, userId: string): Promise<void> {
  await tx`
    update users set suspended_at = null, suspended_reason = null, suspended_until = null where id = ${userId}`;
}

/** Lifts the suspensions that have ended. Returns the ids of the people. */
export async function clearDueSuspensions(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update users set suspended_at = null, suspended_reason = null, suspended_until = null
    where id in (
      select id from users where suspended_at is not null and suspended_until <= clock_timestamp() and deleted_at is null
      order by id for no key update)
    returning id`;
  return rows.map(({ id }) => id);
}

export async function saveVerified(tx: Tx, userId: string, isVerified: boolean): Promise<void> {
  await tx`update users set is_verified = ${isVerified} where id = ${userId}`;
}

/** How a person signs in. */
export async function findSignIn(sql: Connection, userId: string): Promise<{ hasPassword: boolean } | undefined> {
  const [row] = await sql<{ hasPassword: boolean }[]>`
    select password_hash is not null as has_password from users where id = ${userId}`;
  return row;
}

/** The admins who can sign in. */
export async function listAdminSignIns(
  sql: Connection,
): Promise<{ username: string; email: string; passwordHash: string | null }[]> {
  return sql<{ username: string; email: string; passwordHash: string | null }[]>`
    select username, email, password_hash from users
    where role = 'admin' and email_verified_at is not null and suspended_at is null and deleted_at is null
    order by created_at`;
}

export interface WithoutFactor {
  username: string;
  /** Until when they may work without one; null if that has ended. */
  graceUntil: Date | null;
}

/** The active people in this role who have no second factor. */
export async function listWithoutFactor(sql: Connection, role: UserRow['role']): Promise<WithoutFactor[]> {
  return sql<WithoutFactor[]>`
    select username, case when second_factor_grace_until > clock_timestamp() then second_factor_grace_until end as grace_until
    from users
    where role = ${role} and not has_second_factor and deleted_at is null and suspended_at is null
    order by username`;
}
