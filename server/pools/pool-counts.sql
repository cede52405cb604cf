create or replace function pool_is_active(status text) returns boolean language sql immutable as $$
  select pool_is_listed(status) and status not in ('delivered', 'completed')
$$;

-- Adds confirmed pledges to the totals of many pools. The caller holds the pools.
create or replace function add_pledged_to_pools(pool_ids uuid[], added_cents bigint[], added_fans int[]) returns void language plpgsql as $$
begin
  update pools o set pledged_cents = o.pledged_cents + d.cents, fan_count = o.fan_count + d.fans
  from unnest(pool_ids, added_cents, added_fans) as d (id, cents, fans)
  where o.id = d.id;
end $$;

create or replace function add_pool_comments(pool uuid, step int) returns void language plpgsql as $$
begin
  update pools set comment_count = comment_count + step where id = pool;
end $$;

create or replace function add_pool_likes(pool uuid, step int) returns void language plpgsql as $$
begin
  update pools set like_count = like_count + step where id = pool;
end $$;

-- Counts the pools of a creator profile.
create or replace function creator_pools_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and pool_is_listed(old.status) then
    perform add_creator_pools(old.creator_profile_id, -1, -pool_is_active(old.status)::int, -(not old.adult)::int,
      -(not old.adult and pool_is_active(old.status))::int);
  end if;
  if tg_op <> 'DELETE' and pool_is_listed(new.status) then
    perform add_creator_pools(new.creator_profile_id, 1, pool_is_active(new.status)::int, (not new.adult)::int,
      (not new.adult and pool_is_active(new.status))::int);
  end if;
  return null;
end $$;

create or replace trigger creator_pools_insert after insert on pools for each row
  when (new.creator_profile_id is not null) execute function creator_pools_count();

create or replace trigger creator_pools_delete after delete on pools for each row
  when (old.creator_profile_id is not null) execute function creator_pools_count();

-- Not while fans confirm: a move from open to goal_met changes no count.
create or replace trigger creator_pools_update after update of status, adult, creator_profile_id on pools for each row
  when (old.creator_profile_id is distinct from new.creator_profile_id or old.adult <> new.adult
    or pool_is_listed(old.status) <> pool_is_listed(new.status) or pool_is_active(old.status) <> pool_is_active(new.status))
  execute function creator_pools_count();
