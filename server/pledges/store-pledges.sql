-- Stores the pledges of a batch, in its order: the only statement that makes a pledge, and the only one that makes it count. A new pledge with a saved
-- card counts at once, and one without waits for a card (`setup_pending`). If the fan's earlier pledge to this pool still waits, that one takes the new
-- terms. The other pledges of the batch (not `is_new`) have waited and now have a card; they count as long as the pool has not ended. `pledge_refusal`
-- decides about new pledges, and they are refused if the fan has seen other content of the pool. Returns the outcome of each, with its pledge and the
-- totals of its pool: `pledged`, `opened` (waits for a card), `restarted` (waits, with new terms), `repeated` (the request key of an earlier request),
-- or the code of the API's error (`conflict`: the fan has withdrawn the pledge that waited).
create or replace function store_pledges(
  ids uuid[], pool_ids uuid[], fan_ids uuid[], amounts bigint[], request_keys text[], anonymous_flags boolean[], card_ids uuid[],
  new_flags boolean[], seen_marks text[], setup_ms bigint
) returns table (
  n int, outcome text, id uuid, pool_id uuid, fan_id uuid, amount_cents bigint, request_cents bigint, request_anonymous boolean, status text,
  anonymous boolean, created_at timestamptz, pool_status text, goal_cents bigint, pledged_cents bigint, paid_cents bigint,
  fan_count int
) language plpgsql as $$
#variable_conflict use_column
declare
  moment timestamptz;
  setup_end timestamptz;
  own_flags boolean[];
  refusals text[];
  verified_pools uuid[] := '{}';
  verified_cents bigint[] := '{}';
  inserted_ids uuid[];
  added_pools uuid[];
  added_cents bigint[];
  restart_numbers int[] := '{}';
  restarted_pools uuid[] := '{}';
  restarted_cents bigint[] := '{}';
begin
  -- Deleting an account locks it before its pools and pledges.
  perform 1 from users u where u.id = any (fan_ids) order by u.id for key share;
  perform 1 from pools o where o.id = any (pool_ids) order by o.id for no key update;
  if false = any (new_flags) then
    perform 1 from pledges p
    where p.id in (select i.id from unnest(ids, new_flags) as i (id, is_new) where not i.is_new)
    order by p.id for update;
  end if;
  -- A fan who removes the card now waits, and then finds the pledge that uses it.
  perform 1 from cards c where c.id = any (card_ids) order by c.id for share;
  card_ids := array(
    select case when c.removed_at is null then i.id end
    from unnest(card_ids) with ordinality as i (id, n) left join cards c on c.id = i.id order by i.n);
  -- An assignment of the pool locks it, too, so it is visible here or releases the pledge.
  moment := clock_timestamp();
  setup_end := moment + setup_ms * interval '1 ms';
  select array_agg(coalesce(is_own_request(o, i.fan_id), false) order by i.n),
    array_agg(
      case
        when o.id is null then 'not_found'
        else coalesce(
          pledge_refusal(o, i.fan_id, i.card_id is null and takes_late_pledges(o), moment),
          case when i.seen <> o.content_mark then 'pool_state' end)
      end order by i.n)
  into own_flags, refusals
  from unnest(pool_ids, fan_ids, card_ids, seen_marks) with ordinality as i (pool_id, fan_id, card_id, seen, n)
  left join pools o on o.id = i.pool_id;

  if false = any (new_flags) then
    with done as (
      update pledges p set status = 'pledged', card_id = i.card_id, pledged_at = moment
      from unnest(ids, card_ids, new_flags, own_flags) as i (id, card_id, is_new, own), pools o
      where not i.is_new and not i.own and p.id = i.id and p.status = 'setup_pending' and o.id = p.pool_id and i.card_id is not null
        and pool_takes_cards(o.status, o.frozen)
        and not is_suspended(o.assigned_creator_id) and not is_suspended(p.fan_id)
      returning p.pool_id, p.amount_cents)
    select coalesce(array_agg(done.pool_id), '{}'), coalesce(array_agg(done.amount_cents), '{}')
    into verified_pools, verified_cents from done;

    update pledges p
    set card_id = i.card_id,
      status = case when waits then 'setup_pending' else 'released' end,
      ended_at = case when waits then null else moment end
    from unnest(ids, fan_ids, card_ids, new_flags, own_flags) as i (id, fan_id, card_id, is_new, own), pools o,
      lateral (select not i.own and (o.frozen or pool_takes_cards(o.status, o.frozen)
        and not is_suspended(o.assigned_creator_id) and not is_suspended(i.fan_id)) as waits) w
    where not i.is_new and p.id = i.id and p.status = 'setup_pending' and o.id = p.pool_id;
  end if;

  with done as (
    insert into pledges as p (id, pool_id, fan_id, amount_cents, status, request_key, request_cents, request_anonymous, anonymous,
      card_id, created_at, pledged_at, setup_due_at)
    select i.id, i.pool_id, i.fan_id, i.amount, case when i.card_id is null then 'setup_pending' else 'pledged' end,
      i.request_key, i.amount, i.anonymous, i.anonymous, i.card_id, moment,
      case when i.card_id is not null then moment end, case when i.card_id is null then setup_end end
    from unnest(ids, pool_ids, fan_ids, amounts, request_keys, anonymous_flags, card_ids, new_flags, refusals)
      with ordinality as i (id, pool_id, fan_id, amount, request_key, anonymous, card_id, is_new, refusal, n)
    where i.is_new and i.refusal is null
      and not exists (select 1 from pledge_restarts r where r.fan_id = i.fan_id and r.request_key = i.request_key)
      -- A delivered pool may hold a payment of this fan about which the bank decides.
      and (i.card_id is not null
        or not exists (select 1 from pledges d where d.pool_id = i.pool_id and d.fan_id = i.fan_id and d.status = 'disputed'))
    order by i.n
    on conflict do nothing
    returning p.id, p.pool_id, p.amount_cents, p.status)
  select coalesce(array_agg(done.id), '{}'), coalesce(array_agg(done.pool_id) filter (where done.status = 'pledged'), '{}'),
    coalesce(array_agg(done.amount_cents) filter (where done.status = 'pledged'), '{}')
  into inserted_ids, added_pools, added_cents from done;

  -- The fan pledges again before a card was saved: the pledge that waits takes the new terms, and its set-up window begins again.
  if cardinality(inserted_ids) < (select count(*) from unnest(new_flags, refusals) as i (is_new, refusal) where i.is_new and i.refusal is null) then
    with requests as (
      select distinct on (i.fan_id, i.request_key) p.id, i.n, i.fan_id, i.amount, i.request_key, i.anonymous, i.card_id
      from unnest(ids, pool_ids, fan_ids, amounts, request_keys, anonymous_flags, card_ids, new_flags, refusals)
        with ordinality as i (id, pool_id, fan_id, amount, request_key, anonymous, card_id, is_new, refusal, n)
      join pledges p on p.pool_id = i.pool_id and p.fan_id = i.fan_id and p.status = 'setup_pending'
      where i.is_new and i.refusal is null and i.id <> all (inserted_ids)
        and not exists (select 1 from pledges k where k.fan_id = i.fan_id and k.request_key = i.request_key)
        and not exists (select 1 from pledge_restarts r where r.fan_id = i.fan_id and r.request_key = i.request_key)
      order by i.fan_id, i.request_key, i.n),
    -- Once the first request with a card has made the pledge count, it takes no further terms.
    candidates as (
      select * from (select a.*, row_number() over (partition by a.id, a.card_id is null order by a.n) as turn from requests a) t
      where t.card_id is null or t.turn = 1),
    new_keys as (
      insert into pledge_restarts (fan_id, request_key, pledge_id, request_cents, request_anonymous)
      select a.fan_id, a.request_key, a.id, a.amount, a.anonymous from candidates a
      on conflict do nothing
      returning fan_id, request_key),
    restarts as (select a.* from candidates a join new_keys s on s.fan_id = a.fan_id and s.request_key = a.request_key),
    done as (
      update pledges p
      set amount_cents = l.amount, anonymous = l.anonymous, card_id = coalesce(l.card_id, p.card_id), setup_due_at = setup_end,
        status = case when l.card_id is null then 'setup_pending' else 'pledged' end,
        pledged_at = case when l.card_id is not null then moment end
      from (select distinct on (t.id) t.* from restarts t order by t.id, t.card_id is null, t.n desc) l
      where p.id = l.id
      returning p.pool_id, p.amount_cents, p.status)
    select (select coalesce(array_agg(t.n), '{}') from restarts t), coalesce(array_agg(done.pool_id) filter (where done.status = 'pledged'), '{}'),
      coalesce(array_agg(done.amount_cents) filter (where done.status = 'pledged'), '{}')
    into restart_numbers, restarted_pools, restarted_cents from done;
  end if;

  perform add_pledged_to_pools(array_agg(d.pool_id), array_agg(d.cents), array_agg(d.fans))
  from (
    select c.pool_id, sum(c.cents)::bigint as cents, count(*)::int as fans
    from unnest(verified_pools || added_pools || restarted_pools, verified_cents || added_cents || restarted_cents) as c (pool_id, cents)
    group by c.pool_id) d;

  return query
  select i.n::int,
    case
      when i.n = any (restart_numbers) then case when p.status = 'setup_pending' then 'restarted' else 'pledged' end
      when own.status in ('pledged', 'charging', 'notified', 'paid') then 'pledged'
      when own.status = 'setup_pending' and i.is_new then 'opened'
      when own.status = 'setup_pending' then case when o.frozen then 'pool_frozen' else 'no_saved_card' end
      when own.status = 'released' then case when i.own then 'own_request' else 'pool_closed' end
      when own.id is not null then 'conflict'
      when same.id is not null then 'repeated'
      when not i.is_new then 'not_found'
      when i.refusal is not null then i.refusal
      else 'pledge_exists'
    end,
    p.id, p.pool_id, p.fan_id, p.amount_cents, coalesce(same.request_cents, p.request_cents),
    case when same.id is null then p.request_anonymous else same.request_anonymous end, p.status, p.anonymous, p.created_at,
    o.status, o.goal_cents, o.pledged_cents, o.paid_cents, o.fan_count
  from unnest(ids, pool_ids, fan_ids, request_keys, new_flags, own_flags, refusals) with ordinality
    as i (id, pool_id, fan_id, request_key, is_new, own, refusal, n)
  left join pledges own on own.id = i.id
  left join lateral (
    select k.id, k.request_cents, k.request_anonymous from pledges k
    where own.id is null and k.fan_id = i.fan_id and k.request_key = i.request_key
    union all
    select r.pledge_id, r.request_cents, r.request_anonymous from pledge_restarts r
    where own.id is null and r.fan_id = i.fan_id and r.request_key = i.request_key
    limit 1) same on true
  left join pledges p on p.id = coalesce(own.id, same.id)
  left join pools o on o.id = coalesce(p.pool_id, i.pool_id)
  order by i.n;
end $$;

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
