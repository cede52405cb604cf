-- Claims of profiles by a code that the creator places on a linked page. The code is derived from the id and a secret of the
-- installation, so no row holds it.
create table creator_claim_codes (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references creator_profiles on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The profile's links when the person asked for the code. Links that were added later prove nothing.
  pages text[] not null check (cardinality(pages) between 1 and 10),
  checks integer not null default 0 check (checks >= 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  unique (profile_id, user_id)
);
create index creator_claim_codes_user on creator_claim_codes (user_id);
create trigger creator_claim_codes_of_the_living after insert on creator_claim_codes referencing new table as added
  for each statement execute function refuse_erased('user_id');
