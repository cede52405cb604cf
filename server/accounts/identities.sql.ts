import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface Identity {
  issuer: string;
  subject: string;
  email: string;
}

export async function findIdentityUser(sql: Connection, { issuer, subject }: Identity): Promise<string | null> {
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

export async function listIdentityEmails(sql: Connection, userId: string): Promise<string[]> {
  const rows = await sql<
    { email: string }[]
  >`select email from identities where user_id = ${userId} order by created_at`;
  return rows.map(({ email }) => email);
}

export async function deleteIdentities(tx: Tx, userId: string): Promise<void> {
  await tx`delete from identities where user_id = ${userId}`;
}
