-- Creators do not fund requests to themselves: the pool asks this fan, as its creator or as the owner of its target profile.
create or replace function is_own_request(pool pools, fan uuid) returns boolean language sql stable as $$
  select coalesce(fan = pool.assigned_creator_id, false)
    or exists (select from creator_profiles c where c.id = pool.creator_profile_id and c.owner_id = fan)
$$;

-- Whether contributors cannot read the latest delivery of the pool, because a copyright notice disabled it.
create or replace function delivery_is_withheld(pool uuid) returns boolean language sql stable as $$
  select coalesce((
    select c.withheld_at is not null from content_claims c where c.pool_id = pool and c.status = 'approved'
    order by c.decided_at desc, c.id desc limit 1), false)
$$;

-- Whether the pool has a delivery that fans can read, and its creator allows late pledges, which are charged at once.
create or replace function takes_late_pledges(pool pools) returns boolean language sql stable as $$
  select pool.allow_late_pledges and pool.status in ('delivered', 'completed') and not is_suspended(pool.assigned_creator_id)
    and not delivery_is_withheld(pool.id)
$$;

-- Why the pool takes no pledge of this fan at that moment, as the code of the API's error; null when it takes one. `late`: the pledge would be
-- charged at once. Who may see the pool, and the smallest amount, are checked before (policy.ts).
create or replace function pledge_refusal(pool pools, fan uuid, late boolean, at timestamptz) returns text language sql stable as $$
  select case
    when pool.frozen then 'pool_frozen'
    when is_suspended(pool.assigned_creator_id) then 'creator_suspended'
    when not late and not pool_takes_pledges(
      pool.status, pool.frozen, pool_takes_until(pool.deadline, pool.account_due_at, pool.account_paused_at), at) then 'pool_closed'
    when is_own_request(pool, fan) then 'own_request'
    when is_suspended(fan) then 'suspended'
  end
$$;
