-- Pools that people saved for later. Only they see what they saved, so that it is not counted anywhere.

create table pool_saves (
  user_id uuid not null references users on delete cascade,
  pool_id uuid not null references pools on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  -- When the person was reminded that the pool closes soon. Set at most once.
  reminded_at timestamptz,
  primary key (user_id, pool_id)
);
create index pool_saves_pool on pool_saves (pool_id);
-- A person's saved pools, newest first.
create index pool_saves_newest on pool_saves (user_id, created_at desc, pool_id);
create trigger pool_saves_of_the_living after insert on pool_saves referencing new table as added
  for each statement execute function refuse_erased('user_id');
