import type { EventType } from '#contract/events.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface NewEvent {
  type: EventType;
  poolId?: string | null;
  /** The person concerned, if not the people of the pool. */
  personId?: string | null;
  /** The person who did it. */
  actorId?: string | null;
  subjectId?: string | null;
  /** The figures of this moment. */
  data?: Record<string, number>;
}

/** Changes nothing if the person follows this profile again. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { type, poolId = null, personId = null, actorId = null, subjectId = null, data = {} } = event;
  await tx`
    insert into events (type, pool_id, person_id, actor_id, subject_id, data)
    values (${type}, ${poolId}, ${personId}, ${actorId}, ${subjectId}, ${JSON.stringify(data)}::jsonb)
    on conflict do nothing`;
}

/** One event for each pledge, with its amount now. */
export async function insertPledgeEvents(tx: Tx, type: EventType, pledgeIds: readonly string[]): Promise<void> {
  await tx`
    insert into events (type, pool_id, actor_id, subject_id, data)
    select ${type}, g.pool_id, g.fan_id, g.id, jsonb_build_object('amountCents', g.amount_cents, 'anonymous', g.anonymous)
    from unnest(${[...pledgeIds]}::uuid[]) with ordinality as given (id, n) join pledges g on g.id = given.id order by given.n`;
}

/** A pledge is placed once, also if its card was saved twice. Returns the cents that came to each pool. */
export async function insertPlacedPledges(tx: Tx, pledgeIds: readonly string[]): Promise<AddedCents[]> {
  return tx<AddedCents[]>`
    with placed as (
      insert into events (type, pool_id, actor_id, subject_id, data)
      select 'pledge.placed', g.pool_id, g.fan_id, g.id,
        jsonb_build_object('amountCents', g.amount_cents, 'anonymous', g.anonymous)
      from unnest(${[...pledgeIds]}::uuid[]) with ordinality as given (id, n) join pledges g on g.id = given.id order by given.n
      on conflict do nothing
      returning pool_id, (data ->> 'amountCents')::bigint as cents)
    select pool_id, sum(cents)::bigint as cents from placed group by pool_id`;
}

/** Returns the cents that came to the pool, negative if the amount is lower. */
export async function insertPledgeChange(tx: Tx, pledgeId: string, amountCentsBefore: number): Promise<AddedCents[]> {
  return tx<AddedCents[]>`
    insert into events (type, pool_id, actor_id, subject_id, data)
    select 'pledge.changed', g.pool_id, g.fan_id, g.id,
      jsonb_build_object('amountCents', g.amount_cents, 'amountCentsBefore', ${amountCentsBefore}::bigint, 'anonymous', g.anonymous)
    from pledges g where g.id = ${pledgeId}
    returning pool_id, (data ->> 'amountCents')::bigint - ${amountCentsBefore}::bigint as cents`;
}

export interface AddedCents {
  poolId: string;
  cents: number;
}

/**
 * The parts of the goal that these pledges made the pools pass, each once. The caller holds the locks of the pools, whose totals have the
 * pledges already.
 */
export async function insertProgress(tx: Tx, added: readonly AddedCents[]): Promise<void> {
  if (added.length === 0) return;
  await tx`
    insert into events (type, pool_id, data)
    select 'pool.progress', p.id, jsonb_build_object('percent', part.percent)
    from unnest(${added.map(({ poolId }) => poolId)}::uuid[], ${added.map(({ cents }) => cents)}::bigint[]) as a (pool_id, cents)
    join pools p on p.id = a.pool_id
    cross join (values (25), (50), (75)) as part (percent)
    where p.status in ('open', 'accepted')
      and p.pledged_cents * 100 >= p.goal_cents * part.percent
      and (p.pledged_cents - a.cents) * 100 < p.goal_cents * part.percent
    order by p.id, part.percent
    on conflict do nothing`;
}

/** The update is read with its author. */
export async function insertUpdateEvent(tx: Tx, updateId: string): Promise<void> {
  await tx`
    insert into events (type, pool_id, actor_id, subject_id)
    select 'update.posted', x.pool_id, x.author_id, x.id from pool_updates x where x.id = ${updateId}`;
}

export async function insertThanksEvent(tx: Tx, thanksId: string): Promise<void> {
  await tx`
    insert into events (type, pool_id, actor_id, subject_id)
    select 'thanks.sent', t.pool_id, t.fan_id, t.id from thanks t where t.id = ${thanksId}`;
}

/**
 * Deletes events older than this. While a pool raises money, the parts of its goal that it has passed stay, because each is told once, and
 * its pledges, because overlays show the latest.
 */
export async function deleteOldEvents(tx: Tx, keptMs: number, limit: number): Promise<number> {
  const rows = await tx`
    delete from events where id in (
      select e.id from events e
      where e.position is not null and e.occurred_at < clock_timestamp() - ${keptMs} * interval '1 ms'
        and not (e.type in ('pool.progress', 'pledge.placed')
          and exists (select from pools p where p.id = e.pool_id and p.status in ('open', 'goal_met', 'accepted')))
      order by e.position limit ${limit})
    returning 1`;
  return rows.length;
}

/**
 * The events about a person and of what they did. Events of their pledges stay, and name no one from now on. The index of people has only
 * events with a place, so the others are asked for apart: otherwise, each deletion of an account would read the whole log.
 */
export async function deleteEventsOf(tx: Tx, userId: string): Promise<void> {
  await tx`
    delete from events
    where (person_id = ${userId} and position is not null) or (person_id = ${userId} and position is null)
      or (actor_id = ${userId} and type not like 'pledge.%')`;
}

export async function poolOfPledge(tx: Tx, pledgeId: string): Promise<string | null> {
  const [row] = await tx<{ poolId: string }[]>`select pool_id from pledges where id = ${pledgeId}`;
  return row?.poolId ?? null;
}

export async function notifyOfEvents(sql: Connection, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`;
}
