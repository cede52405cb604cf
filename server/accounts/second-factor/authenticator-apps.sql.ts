import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface AuthenticatorAppRow {
  /** Encrypted; null until the first right code. */
  secret: Buffer | null;
  /** Encrypted, and not past its end. */
  newSecret: Buffer | null;
  confirmedAt: Date | null;
  lastUsedAt: Date | null;
  /** The keys that can decrypt it, newest first. */
  keys: string;
  /** Seconds since 1970 by the clock of the database, so that codes do not depend on the clock of a node. */
  nowS: number;
}

/** Reads the row and the keys at one moment: another command may change both together. */
export async function findApp(
  sql: Connection,
  userId: string,
  keyName: string,
): Promise<AuthenticatorAppRow | undefined> {
  const [row] = await sql<AuthenticatorAppRow[]>`
    select a.secret, case when a.new_secret_until > clock_timestamp() then a.new_secret end as new_secret, a.confirmed_at, a.last_used_at,
      (select value from installation_secrets where name = ${keyName}) as keys,
      extract(epoch from clock_timestamp())::float8 as now_s
    from authenticator_apps a where a.user_id = ${userId}`;
  return row;
}

/** Stores a new secret beside the one in use. The one of an earlier, unfinished set-up ends. */
export async function putNewSecret(tx: Tx, userId: string, sealed: Buffer, validMs: number): Promise<void> {
  await tx`
    insert into authenticator_apps (user_id, new_secret, new_secret_until)
    values (${userId}, ${sealed}, clock_timestamp() + make_interval(secs => ${validMs / 1000}))
    on conflict (user_id) do update set new_secret = excluded.new_secret, new_secret_until = excluded.new_secret_until`;
}

/** Puts the new secret into use. Its first code counts as used. The caller has locked the account. */
export async function confirmNewSecret(tx: Tx, userId: string, step: number): Promise<void> {
  await tx`
    update authenticator_apps
    set secret = new_secret, confirmed_at = clock_timestamp(), last_step = ${step}, last_used_at = null, new_secret = null, new_secret_until = null
    where user_id = ${userId}`;
}

/** Accepts a time step once. Returns false if it, or a later one, was accepted before: of two requests, one changes the row. */
export async function acceptStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const rows = await tx`
    update authenticator_apps set last_step = ${step}, last_used_at = clock_timestamp()
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}
    returning user_id`;
  return rows.length > 0;
}

/** Returns false if the person has no authenticator app in use. */
export async function deleteApp(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx<{ confirmedAt: Date | null }[]>`
    delete from authenticator_apps where user_id = ${userId} returning confirmed_at`;
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
}

/** Ends set-ups that no one has finished. */
export async function deleteEndedSecrets(sql: Connection): Promise<void> {
  await sql`delete from authenticator_apps where secret is null and new_secret_until < clock_timestamp()`;
  await sql`
    update authenticator_apps set new_secret = null, new_secret_until = null where new_secret_until < clock_timestamp()`;
}

export interface SealedSecrets {
  userId: string;
  secret: Buffer | null;
  newSecret: Buffer | null;
}

/** All encrypted secrets, locked until the transaction ends. */
export async function lockAllSecrets(tx: Tx): Promise<SealedSecrets[]> {
  return tx<SealedSecrets[]>`
    select user_id, secret, new_secret from authenticator_apps order by user_id for no key update`;
}

export async function replaceSecrets(tx: Tx, { userId, secret, newSecret }: SealedSecrets): Promise<void> {
  await tx`update authenticator_apps set secret = ${secret}, new_secret = ${newSecret} where user_id = ${userId}`;
}
