import type { PersonalData } from '#server/platform/data/personal-data.ts';

/** What this module knows of a person. No hashes: they say nothing and are secrets all the same. */
export const accountData: readonly PersonalData[] = [
  {
    name: 'account',
    about: 'Who you are here, and what you say of yourself.',
    rows: (sql, userId) => sql`
      select id, email, email_verified_at, username, display_name, avatar_url, bio, role, is_verified, backs_private,
        password_hash is not null as has_password, suspended_at, suspended_reason, created_at
      from users where id = ${userId}`,
  },
  {
    name: 'former-usernames',
    about: 'Usernames that you went by.',
    rows: (sql, userId) => sql`
      select username, left_at from former_usernames where user_id = ${userId} order by left_at`,
  },
  {
    name: 'google',
    about: 'Google accounts that open this one.',
    rows: (sql, userId) => sql`
      select issuer, subject, email, created_at from identities where user_id = ${userId} order by created_at`,
  },
  {
    name: 'sessions',
    about: 'Where you are signed in.',
    rows: (sql, userId) => sql`
      select created_at, last_seen_at, expires_at, user_agent, ip from sessions
      where user_id = ${userId} order by last_seen_at desc`,
  },
  {
    name: 'links',
    about: 'Links that were mailed to you lately.',
    rows: (sql, userId) => sql`
      select kind, email, created_at, expires_at, used_at from email_tokens where user_id = ${userId} order by created_at desc`,
  },
];
