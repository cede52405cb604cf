import type { FactorWays } from '#contract/second-factor.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The ways to confirm a sign-in of this person, or to prove their identity. */
export async function readFactorWays(sql: Connection, userId: string): Promise<FactorWays> {
  const [row] = await sql<FactorWays[]>`
    select exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from authenticator_apps where user_id = ${userId} and confirmed_at is not null) as app,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes`;
  return row ?? { passkey: false, app: false, recoveryCodes: 0 };
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

interface Factors {
  passkeys: { id: string; name: string; synced: boolean; createdAt: Date; lastUsedAt: Date | null }[];
  app: { addedAt: Date; lastUsedAt: Date | null } | null;
  recoveryCodesLeft: number;
  /** Null if it has ended, or if the person has a second factor. */
  graceUntil: Date | null;
}

/** A person's second factors, the oldest passkey first. */
export async function readFactors(sql: Connection, userId: string): Promise<Factors> {
  const [passkeys, [app], [rest]] = await Promise.all([
    sql<Factors['passkeys']>`
      select id, name, is_synced as synced, created_at, last_used_at from passkeys
      where user_id = ${userId} order by created_at, id`,
    sql<NonNullable<Factors['app']>[]>`
      select confirmed_at as added_at, last_used_at from authenticator_apps
      where user_id = ${userId} and confirmed_at is not null`,
    sql<Pick<Factors, 'recoveryCodesLeft' | 'graceUntil'>[]>`
      select (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes_left,
        case when not has_second_factor and second_factor_grace_until > clock_timestamp() then second_factor_grace_until end as grace_until
      from users where id = ${userId}`,
  ]);
  return {
    passkeys,
    app: app ?? null,
    recoveryCodesLeft: rest?.recoveryCodesLeft ?? 0,
    graceUntil: rest?.graceUntil ?? null,
  };
}
