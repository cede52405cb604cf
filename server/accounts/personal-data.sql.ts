import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';
import { emailForms } from '#server/platform/mail/email-address.ts';

/** This module's part of the personal data export. Hashes are left out: they are secrets and mean nothing to a reader. */
export const accountData: readonly PersonalData[] = [
  {
    name: 'account',
    about: msg`Your account and profile.`,
    rows: (sql, userId) => sql`
      select id, email, email_verified_at, username, display_name, avatar_url, bio, locale, role, is_verified, backs_private,
        password_hash is not null as has_password, suspended_at, suspended_reason, created_at
      from users where id = ${userId}`,
  },
  {
    name: 'former-usernames',
    about: msg`Usernames you used before.`,
    rows: (sql, userId) => sql`
      select username, left_at from former_usernames where user_id = ${userId} order by left_at`,
  },
  {
    name: 'former-emails',
    about: msg`Emails you used in the last two weeks. We also send warnings about your money there.`,
    rows: (sql, userId) => sql`
      select email, left_at from former_emails where user_id = ${userId} order by left_at`,
  },
  {
    name: 'identities',
    about: msg`Your accounts at Google and other providers, with which you can sign in.`,
    rows: (sql, userId) => sql`
      select issuer, subject, email, created_at from identities where user_id = ${userId} order by created_at`,
  },
  {
    name: 'passkeys',
    about: msg`Passkeys you can sign in with.`,
    rows: (sql, userId) => sql`
      select name, is_synced as synced, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at`,
  },
  {
    name: 'waiting-links',
    about: msg`Sign-ins at a provider that waited for a proof that this account is yours.`,
    rows: (sql, userId) => sql`
      select provider, issuer, subject, email, created_at, expires_at, codes_sent, code_tries from waiting_links
      where user_id = ${userId} order by created_at`,
  },
  {
    name: 'sessions',
    about: msg`Browsers and devices where you're signed in.`,
    rows: (sql, userId) => sql`
      select created_at, last_seen_at, expires_at, user_agent, ip from sessions
      where user_id = ${userId} order by last_seen_at desc`,
  },
  {
    name: 'authenticator-app',
    about: msg`Your authenticator app.`,
    rows: (sql, userId) => sql`
      select confirmed_at, last_used_at, new_secret_until from authenticator_apps where user_id = ${userId}`,
  },
  {
    name: 'recovery-codes',
    about: msg`Your recovery codes: when they were made and used.`,
    rows: (sql, userId) => sql`
      select created_at, used_at from recovery_codes where user_id = ${userId} order by used_at nulls last, code_hash`,
  },
  {
    name: 'unfinished-sign-ins',
    about: msg`Sign-ins that wait for their second step.`,
    rows: (sql, userId) => sql`
      select created_at, expires_at from sign_in_steps where user_id = ${userId} order by created_at desc`,
  },
  {
    name: 'known-devices',
    about: msg`Browsers you've signed in with, which we recognize by a cookie.`,
    rows: (sql, userId) => sql`
      select created_at, last_seen_at from known_devices where user_id = ${userId} order by last_seen_at desc`,
  },
  {
    name: 'links',
    about: msg`Confirmation and recovery links we mailed to you recently.`,
    rows: (sql, userId) => sql`
      select kind, email, created_at, expires_at, used_at from email_tokens where user_id = ${userId} order by created_at desc`,
  },
  {
    name: 'bounced-mail',
    about: msg`Your email, if its mail server refused our mail.`,
    rows: (sql, userId) => ({
      async *cursor(batchRows) {
        const [user] = await sql<{ email: string }[]>`select email from users where id = ${userId}`;
        if (!user) return;
        const [canonical, readable, typed] = emailForms(user.email);
        yield* sql`
          select address, diagnostic, bounced_at from undeliverable_addresses
          where address in (lower(${canonical}), lower(${readable}), lower(${typed}))`.cursor(batchRows);
      },
    }),
  },
];
