import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface NewPasskey {
  userId: string;
  credentialId: Buffer;
  /** In COSE format. */
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
  isSynced: boolean;
}

/** Returns false if the credential is registered already, by this person or another one. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const rows = await tx`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_synced)
    values (${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter}, ${passkey.transports}, ${passkey.name},
      ${passkey.isSynced})
    on conflict (credential_id) do nothing
    returning id`;
  return rows.length > 0;
}

export async function countPasskeys(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from passkeys where user_id = ${userId}`;
  return row?.count ?? 0;
}

export interface PasskeyRow {
  id: string;
  userId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  /** A bigint column, which arrives as text. */
  counter: string;
  transports: string[];
}

export async function findPasskey(sql: Connection, credentialId: Buffer): Promise<PasskeyRow | null> {
  const [row] = await sql<PasskeyRow[]>`
    select id, user_id, credential_id, public_key, counter::text, transports from passkeys where credential_id = ${credentialId}`;
  return row ?? null;
}

export async function listCredentials(
  sql: Connection,
  userId: string,
): Promise<Pick<PasskeyRow, 'credentialId' | 'transports'>[]> {
  return sql<Pick<PasskeyRow, 'credentialId' | 'transports'>[]>`
    select credential_id, transports from passkeys where user_id = ${userId} order by created_at, id`;
}

/**
 * Records a use with the authenticator's signature counter. Returns false if the passkey was removed, or if the counter did not grow: then
 * a copy of the key, or a replayed answer, has signed. Authenticators without a counter always send 0.
 */
export async function recordPasskeyUse(
  tx: Tx,
  id: string,
  { counter, isSynced }: { counter: number; isSynced: boolean },
): Promise<boolean> {
  const rows = await tx`
    update passkeys set counter = ${counter}, is_synced = ${isSynced}, last_used_at = clock_timestamp()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`;
  return rows.length > 0;
}

/** Returns false if the person has no such passkey. */
export async function savePasskeyName(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  const rows = await tx`update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning id`;
  return rows.length > 0;
}

/** Returns the name of the deleted passkey, or null if the person has no such passkey. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | null> {
  const [row] = await tx<{ name: string }[]>`
    delete from passkeys where id = ${id} and user_id = ${userId} returning name`;
  return row?.name ?? null;
}
