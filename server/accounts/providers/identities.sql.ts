import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface Identity {
  issuer: string;
  subject: string;
  email: string;
}

export interface IdentityRow extends Identity {
  id: string;
  createdAt: Date;
}

export async function findIdentityUser(
  sql: Connection,
  { issuer, subject }: Omit<Identity, 'email'>,
): Promise<string | null> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id from identities where issuer = ${issuer} and subject = ${subject}`;
  return row?.userId ?? null;
}

/** Returns false if the account is already linked to another subject of this issuer. A subject in use violates the primary key. */
export async function insertIdentity(tx: Tx, userId: string, { issuer, subject, email }: Identity): Promise<boolean> {
  const rows = await tx`
    insert into identities (issuer, subject, user_id, email) values (${issuer}, ${subject}, ${userId}, ${email})
    on conflict (user_id, issuer) do nothing
    returning subject`;
  return rows.length > 0;
}

export async function hasIdentityOf(sql: Connection, userId: string, issuer: string): Promise<boolean> {
  const rows = await sql`select 1 from identities where user_id = ${userId} and issuer = ${issuer}`;
  return rows.length > 0;
}

export async function listIdentities(sql: Connection, userId: string): Promise<IdentityRow[]> {
  return sql<IdentityRow[]>`
    select id, issuer, subject, email, created_at from identities where user_id = ${userId} order by created_at, issuer`;
}

/** Returns the deleted identity, or null if the person has no such one. */
export async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<IdentityRow | null> {
  const [row] = await tx<IdentityRow[]>`
    delete from identities where user_id = ${userId} and id = ${id} returning id, issuer, subject, email, created_at`;
  return row ?? null;
}

/** Whether the person can sign in without anything else: with a password, a passkey, or a provider with one of these issuers. */
export async function hasWayIn(tx: Tx, userId: string, issuers: string[]): Promise<boolean> {
  const rows = await tx`
    select 1 from users u
    where u.id = ${userId} and (u.password_hash is not null
      or exists (select from passkeys p where p.user_id = u.id)
      or exists (select from identities i where i.user_id = u.id and i.issuer in (select unnest(${issuers}::text[]))))`;
  return rows.length > 0;
}

/** Also the links that wait for a proof of the account. */
export async function deleteIdentities(tx: Tx, userId: string): Promise<void> {
  await tx`delete from identities where user_id = ${userId}`;
  await tx`delete from waiting_links where user_id = ${userId}`;
}
