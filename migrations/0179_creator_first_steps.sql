-- The first steps that only the creator can report: they shared their page, or no longer want the list.
create table creator_first_steps (
  profile_id uuid primary key references creator_profiles (id) on delete cascade,
  shared_at timestamptz,
  dismissed_at timestamptz
);
