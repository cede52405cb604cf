-- Confirms the pledges of a batch, in its order: the only statement that makes a pledge count. `fresh` pledges are new and have a saved card; the
-- others waited in `setup_pending` for their card. Returns the outcome of each, with its pledge and the totals of its pool: `pledged`, `repeated`
-- (the request key of an earlier one), `no_card`, or the code of the API's error. `pledge_refusal` decides about fresh pledges, and they are refused if
-- the fan has seen other content of the pool. A pledge that waited for its card counts as long as the pool has not ended.
create or replace function confirm_pledges(
  ids uuid[], pool_ids uuid[], fan_ids uuid[], amounts bigint[], request_keys text[], anonymous_flags boolean[], card_ids uuid[],
  fresh_flags boolean[], seen_marks text[]
) returns table (
  n int, outcome text, id uuid, pool_id uuid, amount_cents bigint, request_cents bigint, status text, anonymous boolean, card_id uuid,
  created_at timestamptz, pool_status text, goal_cents bigint, pledged_cents bigint, paid_cents bigint, fan_count int
) language plpgsql as $$
#variable_conflict use_column
declare
  moment timestamptz;
  own_flags boolean[];
  refusals text[];
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
  -- An assignment of the pool locks it, too, so it is visible here or releases the pledge.
  moment := clock_timestamp();
  select array_agg(coalesce(is_own_request(o, i.fan_id), false) order by i.n),
    array_agg(
      case
        when o.id is null then 'not_found'
        else coalesce(pledge_refusal(o, i.fan_id, false, moment), case when i.seen <> o.content_mark then 'pool_state' end)
      end order by i.n)
  into own_flags, refusals
  from unnest(pool_ids, fan_ids, seen_marks) with ordinality as i (pool_id, fan_id, seen, n) left join pools o on o.id = i.pool_id;

  if false = any (fresh_flags) then
    with done as (
      update pledges p set status = 'pledged', card_id = i.card_id, pledged_at = moment
      from unnest(ids, card_ids, fresh_flags, own_flags) as i (id, card_id, fresh, own), pools o
      where not i.fresh and not i.own and p.id = i.id and p.status = 'setup_pending' and o.id = p.pool_id and i.card_id is not null
        and pool_takes_cards(o.status, o.frozen)
        and not is_suspended(o.assigned_creator_id) and not is_suspended(p.fan_id)
      returning p.pool_id, p.amount_cents)
    select coalesce(array_agg(done.pool_id), '{}'), coalesce(array_agg(done.amount_cents), '{}')
    into verified_pools, verified_cents from done;

    update pledges p
    set card_id = i.card_id,
      status = case when waits then 'setup_pending' else 'released' end,
      ended_at = case when waits then null else moment end
    from unnest(ids, fan_ids, card_ids, fresh_flags, own_flags) as i (id, fan_id, card_id, fresh, own), pools o,
      lateral (select not i.own and (o.frozen or pool_takes_cards(o.status, o.frozen)
        and not is_suspended(o.assigned_creator_id) and not is_suspended(i.fan_id)) as waits) w
    where not i.fresh and p.id = i.id and p.status = 'setup_pending' and o.id = p.pool_id;
  end if;

  with done as (
    insert into pledges as p (id, pool_id, fan_id, amount_cents, status, request_key, request_cents, request_anonymous, anonymous,
      card_id, created_at, pledged_at)
    select i.id, i.pool_id, i.fan_id, i.amount, 'pledged', i.request_key, i.amount, i.anonymous, i.anonymous, i.card_id, moment, moment
    from unnest(ids, pool_ids, fan_ids, amounts, request_keys, anonymous_flags, card_ids, fresh_flags, refusals)
      with ordinality as i (id, pool_id, fan_id, amount, request_key, anonymous, card_id, fresh, refusal, n)
    where i.fresh and i.refusal is null and i.card_id is not null
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
      when own.status = 'setup_pending' then case when o.frozen then 'pool_frozen' else 'no_card' end
      when own.status = 'released' then case when i.own then 'own_request' else 'pool_closed' end
      when own.id is not null then 'conflict'
      when same.id is not null then 'repeated'
      when not i.fresh then 'not_found'
      when i.refusal is not null then i.refusal
      when i.card_id is null then 'no_card'
      else 'pledge_exists'
    end,
    p.id, p.pool_id, p.amount_cents, coalesce(same.request_cents, p.request_cents), p.status, p.anonymous, p.card_id, p.created_at,
    o.status, o.goal_cents, o.pledged_cents, o.paid_cents, o.fan_count
  from unnest(ids, pool_ids, fan_ids, request_keys, card_ids, fresh_flags, own_flags, refusals) with ordinality
    as i (id, pool_id, fan_id, request_key, card_id, fresh, own, refusal, n)
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
