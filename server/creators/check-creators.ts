import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of creators: each query must return no rows; each row identifies a violation. */
export const creatorInvariants: readonly Invariant[] = [
  {
    name: 'followers of creators are counted as they are',
    sql: `select c.id, c.follower_count, coalesce(f.n, 0) as should_be
      from creator_profiles c left join (select profile_id, count(*) as n from creator_follows group by 1) f on f.profile_id = c.id
      where c.follower_count <> coalesce(f.n, 0)`,
  },
  {
    name: 'pools of creators are counted as they are listed',
    sql: `select c.id, c.pool_count, c.active_pool_count, c.safe_pool_count, c.safe_active_pool_count
      from creator_profiles c left join (
        select creator_profile_id, count(*) as pools, count(*) filter (where pool_is_active(status)) as active,
          count(*) filter (where not adult) as safe, count(*) filter (where not adult and pool_is_active(status)) as safe_active
        from pools where pool_is_listed(status) group by 1) p on p.creator_profile_id = c.id
      where (c.pool_count, c.active_pool_count, c.safe_pool_count, c.safe_active_pool_count)
        <> (coalesce(p.pools, 0), coalesce(p.active, 0), coalesce(p.safe, 0), coalesce(p.safe_active, 0))`,
  },
  {
    name: 'people are for adults exactly when the profile they own is',
    sql: `select u.id, u.adult from users u where u.adult <> exists (
      select 1 from creator_profiles c join categories k on k.id = c.category_id where c.owner_id = u.id and k.adult)`,
  },
  {
    name: 'no pending claim asks for a verified profile of someone else',
    sql: `select x.id, x.profile_id from creator_claims x join creator_profiles c on c.id = x.profile_id
      where x.status = 'pending' and c.status = 'verified' and c.owner_id <> x.user_id`,
  },
  {
    name: 'a profile that a code gave away waits for the review of the claim of its owner',
    sql: `select c.id, c.owner_id from creator_profiles c where c.status = 'claimed' and not exists (
      select from creator_claims x where x.profile_id = c.id and x.user_id = c.owner_id and x.status = 'pending'
        and x.handed_over_at is not null and x.page = c.claimed_with)`,
  },
  {
    name: 'a claim that waits for its review after a code sufficed is of the owner of the profile',
    sql: `select x.id, x.profile_id from creator_claims x left join creator_profiles c on c.id = x.profile_id
      where x.status = 'pending' and x.handed_over_at is not null and c.owner_id is distinct from x.user_id`,
  },
  {
    name: 'no code that leaves doubts gave a profile away',
    sql: `select id, profile_id from creator_claims where handed_over_at is not null and doubts <> '{}'`,
  },
  {
    name: 'the keys of creators’ names are those of their names',
    sql: `select id, username from creator_profiles where name_keys <> name_keys_of(username, display_name, full_name)`,
  },
  {
    name: 'no claim code exists for a profile that has an owner',
    sql: `select x.id, x.profile_id from creator_claim_codes x join creator_profiles c on c.id = x.profile_id
      where c.owner_id is not null`,
  },
];
