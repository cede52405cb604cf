-- Whether the pool still takes the card of a pledge that was opened before the funding deadline. At the deadline, the server asks the card
-- processor which cards were saved, and only then decides about the pool.
create function pool_takes_cards(status text, frozen boolean) returns boolean language sql immutable as $$
  select not frozen and status in ('open', 'goal_met', 'accepted')
$$;

-- As in 0128_fewer_reads_for_pledges.sql, except that a pledge that waited for its card counts as long as the pool has not ended.
create or replace function confirm_pledges(ids uuid[], pool_ids uuid[], fan_ids uuid[], amounts bigint[], request_keys text[],
  anonymous_flags boolean[], card_ids uuid[], fresh_flags boolean[])
returns table (n int, outcome text, id uuid, pool_id uuid, amount_cents bigint, request_cents bigint, status text,
  anonymous boolean, card_id uuid, created_at timestamptz,
  pool_status text, goal_cents bigint, pledged_cents bigint, paid_cents bigint, fan_count int)
language plpgsql as $$
#variable_conflict use_column
declare
  moment timestamptz;
  verified_pools uuid[] := '{}';
  verified_cents bigint[] := '{}';
  added_pools uuid[];
  added_cents bigint[];
begin
  -- Deleting an account locks it before its pools and pledges.
  perform 1 from users u where u.id = any (fan_ids) order by u.id for key share;
  perform 1 from pools o where o.id = any (pool_ids) order by o.id for no key update;
  if false = any (fresh_flags) then
    perform 1 from pledges p
    where p.id in (select i.id from unnest(ids, fresh_flags) as i (id, fresh) where not i.fresh)
    order by p.id for update;
  end if;
  -- A fan who removes the card now waits, and then finds the pledge that uses it.
  perform 1 from cards c where c.id = any (card_ids) order by c.id for share;
  card_ids := array(
    select case when c.removed_at is null then i.id end
    from unnest(card_ids) with ordinality as i (id, n) left join cards c on c.id = i.id order by i.n);
  moment := clock_timestamp();

  if false = any (fresh_flags) then
    with done as (
      update pledges p set status = 'pledged', card_id = i.card_id, pledged_at = moment
      from unnest(ids, card_ids, fresh_flags) as i (id, card_id, fresh), pools o
      where not i.fresh and p.id = i.id and p.status = 'setup_pending' and o.id = p.pool_id and i.card_id is not null
        and pool_takes_cards(o.status, o.frozen)
      returning p.pool_id, p.amount_cents)
    select coalesce(array_agg(done.pool_id), '{}'), coalesce(array_agg(done.amount_cents), '{}')
    into verified_pools, verified_cents from done;

    update pledges p
    set card_id = i.card_id,
      status = case when waits then 'setup_pending' else 'released' end,
      ended_at = case when waits then null else moment end
    from unnest(ids, card_ids, fresh_flags) as i (id, card_id, fresh), pools o,
      lateral (select o.frozen or pool_takes_cards(o.status, o.frozen) as waits) w
    where not i.fresh and p.id = i.id and p.status = 'setup_pending' and o.id = p.pool_id;
  end if;

  with done as (
    insert into pledges as p (id, pool_id, fan_id, amount_cents, status, request_key, request_cents, anonymous, card_id,
      created_at, pledged_at)
    select i.id, i.pool_id, i.fan_id, i.amount, 'pledged', i.request_key, i.amount, i.anonymous, i.card_id, moment, moment
    from unnest(ids, pool_ids, fan_ids, amounts, request_keys, anonymous_flags, card_ids, fresh_flags) with ordinality
      as i (id, pool_id, fan_id, amount, request_key, anonymous, card_id, fresh, n)
    join pools o on o.id = i.pool_id
    where i.fresh and i.card_id is not null and pool_takes_pledges(o.status, o.frozen, pool_takes_until(o.deadline, o.account_due_at, o.account_paused_at), moment)
      and not exists (select 1 from pledge_restarts r where r.fan_id = i.fan_id and r.request_key = i.request_key)
    order by i.n
    on conflict do nothing
    returning p.pool_id, p.amount_cents)
  select coalesce(array_agg(done.pool_id), '{}'), coalesce(array_agg(done.amount_cents), '{}')
  into added_pools, added_cents from done;

  perform add_pledged_to_pools(array_agg(d.pool_id), array_agg(d.cents), array_agg(d.fans))
  from (
    select c.pool_id, sum(c.cents)::bigint as cents, count(*)::int as fans
    from unnest(verified_pools || added_pools, verified_cents || added_cents) as c (pool_id, cents)
    group by c.pool_id) d;

  return query
  select i.n::int,
    case
      when own.id is not null and i.fresh then 'pledged'
      when own.status in ('pledged', 'charging', 'notified', 'paid') then 'pledged'
      when own.status = 'setup_pending' then case when o.frozen then 'frozen' else 'no_card' end
      when own.status = 'released' then 'closed'
      when own.id is not null then 'ended'
      when same.id is not null then 'repeated'
      when not i.fresh or o.id is null then 'missing'
      when o.frozen then 'frozen'
      when not pool_takes_pledges(o.status, o.frozen, pool_takes_until(o.deadline, o.account_due_at, o.account_paused_at), moment) then 'closed'
      when i.card_id is null then 'no_card'
      else 'exists'
    end,
    p.id, p.pool_id, p.amount_cents, coalesce(same.request_cents, p.request_cents), p.status, p.anonymous, p.card_id, p.created_at,
    o.status, o.goal_cents, o.pledged_cents, o.paid_cents, o.fan_count
  from unnest(ids, pool_ids, fan_ids, request_keys, card_ids, fresh_flags) with ordinality
    as i (id, pool_id, fan_id, request_key, card_id, fresh, n)
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

-- Finds the set-up windows that are over and wait for the card processor.
create index pledges_setup_due on pledges (setup_due_at) where status = 'setup_pending';
