-- Creators: who follows them, how many pools ask them, who says to be one of them, and who asked to be left out.

create table creator_follows (
  user_id uuid not null references users on delete cascade,
  profile_id uuid not null references creator_profiles on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, profile_id)
);
create index creator_follows_profile on creator_follows (profile_id);
create index creator_follows_newest on creator_follows (user_id, created_at desc, profile_id);

-- The count follows the rows, whichever way these come and go (an account that is deleted takes its follows along).
create function creator_follows_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update creator_profiles set follower_count = follower_count + 1 where id = new.profile_id;
  else
    update creator_profiles set follower_count = follower_count - 1 where id = old.profile_id;
  end if;
  return null;
end $$;
create trigger creator_follows_counted after insert or delete on creator_follows
  for each row execute function creator_follows_count();

-- Listed pools that ask the profile, those of them that still go on, and both without the adult ones, for whoever has not passed
-- the age gate.
alter table creator_profiles
  add column pool_count int not null default 0 check (pool_count >= 0),
  add column active_pool_count int not null default 0 check (active_pool_count >= 0),
  add column safe_pool_count int not null default 0 check (safe_pool_count >= 0),
  add column safe_active_pool_count int not null default 0 check (safe_active_pool_count >= 0);

create function pool_is_active(status text) returns boolean language sql immutable as $$
  select pool_is_listed(status) and status not in ('delivered', 'completed')
$$;

create function creator_pools_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and pool_is_listed(old.status) then
    update creator_profiles set
      pool_count = pool_count - 1,
      active_pool_count = active_pool_count - pool_is_active(old.status)::int,
      safe_pool_count = safe_pool_count - (not old.adult)::int,
      safe_active_pool_count = safe_active_pool_count - (not old.adult and pool_is_active(old.status))::int
    where id = old.creator_profile_id;
  end if;
  if tg_op <> 'DELETE' and pool_is_listed(new.status) then
    update creator_profiles set
      pool_count = pool_count + 1,
      active_pool_count = active_pool_count + pool_is_active(new.status)::int,
      safe_pool_count = safe_pool_count + (not new.adult)::int,
      safe_active_pool_count = safe_active_pool_count + (not new.adult and pool_is_active(new.status))::int
    where id = new.creator_profile_id;
  end if;
  return null;
end $$;
create trigger creator_pools_insert after insert on pools for each row
  when (new.creator_profile_id is not null) execute function creator_pools_count();
create trigger creator_pools_delete after delete on pools for each row
  when (old.creator_profile_id is not null) execute function creator_pools_count();
-- Not while fans confirm: from open to goal_met nothing of this changes.
create trigger creator_pools_update after update of status, adult, creator_profile_id on pools for each row
  when (old.creator_profile_id is distinct from new.creator_profile_id or old.adult <> new.adult
    or pool_is_listed(old.status) <> pool_is_listed(new.status) or pool_is_active(old.status) <> pool_is_active(new.status))
  execute function creator_pools_count();

update creator_profiles c set follower_count = 0, pool_count = n.pools, active_pool_count = n.active, safe_pool_count = n.safe,
  safe_active_pool_count = n.safe_active
from (
  select w.id, count(p.id) as pools, count(p.id) filter (where pool_is_active(p.status)) as active,
    count(p.id) filter (where not p.adult) as safe,
    count(p.id) filter (where not p.adult and pool_is_active(p.status)) as safe_active
  from creator_profiles w left join pools p on p.creator_profile_id = w.id and pool_is_listed(p.status)
  group by w.id) n
where n.id = c.id;

-- The list of creators: those with most pools first.
create index creator_profiles_popular on creator_profiles (pool_count desc, follower_count desc, username);
create index creator_profiles_popular_safe on creator_profiles (safe_pool_count desc, follower_count desc, username);

-- Somebody says that a profile which fans have added is theirs; an admin decides. It keeps whom it was about when the profile goes.
create table creator_claims (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid references creator_profiles on delete set null,
  creator_username text not null,
  creator_name text not null,
  user_id uuid not null references users on delete cascade,
  message text not null,
  proof_url text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  -- Null while pending, and where it was closed because the profile had gone.
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'pending' or profile_id is not null)
);
create unique index creator_claims_one_open on creator_claims (profile_id, user_id) where status = 'pending';
create index creator_claims_user on creator_claims (user_id, created_at desc);
create index creator_claims_status on creator_claims (status, created_at desc);

-- Creators who asked not to be here: what it takes to refuse them when they are added again, and nothing else.
create table creator_removals (
  id uuid primary key default gen_random_uuid(),
  -- In lower case.
  username text not null unique,
  -- Their name without case, accents and signs.
  name_key text not null,
  removed_by uuid references users on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index creator_removals_name on creator_removals (name_key);
