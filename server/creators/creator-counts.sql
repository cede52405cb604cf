-- Adds to the pool counts of a profile: pools, those that are active, and both without adult pools.
create or replace function add_creator_pools(profile uuid, pools int, active int, safe int, safe_active int) returns void language plpgsql as $$
begin
  update creator_profiles c set
    pool_count = c.pool_count + pools,
    active_pool_count = c.active_pool_count + active,
    safe_pool_count = c.safe_pool_count + safe,
    safe_active_pool_count = c.safe_active_pool_count + safe_active
  where c.id = profile;
end $$;

-- The count follows the rows, whichever way these come and go (an account that is deleted takes its follows along).
create or replace function creator_follows_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update creator_profiles set follower_count = follower_count + 1 where id = new.profile_id;
  else
    update creator_profiles set follower_count = follower_count - 1 where id = old.profile_id;
  end if;
  return null;
end $$;

create or replace trigger creator_follows_counted after insert or delete on creator_follows
  for each row execute function creator_follows_count();
