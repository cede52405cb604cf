import { demoMailDomain } from '#server/accounts/demo-accounts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** Limits the changes to the demo's people, because real people may use the product while the demo fills. */
export const demoPeople = (tx: Tx) =>
  tx`(select id from users where right(email, ${demoMailDomain.length}) = ${demoMailDomain})`;

const daysBack = (tx: Tx, ids: readonly string[], days: readonly number[]) => tx`
  (select id, make_interval(secs => days * 86400) as back from unnest(${ids}::text[], ${days}::float8[]) as given (id, days))`;

/** Gives people the day on which they registered, and their profiles, cards and accounts for payouts that of the same day. */
export async function datePeople(tx: Tx, people: readonly { userId: string; daysAgo: number }[]): Promise<void> {
  const given = daysBack(
    tx,
    people.map(({ userId }) => userId),
    people.map(({ daysAgo }) => daysAgo),
  );
  await tx`
    update users u set created_at = b.back_to, email_verified_at = b.back_to + interval '3 minutes'
    from (select id::uuid, clock_timestamp() - back - make_interval(mins => abs(hashtext(id)) % 300) as back_to from ${given} g) b
    where u.id = b.id`;
  await tx`
    update creator_profiles c set created_at = u.created_at + interval '6 hours' from users u where u.id = c.owner_id and u.id in ${demoPeople(tx)}`;
  await tx`
    update creator_applications a set created_at = u.created_at + interval '2 hours', decided_at = u.created_at + interval '6 hours'
    from users u where u.id = a.user_id and a.decided_at is not null and u.id in ${demoPeople(tx)}`;
  await tx`
    update cards c set created_at = u.created_at + interval '1 hour' from users u where u.id = c.user_id and u.id in ${demoPeople(tx)}`;
  await tx`
    update payout_accounts a set created_at = u.created_at + interval '6 hours' from users u where u.id = a.user_id and u.id in ${demoPeople(tx)}`;
  await tx`
    update payout_account_changes a set at = u.created_at + interval '6 hours' from users u where u.id = a.user_id and u.id in ${demoPeople(tx)}`;
}

/** Gives profiles without an owner an age in days. */
export async function dateProfiles(tx: Tx, profiles: readonly { id: string; daysAgo: number }[]): Promise<void> {
  const given = daysBack(
    tx,
    profiles.map(({ id }) => id),
    profiles.map(({ daysAgo }) => daysAgo),
  );
  await tx`update creator_profiles c set created_at = clock_timestamp() - b.back from ${given} b where c.id = b.id::uuid`;
}

/** Gives the money of the demo the dates that its journals in the ledger have. */
export async function dateMoney(tx: Tx): Promise<void> {
  await tx`
    update payments set created_at = demo.past(created_at), settled_at = demo.past(settled_at) where user_id in ${demoPeople(tx)}`;
  await tx`
    update content_access set granted_at = demo.past(granted_at) where user_id in ${demoPeople(tx)}`;
  await tx`
    update refunds r set created_at = demo.past(r.created_at), settled_at = demo.past(r.settled_at)
    from payments p where p.id = r.payment_id and p.user_id in ${demoPeople(tx)}`;
  await tx`
    update payout_parts t set created_at = demo.past(t.created_at), sent_at = demo.past(t.sent_at), paid_at = demo.past(t.paid_at)
    from payouts p where p.id = t.payout_id and p.user_id in ${demoPeople(tx)}`;
  await tx`
    update payouts set created_at = demo.past(created_at), paid_at = demo.past(paid_at) where user_id in ${demoPeople(tx)}`;
}

/** Moves pools and what happened to them into the past. Windows that still run end as much earlier as they began earlier. */
export async function datePools(tx: Tx, pools: readonly { id: string; daysAgo: number }[]): Promise<void> {
  const ids = pools.map(({ id }) => id);
  const given = daysBack(
    tx,
    ids,
    pools.map(({ daysAgo }) => daysAgo),
  );
  // The time by which the state began too late.
  const late = (status: string) => tx`
    coalesce((select max(e.at - demo.past(e.at)) from pool_events e where e.pool_id = p.id and e.to_status = ${status}), interval '0')`;
  await tx`
    update pools p set created_at = clock_timestamp() - b.back, ended_at = demo.past(ended_at), updated_at = demo.past(updated_at),
      deadline = case when deadline <= clock_timestamp() then demo.past(deadline) else deadline end,
      response_due_at = case when response_due_at <= clock_timestamp() then demo.past(response_due_at) else response_due_at end,
      payment_due_at = payment_due_at - ${late('collecting')},
      delivery_due_at = delivery_due_at - ${late('in_production')},
      delivery_paused_at = demo.past(delivery_paused_at),
      quiet_until = case when quiet_until <= clock_timestamp() then demo.past(quiet_until) else quiet_until - ${late('delivered')} end,
      clock_at = case status when 'in_production' then clock_at - ${late('in_production')} when 'delivered' then clock_at - ${late('delivered')}
        when 'collecting' then clock_at - ${late('collecting')} else clock_at end
    from ${given} b where p.id = b.id::uuid`;
  await tx`
    update content_claims set created_at = demo.past(created_at), decided_at = demo.past(decided_at) where pool_id = any(${ids}::uuid[])`;
  await tx`
    update pool_events set at = demo.past(at) where pool_id = any(${ids}::uuid[]) and from_status is not null`;
  await tx`
    update pool_events e set at = p.created_at from pools p
    where p.id = e.pool_id and e.from_status is null and p.id = any(${ids}::uuid[])`;
  await tx`
    update pool_feed f set created_at = p.created_at
    from pools p where p.id = f.pool_id and f.created_at <> p.created_at`;
}

export interface DatedRow {
  id: string;
  groupId: string;
  /** The later of the dates of the pool and of the person. */
  earliest: Date;
  isAnswer: boolean;
}

/**
 * The pledges of the demo's people, by pool. Those before the one that met the goal come first. Among these, people who registered
 * earlier come first, so that one late arrival does not delay the others.
 */
export async function listPledges(tx: Tx): Promise<DatedRow[]> {
  return tx<DatedRow[]>`
    select g.id, g.pool_id as group_id, greatest(p.created_at, u.created_at) as earliest, false as is_answer
    from pledges g join pools p on p.id = g.pool_id join users u on u.id = g.fan_id
    left join (select pool_id, max(pledged_at) as at from pledges where met_goal_at is not null group by pool_id) m on m.pool_id = g.pool_id
    where g.fan_id in ${demoPeople(tx)}
    order by g.pool_id, coalesce(g.pledged_at > m.at, false), g.met_goal_at is not null, u.created_at, g.id`;
}

export async function datePledges(tx: Tx, ids: readonly string[], dates: readonly string[]): Promise<void> {
  await tx`
    update pledges g set created_at = d.at, pledged_at = case when g.pledged_at is not null then d.at + interval '40 seconds' end,
      met_goal_at = case when g.met_goal_at is not null then d.at + interval '40 seconds' end,
      paid_at = demo.past(g.paid_at), refunded_at = demo.past(g.refunded_at), ended_at = demo.past(g.ended_at)
    from unnest(${ids}::uuid[], ${dates}::timestamptz[]) as d (id, at) where d.id = g.id`;
  // The goal was met by the pledge that met it. The time to answer began then.
  await tx`
    update pool_events e set at = g.met_goal_at from pledges g
    where g.pool_id = e.pool_id and g.met_goal_at is not null and e.to_status = 'goal_met' and g.id = any(${ids}::uuid[])`;
  await tx`
    update pools p set response_due_at = response_due_at - m.late, clock_at = case when p.status = 'goal_met' then response_due_at - m.late else clock_at end
    from (select pool_id, clock_timestamp() - met_goal_at as late from pledges where met_goal_at is not null and id = any(${ids}::uuid[])) m
    where m.pool_id = p.id and p.response_due_at > clock_timestamp()`;
}

/** The comments of the demo's people on pools, by pool, in their order. */
export async function listPoolComments(tx: Tx): Promise<DatedRow[]> {
  return tx<DatedRow[]>`
    select c.id, c.pool_id as group_id, greatest(p.created_at, u.created_at) as earliest, c.parent_id is not null as is_answer
    from comments c join pools p on p.id = c.pool_id join users u on u.id = c.author_id
    where c.update_id is null and c.author_id in ${demoPeople(tx)} order by c.pool_id, c.created_at, c.id`;
}

export async function dateComments(tx: Tx, ids: readonly string[], dates: readonly string[]): Promise<void> {
  await tx`
    update comments c set created_at = d.at from unnest(${ids}::uuid[], ${dates}::timestamptz[]) as d (id, at) where d.id = c.id`;
}

export interface DatedMessage extends DatedRow {
  kind: 'global' | 'category' | 'pool' | 'direct';
  /** The time of the event that a message of the system is about. */
  eventAt: Date | null;
  poolCreatedAt: Date | null;
}

/** The messages of the demo's people and those about its pools, by room, in their order. */
export async function listMessages(tx: Tx): Promise<DatedMessage[]> {
  return tx<DatedMessage[]>`
    select m.id, m.room_id as group_id, r.kind, p.created_at as pool_created_at,
      coalesce(greatest(p.created_at, u.created_at), u.created_at, p.created_at) as earliest, m.parent_id is not null as is_answer,
      (select max(e.at) from pool_events e where e.pool_id = r.pool_id and e.to_status = m.event) as event_at
    from messages m join chat_rooms r on r.id = m.room_id left join pools p on p.id = r.pool_id left join users u on u.id = m.sender_id
    where m.sender_id is null or m.sender_id in ${demoPeople(tx)} order by m.room_id, m.seq`;
}

export async function dateMessages(tx: Tx, ids: readonly string[], dates: readonly string[]): Promise<void> {
  await tx`
    update messages m set created_at = d.at from unnest(${ids}::uuid[], ${dates}::timestamptz[]) as d (id, at) where d.id = m.id`;
  await tx`
    update chat_rooms r set updated_at = l.at
    from (select room_id, max(created_at) as at from messages group by room_id) l where l.room_id = r.id`;
}

/** Spreads likes, follows, updates and the comments on them from the day on which each became possible to today. */
export async function dateActivity(tx: Tx): Promise<void> {
  await tx`
    update pool_likes l set created_at = s.since + (clock_timestamp() - s.since) * power(random(), 1.4)
    from (select p.id as pool_id, u.id as user_id, greatest(p.created_at, u.created_at) as since from pools p, users u) s
    where s.pool_id = l.pool_id and s.user_id = l.user_id and l.user_id in ${demoPeople(tx)}`;
  await tx`
    update creator_follows f set created_at = s.since + (clock_timestamp() - s.since) * random()
    from (select c.id as profile_id, u.id as user_id, greatest(c.created_at, u.created_at) as since from creator_profiles c, users u) s
    where s.profile_id = f.profile_id and s.user_id = f.user_id and f.user_id in ${demoPeople(tx)}`;
  await tx`
    update pool_updates x set created_at = p.created_at + (clock_timestamp() - p.created_at) * (o.place - random() * 0.3) / (o.last + 0.3)
    from pools p, (
      select id, row_number() over (partition by pool_id order by created_at) as place,
        count(*) over (partition by pool_id) as last
      from pool_updates) o
    where p.id = x.pool_id and o.id = x.id and x.author_id in ${demoPeople(tx)}`;
  await tx`
    update comments c set created_at = s.since + (clock_timestamp() - s.since) * random()
    from (select x.id as update_id, u.id as author_id, greatest(x.created_at, u.created_at) as since from pool_updates x, users u) s
    where s.update_id = c.update_id and s.author_id = c.author_id and c.author_id in ${demoPeople(tx)}`;
}

/** Makes what waits for an admin a few hours old. */
export async function dateQueues(tx: Tx): Promise<void> {
  const earlier = tx`make_interval(mins => 50 + abs(hashtext(q.id::text)) % 700)`;
  await tx`
    update creator_applications q set created_at = created_at - ${earlier} where decided_at is null and user_id in ${demoPeople(tx)}`;
  await tx`update creator_claims q set created_at = created_at - ${earlier} where user_id in ${demoPeople(tx)}`;
  await tx`update pool_claims q set created_at = created_at - ${earlier} where user_id in ${demoPeople(tx)}`;
}

/**
 * Replaces the log of events of the demo's past with that of the pools that raise money, at its dates. Programs and overlays of the demo
 * begin with pledges that way. In order, as ids are ordered by time. What happens from now on is logged as usual, and so are the pledges of
 * real people while the demo fills.
 */
export async function rewriteEvents(tx: Tx): Promise<void> {
  await tx`
    delete from events e
    where e.actor_id in ${demoPeople(tx)} or e.person_id in ${demoPeople(tx)}
      or (e.pool_id in (select id from pools where owner_id in ${demoPeople(tx)})
        and (e.actor_id is null or e.type not like 'pledge.%'))`;
  await tx`
    with raising as (
      select id, created_at from pools where owner_id in ${demoPeople(tx)} and status in ('open', 'goal_met', 'accepted'))
    insert into events (type, occurred_at, pool_id, actor_id, subject_id, data)
    select 'pool.opened', created_at, id, null::uuid, null::uuid, '{}'::jsonb from raising
    union all
    select 'pool.' || e.to_status, e.at, e.pool_id, null, null, '{}'
    from pool_events e join raising r on r.id = e.pool_id where e.to_status in ('goal_met', 'accepted')
    union all
    select 'pledge.placed', g.pledged_at, g.pool_id, g.fan_id, g.id,
      jsonb_build_object('amountCents', g.amount_cents, 'anonymous', g.anonymous)
    from pledges g join raising r on r.id = g.pool_id where g.pledged_at is not null and g.fan_id in ${demoPeople(tx)}
    order by 2`;
}
