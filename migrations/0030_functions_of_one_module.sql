-- Each function writes the tables of one module only (scripts/sql-owners.ts). A function that needed to write another module's table
-- now calls a function of that module, in the same transaction and with the same locks in the same order.

-- Accounts ------------------------------------------------------------------------------------------------------------

-- Changes nothing for an account that has this value already.
create function set_user_adult(person uuid, wanted boolean) returns void language plpgsql as $$
begin
  update users u set adult = wanted where u.id = person and u.adult <> wanted;
end $$;

-- Creators ------------------------------------------------------------------------------------------------------------

-- Marks the owners of a changed profile as adult or not, in the order of their ids.
create or replace function users_adult_by_profile() returns trigger language plpgsql as $$
declare
  concerned uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then concerned := concerned || old.owner_id; end if;
  if tg_op <> 'DELETE' then concerned := concerned || new.owner_id; end if;
  perform set_user_adult(o.id, exists (
    select 1 from creator_profiles c join categories k on k.id = c.category_id where c.owner_id = o.id and k.adult))
  from (select distinct i.id from unnest(concerned) as i (id) where i.id is not null order by i.id) o;
  return null;
end $$;

-- Adds to the pool counts of a profile: pools, those that are active, and both without adult pools.
create function add_creator_pools(profile uuid, pools int, active int, safe int, safe_active int) returns void language plpgsql as $$
begin
  update creator_profiles c set
    pool_count = c.pool_count + pools,
    active_pool_count = c.active_pool_count + active,
    safe_pool_count = c.safe_pool_count + safe,
    safe_active_pool_count = c.safe_active_pool_count + safe_active
  where c.id = profile;
end $$;

-- Pools ---------------------------------------------------------------------------------------------------------------

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

create function add_pool_likes(pool uuid, step int) returns void language plpgsql as $$
begin
  update pools set like_count = like_count + step where id = pool;
end $$;

create function add_pool_comments(pool uuid, step int) returns void language plpgsql as $$
begin
  update pools set comment_count = comment_count + step where id = pool;
end $$;

-- Adds confirmed pledges to the totals of many pools. The caller holds the pools.
create function add_pledged_to_pools(pool_ids uuid[], added_cents bigint[], added_fans int[]) returns void language plpgsql as $$
begin
  update pools o set pledged_cents = o.pledged_cents + d.cents, fan_count = o.fan_count + d.fans
  from unnest(pool_ids, added_cents, added_fans) as d (id, cents, fans)
  where o.id = d.id;
end $$;

-- Pledges -------------------------------------------------------------------------------------------------------------

-- As in 0002_confirm_pledges.sql, except that the totals are added by a function of the pools.
create or replace function confirm_pledges(ids uuid[], pool_ids uuid[], fan_ids uuid[], amounts bigint[], request_keys text[],
  anonymous_flags boolean[], card_ids uuid[], fresh_flags boolean[])
returns table (n int, outcome text, id uuid, pool_id uuid, amount_cents bigint, request_cents bigint, status text,
  anonymous boolean, card_id uuid, created_at timestamptz,
  pool_status text, goal_cents bigint, pledged_cents bigint, paid_cents bigint, fan_count int)
language plpgsql as $$
#variable_conflict use_column
declare
  moment timestamptz;
  verified uuid[];
  added uuid[];
begin
  perform 1 from pools o where o.id = any (pool_ids) order by o.id for no key update;
  perform 1 from pledges p
  where p.id in (select i.id from unnest(ids, fresh_flags) as i (id, fresh) where not i.fresh)
  order by p.id for update;
  moment := clock_timestamp();

  with done as (
    update pledges p set status = 'pledged', card_id = i.card_id, pledged_at = moment
    from unnest(ids, card_ids, fresh_flags) as i (id, card_id, fresh), pools o
    where not i.fresh and p.id = i.id and p.status = 'setup_pending' and o.id = p.pool_id
      and pool_takes_pledges(o.status, o.frozen, o.deadline, moment)
    returning p.id)
  select coalesce(array_agg(done.id), '{}') into verified from done;

  update pledges p
  set card_id = i.card_id,
    status = case when o.frozen then 'setup_pending' else 'released' end,
    ended_at = case when o.frozen then null else moment end
  from unnest(ids, card_ids, fresh_flags) as i (id, card_id, fresh), pools o
  where not i.fresh and p.id = i.id and p.status = 'setup_pending' and o.id = p.pool_id;

  with done as (
    insert into pledges as p (id, pool_id, fan_id, amount_cents, status, request_key, request_cents, anonymous, card_id,
      created_at, pledged_at)
    select i.id, i.pool_id, i.fan_id, i.amount, 'pledged', i.request_key, i.amount, i.anonymous, i.card_id, moment, moment
    from unnest(ids, pool_ids, fan_ids, amounts, request_keys, anonymous_flags, card_ids, fresh_flags) with ordinality
      as i (id, pool_id, fan_id, amount, request_key, anonymous, card_id, fresh, n)
    join pools o on o.id = i.pool_id
    where i.fresh and pool_takes_pledges(o.status, o.frozen, o.deadline, moment)
      and not exists (select 1 from pledge_restarts r where r.fan_id = i.fan_id and r.request_key = i.request_key)
    order by i.n
    on conflict do nothing
    returning p.id)
  select coalesce(array_agg(done.id), '{}') into added from done;

  perform add_pledged_to_pools(array_agg(d.pool_id), array_agg(d.cents), array_agg(d.fans))
  from (
    select p.pool_id, sum(p.amount_cents)::bigint as cents, count(*)::int as fans
    from unnest(verified || added) as c (id) join pledges p on p.id = c.id
    group by p.pool_id) d;

  return query
  select i.n::int,
    case
      when own.id is not null and i.fresh then 'pledged'
      when own.status in ('pledged', 'charging', 'notified', 'paid') then 'pledged'
      when own.status = 'setup_pending' then 'frozen'
      when own.status = 'released' then 'closed'
      when own.id is not null then 'ended'
      when same.id is not null then 'repeated'
      when not i.fresh or o.id is null then 'missing'
      when o.frozen then 'frozen'
      when not pool_takes_pledges(o.status, o.frozen, o.deadline, moment) then 'closed'
      else 'exists'
    end,
    p.id, p.pool_id, p.amount_cents, coalesce(same.request_cents, p.request_cents), p.status, p.anonymous, p.card_id, p.created_at,
    o.status, o.goal_cents, o.pledged_cents, o.paid_cents, o.fan_count
  from unnest(ids, pool_ids, fan_ids, request_keys, fresh_flags) with ordinality as i (id, pool_id, fan_id, request_key, fresh, n)
  left join pledges own on own.id = i.id
  left join lateral (
    select k.id, k.request_cents from pledges k
    where own.id is null and k.fan_id = i.fan_id and k.request_key = i.request_key
    union all
    select r.pledge_id, r.request_cents from pledge_restarts r
    where own.id is null and r.fan_id = i.fan_id and r.request_key = i.request_key
    limit 1) same on true
  left join pledges p on p.id = coalesce(own.id, same.id)
  left join pools o on o.id = coalesce(p.pool_id, i.pool_id)
  order by i.n;
end $$;

-- Comments ------------------------------------------------------------------------------------------------------------

create or replace function pool_likes_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_pool_likes(new.pool_id, 1);
  else perform add_pool_likes(old.pool_id, -1);
  end if;
  return null;
end $$;

create or replace function comments_count() returns trigger language plpgsql as $$
declare
  step int := 0;
  counted comments;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then step := step - 1; end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then step := step + 1; end if;
  if step = 0 then return null; end if;
  counted := case when tg_op = 'DELETE' then old else new end;
  -- The thread is updated before the pool, always, so that two transactions never wait for each other.
  if counted.parent_id is not null then
    update comments set reply_count = reply_count + step where id = counted.parent_id;
  end if;
  perform add_pool_comments(counted.pool_id, step);
  return null;
end $$;
