-- A profile that a code on a linked page gave to a person is `claimed` until an admin has verified who they are (docs/decisions/0084).
alter table creator_profiles drop constraint creator_profiles_status_check;
alter table creator_profiles
  -- The page on which the code was found. Everyone sees it.
  add column claimed_with text,
  -- What its names look like (server/creators/name-keys.sql).
  add column name_keys text[] not null default '{}',
  add constraint creator_profiles_status_check check (status in ('verified', 'claimed', 'unclaimed')),
  add constraint creator_profiles_claimed_with check ((status = 'claimed') = (claimed_with is not null));
create index creator_profiles_name_keys on creator_profiles using gin (name_keys) where status = 'verified';

-- Who added and last changed each link of a profile. A null person is unknown, which no claim by a code may rest on.
create table creator_links (
  profile_id uuid not null references creator_profiles (id) on delete cascade,
  url text not null,
  platform text not null,
  added_by uuid references users (id) on delete set null,
  added_at timestamptz not null default clock_timestamp(),
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (profile_id, url)
);
create index creator_links_added on creator_links (added_by);
create index creator_links_changed on creator_links (changed_by);
-- Only owners could change links until now, so those of a profile without an owner are from the person who added it.
insert into creator_links (profile_id, url, platform, added_by, added_at, changed_by, changed_at)
select distinct on (c.id, l.url) c.id, l.url, l.platform, a.person, c.created_at, a.person, coalesce(c.edited_at, c.created_at)
from creator_profiles c
cross join lateral (select case when c.owner_id is null and c.edited_at is null then c.added_by end as person) a
cross join lateral (
  select e.link->>'url' as url, coalesce(e.link->>'platform', 'other') as platform from jsonb_array_elements(c.social_links) as e (link)
  union all select c.website_url, 'website') l
where l.url is not null
order by c.id, l.url;

-- From which blocks of addresses and which browsers people added, changed and claimed profiles.
create table creator_traces (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('address', 'device')),
  value text not null,
  last_at timestamptz not null default clock_timestamp(),
  primary key (user_id, kind, value)
);
create index creator_traces_value on creator_traces (kind, value);
create index creator_traces_old on creator_traces (last_at);
-- For the accounts that share something with a claimant, also by removed cards.
create index cards_owner on cards (user_id);
create index cards_face on cards (brand, last4, exp_month, exp_year);
create index sessions_ip on sessions (ip);

alter table creator_claims
  add column method text not null default 'message' check (method in ('message', 'code')),
  -- The page on which the code was found, and when.
  add column page text,
  add column found_at timestamptz,
  -- Why the code did not suffice; empty if it did.
  add column doubts text[] not null default '{}',
  -- When the code gave the profile to the claimant, before the review.
  add column handed_over_at timestamptz,
  add constraint creator_claims_page check ((method = 'code') = (page is not null) and (page is null) = (found_at is null)),
  add constraint creator_claims_handed_over check (handed_over_at is null or method = 'code');
-- Profiles that a code alone gave away wait for a review now. Their owners stay verified until an admin decides otherwise.
with by_code as (
  select x.id, a.after->>'page' as page,
    exists (select from creator_profiles c where c.id = x.profile_id and c.owner_id = x.user_id) as owned
  from creator_claims x join audit_log a on a.target_kind = 'creator_claim' and a.target_id = x.id::text
  where x.status = 'approved' and a.action = 'creator_claim.approved' and a.after->>'method' = 'code')
update creator_claims x set method = 'code', page = coalesce(b.page, x.proof_url), found_at = x.decided_at,
  handed_over_at = x.decided_at,
  status = case when b.owned then 'pending' else x.status end,
  decided_at = case when b.owned then null else x.decided_at end
from by_code b where b.id = x.id;
