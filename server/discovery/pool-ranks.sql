-- How near a pool is to a goal that it can still reach, in millionths; -1 where it has reached it or cannot any more.
create or replace function pool_nearness(status text, frozen boolean, pledged_cents bigint, goal_cents bigint) returns int language sql immutable as $$
  select case when status in ('open', 'accepted') and not frozen and pledged_cents < goal_cents
    then (pledged_cents * 1000000 / goal_cents)::int else -1 end
$$;

-- When a pool that is short of its goal ends; infinity where no deadline presses.
create or replace function pool_ends_at(status text, frozen boolean, deadline timestamptz) returns timestamptz language sql immutable as $$
  select case when status in ('open', 'accepted') and not frozen then deadline else 'infinity' end
$$;

create or replace view pool_ranks_of as
  select distinct c as category_id, p.id as pool_id, p.adult, p.is_highlighted as highlighted, p.created_at, p.heat,
    p.pledged_cents as funded_cents, pool_nearness(p.status, p.frozen, p.pledged_cents, p.goal_cents) as nearness,
    pool_ends_at(p.status, p.frozen, p.deadline) as ends_at
  from pools p cross join unnest(array_prepend(0::smallint, p.category_ids)) as c
  where pool_is_listed(p.status);

create or replace function pool_ranks_sync() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if pool_is_listed(old.status) and pool_is_listed(new.status) and old.category_ids = new.category_ids then
      update pool_ranks set adult = new.adult, highlighted = new.is_highlighted, created_at = new.created_at, heat = new.heat,
        funded_cents = new.pledged_cents,
        nearness = pool_nearness(new.status, new.frozen, new.pledged_cents, new.goal_cents),
        ends_at = pool_ends_at(new.status, new.frozen, new.deadline)
      where pool_id = new.id;
      return null;
    end if;
    delete from pool_ranks where pool_id = new.id;
  end if;
  insert into pool_ranks (category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at)
  select v.category_id, v.pool_id, v.adult, v.highlighted, v.created_at, v.heat, v.funded_cents, v.nearness, v.ends_at
  from pool_ranks_of v where v.pool_id = new.id;
  return null;
end $$;

create or replace trigger pool_ranks_insert after insert on pools for each row
  when (pool_is_listed(new.status)) execute function pool_ranks_sync();

create or replace trigger pool_ranks_update
  after update of status, frozen, deadline, goal_cents, pledged_cents, fan_count, comment_count, like_count, adult, is_highlighted,
    category_ids, created_at
  on pools for each row
  when ((pool_is_listed(old.status) or pool_is_listed(new.status))
    and (old.status <> new.status or old.frozen <> new.frozen or old.deadline <> new.deadline or old.goal_cents <> new.goal_cents
      or old.pledged_cents <> new.pledged_cents or old.heat <> new.heat or old.adult <> new.adult
      or old.is_highlighted <> new.is_highlighted or old.category_ids <> new.category_ids or old.created_at <> new.created_at))
  execute function pool_ranks_sync();
