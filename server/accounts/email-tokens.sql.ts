import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export type EmailTokenKind = 'verify' | 'reset' | 'change';

/**
 * Stores a new link. It takes the row of the link of that kind that the person had, so at most the newest one works: of two
 * requests at the same moment, the second waits for the first and replaces its link.
 */
export async function putEmailToken(
  tx: Tx,
  token: { tokenHash: Buffer; userId: string; kind: EmailTokenKind; email: string; validMs: number },
): Promise<void> {
  await tx`
    insert into email_tokens (token_hash, user_id, kind, email, expires_at)
    values (${token.tokenHash}, ${token.userId}, ${token.kind}, ${token.email},
      clock_timestamp() + make_interval(secs => ${token.validMs / 1000}))
    on conflict (user_id, kind) do update set token_hash = excluded.token_hash, email = excluded.email,
      created_at = clock_timestamp(), expires_at = excluded.expires_at, used_at = null`;
}

/** Whether the link would still work; saves hashing a password for one that would not. */
export async function isEmailTokenGood(sql: Connection, kind: EmailTokenKind, tokenHash: Buffer): Promise<boolean> {
  const [row] = await sql`
    select 1 from email_tokens t join users u on u.id = t.user_id and lower(u.email) = lower(t.email)
    where t.token_hash = ${tokenHash} and t.kind = ${kind} and t.used_at is null and t.expires_at > clock_timestamp()`;
  return row !== undefined;
}

/** Uses the link up; the person it was mailed to, as long as that is still their address, or null. */
export async function useEmailToken(tx: Tx, kind: EmailTokenKind, tokenHash: Buffer): Promise<string | null> {
  const [row] = await tx<{ userId: string }[]>`
    update email_tokens t set used_at = clock_timestamp() from users u
    where t.token_hash = ${tokenHash} and t.kind = ${kind} and t.used_at is null and t.expires_at > clock_timestamp()
      and u.id = t.user_id and lower(u.email) = lower(t.email)
    returning t.user_id`;
  return row?.userId ?? null;
}

/** The same for a link to a new address: whose, and which. */
export async function takeChangeToken(tx: Tx, tokenHash: Buffer): Promise<{ userId: string; email: string } | null> {
  const [row] = await tx<{ userId: string; email: string }[]>`
    update email_tokens set used_at = clock_timestamp()
    where token_hash = ${tokenHash} and kind = 'change' and used_at is null and expires_at > clock_timestamp()
    returning user_id, email`;
  return row ?? null;
}

/** The new address whose link has not been opened yet. */
export async function findPendingEmail(sql: Connection, userId: string): Promise<string | null> {
  const [row] = await sql<{ email: string }[]>`
    select email from email_tokens
    where user_id = ${userId} and kind = 'change' and used_at is null and expires_at > clock_timestamp()`;
  return row?.email ?? null;
}

export async function deleteEmailTokens(tx: Tx, userId: string, kind?: EmailTokenKind): Promise<void> {
  await tx`delete from email_tokens where user_id = ${userId} and (${kind ?? null}::text is null or kind = ${kind ?? null})`;
}

export async function deleteOldEmailTokens(sql: Connection): Promise<void> {
  await sql`delete from email_tokens where expires_at < clock_timestamp() - interval '7 days'`;
}
