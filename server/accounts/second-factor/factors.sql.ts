import type { FactorWays } from '#contract/second-factor.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** What can confirm a sign-in of this person, or prove their identity. */
export async function readFactorWays(sql: Connection, userId: string): Promise<FactorWays> {
  const [row] = await sql<FactorWays[]>`
    select exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from authenticator_apps where user_id = ${userId} and confirmed_at is not null) as app,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes`;
  return row ?? { passkey: false, app: false, recoveryCodes: 0 };
}

export async function listPasskeys(
  sql: Connection,
  userId: string,
): Promise<{ id: string; name: string; synced: boolean; createdAt: Date; lastUsedAt: Date | null }[]> {
  return sql`
    select id, name, is_synced as synced, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at, id`;
}

/** Removes every second factor of the person, and with them the recovery codes. Returns what there was. */
export async function deleteFactors(
  tx: Tx,
  userId: string,
): Promise<{ passkeys: number; app: boolean; recoveryCodes: number }> {
  const passkeys = await tx`delete from passkeys where user_id = ${userId} returning id`;
  const codes = await tx`delete from recovery_codes where user_id = ${userId} returning user_id`;
  const apps = await tx<{ confirmedAt: Date | null }[]>`
    delete from authenticator_apps where user_id = ${userId} returning confirmed_at`;
  return {
    passkeys: passkeys.length,
    app: apps.some(({ confirmedAt }) => confirmedAt !== null),
    recoveryCodes: codes.length,
  };
}
