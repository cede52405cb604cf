-- Confirming pledges in batches, and coming back to a pledge whose card was never finished.

-- Until when a pledge may wait for its card; set anew each time the fan starts again.
alter table pledges add column setup_due_at timestamptz;

-- What moves by jobs; swept each minute, so that a lost job costs a minute and not the pledge.
create index pledges_moving on pledges (status, id) where status in ('charging', 'refund_pending');

-- A fan who pledges again before the card was saved continues the same pledge under a new request key. Each key keeps its terms,
-- so that a late repeat of either request still answers with this pledge and changes nothing.
create table pledge_restarts (
  fan_id uuid not null references users,
  request_key text not null,
  pledge_id uuid not null references pledges on delete cascade,
  request_cents bigint not null,
  created_at timestamptz not null default now(),
  primary key (fan_id, request_key)
);
create index pledge_restarts_pledge on pledge_restarts (pledge_id);

create function pool_takes_pledges(status text, frozen boolean, deadline timestamptz, at timestamptz) returns boolean
language sql immutable as $$
  select not frozen and (status = 'goal_met' or status in ('open', 'accepted') and deadline > at)
$$;

-- One call for many fans. `fresh` items are new pledges with a saved card; the others wait for their card and have it now.
-- Statement after statement, each with its own snapshot: the pools are locked first, in the order of their ids, so that any
-- number of processes can do this side by side; the totals come last, once a pool.
-- Outcomes: pledged; repeated (this request key made a pledge before); exists (another live pledge of the same fan);
-- closed (an item that waited is released); frozen (an item that waited keeps its card for later); ended; missing.
create function confirm_pledges(ids uuid[], pool_ids uuid[], fan_ids uuid[], amounts bigint[], request_keys text[],
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

  update pools o set pledged_cents = o.pledged_cents + d.cents, fan_count = o.fan_count + d.fans
  from (
    select p.pool_id, sum(p.amount_cents)::bigint as cents, count(*)::int as fans
    from unnest(verified || added) as c (id) join pledges p on p.id = c.id
    group by p.pool_id) d
  where o.id = d.pool_id;

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
