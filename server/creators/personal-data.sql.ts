import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const creatorData: readonly PersonalData[] = [
  {
    name: 'creator-profile',
    about: msg`Your own creator profile.`,
    rows: (sql, userId) => sql`
      select username, full_name, display_name, description, avatar_url, cover_url, cover_alt, website_url, social_links, status,
        follower_count, created_at, edited_at
      from creator_profiles where owner_id = ${userId}`,
  },
  {
    name: 'request-terms',
    about: msg`The terms under which you take requests.`,
    rows: (sql, userId) => sql`
      select t.minimum_goal_cents, t.declines_below_minimum, t.languages, t.declines, t.away, t.away_until, t.updated_at,
        (select coalesce(json_agg(k.name order by k.name), '[]') from categories k where k.id = any(t.category_ids)) as categories
      from creator_request_terms t join creator_profiles c on c.id = t.profile_id where c.owner_id = ${userId}`,
  },
  {
    name: 'creators-added',
    about: msg`Creator profiles that you added.`,
    rows: (sql, userId) => sql`
      select username, display_name, created_at from creator_profiles
      where added_by = ${userId} and owner_id is distinct from ${userId} order by created_at`,
  },
  {
    name: 'creator-applications',
    about: msg`Your applications to become a creator.`,
    rows: (sql, userId) => sql`
      select id, status, full_name, username, bio, social_links, proof_url, agreed_at, reason, created_at, decided_at
      from creator_applications where user_id = ${userId} order by created_at`,
  },
  {
    name: 'creator-claims',
    about: msg`Creator profiles that you said are yours.`,
    rows: (sql, userId) => sql`
      select id, creator_username, message, proof_url, method, page, found_at, handed_over_at, status, reason, created_at, decided_at
      from creator_claims
      where user_id = ${userId} order by created_at`,
  },
  {
    name: 'creator-links',
    about: msg`Links of creator profiles that you added or changed.`,
    rows: (sql, userId) => sql`
      select c.username, l.url, l.platform, case when l.added_by = ${userId} then l.added_at end as added_at,
        case when l.changed_by = ${userId} then l.changed_at end as changed_at
      from creator_links l join creator_profiles c on c.id = l.profile_id
      where l.added_by = ${userId} or l.changed_by = ${userId} order by c.username, l.url`,
  },
  {
    name: 'creator-traces',
    about: msg`Blocks of addresses and browsers (as a hash) from which you added, changed or claimed creator profiles.`,
    rows: (sql, userId) => sql`
      select kind, value, last_at from creator_traces where user_id = ${userId} order by kind, value`,
  },
  {
    name: 'creator-claim-codes',
    about: msg`Creator profiles that you asked for a code to claim.`,
    rows: (sql, userId) => sql`
      select c.username, x.pages, x.checks, x.created_at, x.expires_at
      from creator_claim_codes x join creator_profiles c on c.id = x.profile_id
      where x.user_id = ${userId} order by x.created_at`,
  },
  {
    name: 'follows',
    about: msg`Creators that you follow.`,
    rows: (sql, userId) => sql`
      select c.username, f.created_at from creator_follows f join creator_profiles c on c.id = f.profile_id
      where f.user_id = ${userId} order by f.created_at`,
  },
];
