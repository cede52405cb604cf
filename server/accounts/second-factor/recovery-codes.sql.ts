import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Replaces all recovery codes of the person. The caller has locked the account. */
export async function replaceCodes(tx: Tx, userId: string, codeHashes: readonly Buffer[]): Promise<void> {
  await deleteCodes(tx, userId);
  await tx`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}::uuid, decode(h, 'hex') from unnest(${codeHashes.map((hash) => hash.toString('hex'))}::text[]) as h`;
}

export async function deleteCodes(tx: Tx, userId: string): Promise<void> {
  await tx`delete from recovery_codes where user_id = ${userId}`;
}

/** Uses the code up. Returns false for an unknown code, and for a used one: of two requests, one marks it. */
export async function spendCode(tx: Tx, userId: string, codeHash: Buffer): Promise<boolean> {
  const rows = await tx`
    update recovery_codes set used_at = clock_timestamp()
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null
    returning user_id`;
  return rows.length > 0;
}

/** Whether the person has a set of codes, used or not. */
export async function hasCodes(sql: Connection, userId: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from recovery_codes where user_id = ${userId}) as found`;
  return row?.found ?? false;
}

export async function countUnusedCodes(sql: Connection, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from recovery_codes where user_id = ${userId} and used_at is null`;
  return row?.count ?? 0;
}
