import { limits } from '#contract/limits.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import type { Identity } from './identities.sql.ts';

export interface WaitingLinkRow extends Identity {
  userId: string;
  provider: string;
  redirect: string;
}

/** Replaces an earlier link of the same identity, so that each has at most one row. */
export async function putWaitingLink(tx: Tx, tokenHash: Buffer, link: WaitingLinkRow): Promise<void> {
  await tx`
    insert into waiting_links (issuer, subject, user_id, token_hash, provider, email, redirect, expires_at)
    values (${link.issuer}, ${link.subject}, ${link.userId}, ${tokenHash}, ${link.provider}, ${link.email}, ${link.redirect},
      clock_timestamp() + make_interval(secs => ${limits.waitingLinkMs / 1000}))
    on conflict (issuer, subject) do update set user_id = excluded.user_id, token_hash = excluded.token_hash,
      provider = excluded.provider, email = excluded.email, redirect = excluded.redirect, created_at = clock_timestamp(),
      expires_at = excluded.expires_at, code_hash = null, code_email = null, code_expires_at = null, code_tries = 0, codes_sent = 0`;
}

/** With the email of the account. */
export async function findWaitingLink(
  sql: Connection,
  tokenHash: Buffer,
): Promise<(WaitingLinkRow & { account: string }) | null> {
  const [row] = await sql<(WaitingLinkRow & { account: string })[]>`
    select l.issuer, l.subject, l.email, l.user_id, l.provider, l.redirect, u.email as account
    from waiting_links l
    join users u on u.id = l.user_id and u.deleted_at is null
    where l.token_hash = ${tokenHash} and l.expires_at > clock_timestamp()`;
  return row ?? null;
}

/** Uses the link up: of two requests, one gets it. */
export async function takeWaitingLink(tx: Tx, tokenHash: Buffer): Promise<WaitingLinkRow | null> {
  const [row] = await tx<WaitingLinkRow[]>`
    delete from waiting_links where token_hash = ${tokenHash} and expires_at > clock_timestamp()
    returning issuer, subject, email, user_id, provider, redirect`;
  return row ?? null;
}

/** The newest code replaces the one before. Returns false if the link has ended or had its last code. */
export async function putLinkCode(tx: Tx, tokenHash: Buffer, codeHash: Buffer, email: string): Promise<boolean> {
  const rows = await tx`
    update waiting_links
    set code_hash = ${codeHash}, code_email = ${email}, code_tries = 0, codes_sent = codes_sent + 1,
      code_expires_at = clock_timestamp() + make_interval(secs => ${limits.linkCodeMs / 1000})
    where token_hash = ${tokenHash} and expires_at > clock_timestamp() and codes_sent < ${limits.linkCodesMax}
    returning 1`;
  return rows.length > 0;
}

/** Counts a try, before the code is compared. Returns false if none is left. */
export async function countCodeTry(sql: Connection, tokenHash: Buffer): Promise<boolean> {
  const rows = await sql`
    update waiting_links set code_tries = code_tries + 1
    where token_hash = ${tokenHash} and expires_at > clock_timestamp() and code_expires_at > clock_timestamp()
      and code_tries < ${limits.linkCodeTries}
    returning 1`;
  return rows.length > 0;
}

/**
 * Uses the code up: of two requests, one succeeds. Returns the person, or null if the code is wrong, has ended, or was mailed to an address
 * that the account no longer has.
 */
export async function takeLinkCode(tx: Tx, tokenHash: Buffer, codeHash: Buffer): Promise<string | null> {
  const [row] = await tx<{ userId: string }[]>`
    update waiting_links l set code_hash = null, code_email = null, code_expires_at = null
    from users u
    where l.token_hash = ${tokenHash} and l.code_hash = ${codeHash} and l.expires_at > clock_timestamp()
      and l.code_expires_at > clock_timestamp() and u.id = l.user_id and lower(u.email) = lower(l.code_email)
    returning l.user_id`;
  return row?.userId ?? null;
}

export async function deleteWaitingLink(sql: Connection, tokenHash: Buffer): Promise<void> {
  await sql`delete from waiting_links where token_hash = ${tokenHash}`;
}

export async function deleteAllWaitingLinks(tx: Tx): Promise<void> {
  await tx`delete from waiting_links`;
}

export async function deleteEndedWaitingLinks(sql: Connection): Promise<void> {
  await sql`delete from waiting_links where expires_at < clock_timestamp()`;
}
