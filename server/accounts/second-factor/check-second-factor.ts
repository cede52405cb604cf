import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of second factors. Each row has the account (`id`) and the fault. */
export const secondFactorInvariants: readonly Invariant[] = [
  {
    name: 'an account has a second factor exactly if one is stored for it',
    sql: `
      select u.id, 'has_second_factor is ' || u.has_second_factor as fault from users u
      where u.has_second_factor <> (exists (select from passkeys p where p.user_id = u.id)
        or exists (select from authenticator_apps a where a.user_id = u.id and a.confirmed_at is not null))`,
  },
  {
    name: 'recovery codes exist only beside a second factor, at most ten',
    sql: `
      select u.id, count(*) || ' codes' as fault from recovery_codes c join users u on u.id = c.user_id
      group by u.id having not u.has_second_factor or count(*) > 10`,
  },
  {
    // The nightly job deletes them.
    name: 'no sign-in and no challenge waits long past its end',
    sql: `
      select session_id as id, 'a challenge for a passkey waits' as fault from passkey_challenges
        where expires_at < clock_timestamp() - interval '7 days'
      union all
      select user_id, 'a sign-in waits' as fault from sign_in_steps where expires_at < clock_timestamp() - interval '7 days'
      union all
      select user_id, 'an authenticator app waits for its first code' from authenticator_apps
        where new_secret_until < clock_timestamp() - interval '7 days'`,
  },
];
