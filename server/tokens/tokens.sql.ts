import type { Scope } from '#contract/scopes.ts';
import { endedTokenDays } from '#contract/token-limits.ts';
import type { TokenEnd } from '#contract/tokens.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface TokenRow {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  endedAt: Date | null;
  endReason: TokenEnd | null;
  isExpired: boolean;
}

const columns = (sql: Connection) =>
  sql`id, name, scopes, created_at, expires_at, last_used_at, last_used_ip, ended_at, end_reason,
    expires_at <= clock_timestamp() as is_expired`;

const works = (sql: Connection) => sql`ended_at is null and expires_at > clock_timestamp()`;

export async function insertToken(
  tx: Tx,
  token: { userId: string; tokenHash: Buffer; name: string; scopes: readonly Scope[]; days: number },
): Promise<TokenRow> {
  const [row] = await tx<TokenRow[]>`
    insert into api_tokens (user_id, token_hash, name, scopes, expires_at)
    values (${token.userId}, ${token.tokenHash}, ${token.name}, ${[...token.scopes]}::text[],
      clock_timestamp() + make_interval(days => ${token.days}))
    returning ${columns(tx)}`;
  if (!row) throw new Error('the token was not stored');
  return row;
}

export async function countTokens(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from api_tokens where user_id = ${userId} and ${works(tx)}`;
  return row?.count ?? 0;
}

/** A person's tokens: those that work, then those that ended in the last days; newest first. */
export async function listTokensOf(sql: Connection, userId: string): Promise<TokenRow[]> {
  return sql<TokenRow[]>`
    select ${columns(sql)} from api_tokens
    where user_id = ${userId} and ${isRecent(sql)}
    order by ${works(sql)} desc, created_at desc, id
    limit 200`;
}

const isRecent = (sql: Connection) =>
  sql`least(ended_at, expires_at) > clock_timestamp() - make_interval(days => ${endedTokenDays})`;

/** Returns false if the person has no such token. */
export async function deleteToken(sql: Connection, userId: string, id: string): Promise<boolean> {
  const rows = await sql`delete from api_tokens where id = ${id} and user_id = ${userId} returning id`;
  return rows.length > 0;
}

export interface WorkingToken {
  tokenId: string;
  userId: string;
  scopes: Scope[];
  /** The last recorded use was more than a minute ago. */
  isStale: boolean;
}

/** The working tokens with these hexadecimal hashes, in the same order; `tokenId` is null if there is none. */
export async function findTokens(
  sql: Connection,
  hashes: readonly string[],
): Promise<(WorkingToken | { tokenId: null })[]> {
  return sql<(WorkingToken | { tokenId: null })[]>`
    select t.id as token_id, t.user_id, t.scopes,
      coalesce(t.last_used_at < clock_timestamp() - interval '1 minute', true) as is_stale
    from unnest(${[...hashes]}::text[]) with ordinality as i (hash, n)
    left join api_tokens t on t.token_hash = decode(i.hash, 'hex') and ${works(sql)}
    order by i.n`;
}

/** Records a use. Another node may have recorded one of the same minute. */
export async function recordTokenUse(sql: Connection, id: string, ip: string): Promise<void> {
  await sql`
    update api_tokens set last_used_at = clock_timestamp(), last_used_ip = ${ip}
    where id = ${id} and coalesce(last_used_at < clock_timestamp() - interval '1 minute', true)`;
}

/** Ends the working tokens of a person. */
export async function endTokensOf(tx: Tx, userId: string, reason: TokenEnd): Promise<void> {
  await tx`
    update api_tokens set ended_at = clock_timestamp(), end_reason = ${reason}
    where user_id = ${userId} and ${works(tx)}`;
}

export async function endAllTokens(tx: Tx): Promise<void> {
  await tx`update api_tokens set ended_at = clock_timestamp(), end_reason = 'restored' where ${works(tx)}`;
}

export async function deleteTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from api_tokens where user_id = ${userId}`;
}

export async function deleteOldTokens(sql: Connection): Promise<void> {
  await sql`delete from api_tokens where not (${isRecent(sql)})`;
}
