import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export type EmailTokenKind = 'verify' | 'reset' | 'change';

/**
 * Stores a new link as an upsert on user and kind, so only the newest link of each kind works. Of two concurrent requests, the
 * second waits for the first and replaces its link.
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

/** Returns whether the link would still work. The caller checks first to avoid hashing a password for an invalid link. */
export async function isEmailTokenValid(sql: Connection, kind: EmailTokenKind, tokenHash: Buffer): Promise<boolean> {
  const [row] = await sql`
    select 1 from email_tokens t join users u on u.id = t.user_id and lower(u.email) = lower(t.email)
    where t.token_hash = ${tokenHash} and t.kind = ${kind} and t.used_at is null and t.expires_at > clock_timestamp()`;
  return row !== undefined;
}

/** Marks the link as used. Returns the id of its user, or null if the link is invalid or the user's email has changed since. */
export async function consumeEmailToken(tx: Tx, kind: EmailTokenKind, tokenHash: Buffer): Promise<string | null> {
  const [row] = await tx<{ userId: string }[]>`
    update email_tokens t set used_at = clock_timestamp() from users u
    where t.token_hash = ${tokenHash} and t.kind = ${kind} and t.used_at is null and t.expires_at > clock_timestamp()
      and u.id = t.user_id and lower(u.email) = lower(t.email)
    returning t.user_id`;
  return row?.userId ?? null;
}

/** Marks a link to a new email as used. Returns its user and the new email, or null if the link is invalid. */
export async function consumeChangeToken(tx: Tx, tokenHash: Buffer): Promise<{ userId: string; email: string } | null> {
  const [row] = await tx<{ userId: string; email: string }[]>`
    update email_tokens set used_at = clock_timestamp()
    where token_hash = ${tokenHash} and kind = 'change' and used_at is null and expires_at > clock_timestamp()
    returning user_id, email`;
  return row ?? null;
}

/** Returns the new email that waits for confirmation, or null. */
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

export async function deleteUnusedEmailTokens(tx: Tx): Promise<void> {
  await tx`delete from email_tokens where used_at is null`;
}
