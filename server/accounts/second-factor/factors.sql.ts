import type { FactorWays } from '#contract/second-factor.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/** What can confirm a sign-in of this person, or prove their identity. */
export async function readFactorWays(sql: Connection, userId: string): Promise<FactorWays> {
  const [row] = await sql<FactorWays[]>`
    select exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from authenticator_apps where user_id = ${userId} and confirmed_at is not null) as app,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes`;
  return row ?? { passkey: false, app: false, recoveryCodes: 0 };
}
