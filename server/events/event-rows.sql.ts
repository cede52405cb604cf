import { type EventType, eventTypes } from '#contract/events.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { type EventAudience, eventCatalogue } from '#contract/programs/event-catalogue.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { joinFiguresAtEndOnce, shownFigures } from '#server/pledges/figures-at-end.ts';
import { createsPool, isCreator } from '#server/pools/creator-rights.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';

/** Who reads the log: a person, or an admin who reads everything that is not for one person. */
export interface EventReader {
  userId: string;
  readsSite: boolean;
  /** Passes it on to everyone, and so gets of pledges only what every visitor may read, too. */
  forVisitors?: boolean;
}

export interface EventPlace {
  /** Reads the events after this position. */
  after: number;
  types: readonly EventType[];
  limit: number;
  /** Only the events of this pool. */
  poolId?: string | undefined;
}

export interface EventRow {
  id: string;
  position: number;
  type: EventType;
  occurredAt: Date;
  subjectId: string | null;
  data: { amountCents?: number; amountCentsBefore?: number; anonymous?: boolean; percent?: number };
  poolId: string | null;
  title: string | null;
  adult: boolean | null;
  status: PoolStatus | null;
  goalCents: number | null;
  pledgedCents: number | null;
  paidCents: number | null;
  fanCount: number | null;
  deadline: Date | null;
  /** The reader is the creator of the pool, with all rights of one. */
  isCreator: boolean;
  username: string | null;
  /** As the pool shows the person. */
  displayName: string | null;
  actorAdult: boolean | null;
  actorDeleted: boolean | null;
  /** The pledge is anonymous now. */
  anonymous: boolean | null;
  pledgeStatus: PledgeStatus | null;
  /** The person keeps the pools that they back private. */
  backsPrivate: boolean | null;
  /** The thing that the event is about; null if it is gone or hidden from the reader. */
  subject: Record<string, string | number | boolean | null> | null;
}

const typesFor = (types: readonly EventType[], ...audiences: EventAudience[]) =>
  eventTypes.filter((type) => types.includes(type) && audiences.includes(eventCatalogue[type].audience));

/** Events of the log, as far as the reader may have them now, by their primary keys. The same rights as `chosenEvents`. */
function givenEvents(sql: Connection, { userId, readsSite }: EventReader, ids: readonly string[]): Fragment {
  const reader = sql`${userId}::uuid`;
  const one = sql`
    select e.* from events e left join pools o on o.id = e.pool_id where e.id = any (${[...ids]}::uuid[]) and e.position is not null`;
  if (readsSite) return sql`${one} and e.type = any (${typesFor(eventTypes, 'pool', 'creator', 'admins')}::text[])`;
  return sql`${one} and (
    (o.owner_id = ${userId} and e.type = any (${typesFor(eventTypes, 'pool')}::text[]))
    or (${createsPool(sql, sql`o`, reader)} and e.type = any (${typesFor(eventTypes, 'pool', 'creator')}::text[]))
    or (e.person_id = ${userId} and ${isCreator(sql, reader)} and e.type = any (${typesFor(eventTypes, 'person')}::text[])))`;
}

/** The events that the reader may have now, by position. Roles in pools are those of this moment. */
function chosenEvents(sql: Connection, reader: EventReader, place: EventPlace | { ids: readonly string[] }): Fragment {
  if ('ids' in place) return givenEvents(sql, reader, place.ids);
  const { userId, readsSite } = reader;
  const { after, types, limit, poolId } = place;
  if (readsSite) {
    return sql`
      select e.* from events e
      where e.position > ${after} and e.type = any (${typesFor(types, 'pool', 'creator', 'admins')}::text[])
      order by e.position limit ${limit}`;
  }
  const forPool = typesFor(types, 'pool');
  const forCreator = typesFor(types, 'pool', 'creator');
  const forPerson = poolId ? [] : typesFor(types, 'person');
  const id = sql`${userId}::uuid`;
  const creates = createsPool(sql, sql`o`, id);
  return sql`
    select * from (
      (select e.* from pools o cross join lateral (
        select * from events i
        where i.pool_id = o.id and i.position > ${after}
          and i.type = any (case when ${creates} then ${forCreator}::text[] else ${forPool}::text[] end)
        order by i.position limit ${limit}) e
      where (o.owner_id = ${userId} or ${creates}) and (${poolId ?? null}::uuid is null or o.id = ${poolId ?? null}))
      union all
      (select e.* from events e
      where e.person_id = ${userId} and ${isCreator(sql, id)} and e.position > ${after} and e.type = any (${forPerson}::text[])
      order by e.position limit ${limit})) chosen
    order by position limit ${limit}`;
}

/** The thing that the event `e` is about, as the reader may read it; null if it is gone, or hidden by a block. */
const subjectOf = (sql: Connection, userId: string) => sql`
  case e.type
    when 'update.posted' then (
      select json_build_object('content', x.content, 'audience', x.audience) from pool_updates x
      where x.id = e.subject_id and x.deleted_at is null and not update_is_hidden(${userId}, x.author_id, x.pool_id))
    when 'comment.made' then (
      select json_build_object('content', c.content, 'updateId', c.update_id, 'audience', x.audience)
      from comments c left join pool_updates x on x.id = c.update_id
      where c.id = e.subject_id and c.deleted_at is null and x.deleted_at is null
        and c.author_id not in (select w from writers_hidden_from(${userId}) w))
    when 'thanks.sent' then (
      select json_build_object('content', t.body, 'anonymous', g.anonymous)
      from thanks t join content_access v on v.pool_id = t.pool_id and v.user_id = t.fan_id join pledges g on g.id = v.pledge_id
      where t.id = e.subject_id and t.removed_at is null and t.fan_id not in (select w from writers_hidden_from(${userId}) w))
    when 'creator.followed' then (
      select json_build_object('username', r.username) from creator_profiles r
      join creator_follows f on f.profile_id = r.id and f.user_id = e.actor_id
      where r.id = e.subject_id and r.owner_id = ${userId} and e.actor_id not in (select w from writers_hidden_from(${userId}) w))
    when 'report.made' then (select json_build_object('kind', k.kind) from reports k where k.id = e.subject_id)
    when 'application.made' then (select json_build_object('status', y.status) from creator_applications y where y.id = e.subject_id)
    when 'dispute.opened' then (select json_build_object('amountCents', d.amount_cents) from disputes d where d.id = e.subject_id)
    else json_build_object()
  end`;

/** The next events for a reader, or given ones, with what they are about at this moment. */
export async function listEventRows(
  sql: Connection,
  reader: EventReader,
  place: EventPlace | { ids: readonly string[] },
): Promise<EventRow[]> {
  return sql<EventRow[]>`
    with chosen as materialized (${chosenEvents(sql, reader, place)})
    select e.id, e.position, e.type, e.occurred_at, e.subject_id, e.data, e.pool_id, p.title, p.adult, p.status, p.goal_cents,
      ${shownFigures(sql)}, p.paid_cents, p.deadline, coalesce(${createsPool(sql, sql`p`, sql`${reader.userId}::uuid`)}, false) as is_creator, a.username, n.display_name, a.adult as actor_adult,
      a.deleted_at is not null as actor_deleted, a.backs_private, g.anonymous, g.status as pledge_status,
      ${subjectOf(sql, reader.userId)} as subject
    from chosen e
    left join pools p on p.id = e.pool_id
    ${joinFiguresAtEndOnce(sql, sql`select pool_id from chosen`)}
    left join users a on a.id = e.actor_id
    left join lateral ${personInPool(sql, { userId: sql`e.actor_id`, poolId: sql`e.pool_id` })} n on true
    left join pledges g on g.id = e.subject_id and e.type like 'pledge.%'
    order by e.position`;
}

/** Longer than a transaction. Within this time, events may have got their places in another order than their ids. */
const lateMs = 5 * 60_000;

/** The first id of the time `lateMs` before an id, which begins with its 48 bits of milliseconds. */
function earlierId(id: string): string {
  const ms = Math.max(0, Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) - lateMs);
  const digits = ms.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/**
 * The position of an event. For one that the log no longer has: the place before all that may have come after it, so that none is passed and
 * some may come twice.
 */
export async function findPosition(sql: Connection, id: string): Promise<number> {
  const [row] = await sql<{ position: number }[]>`
    select coalesce(
      (select position from events where id = ${id}), (select min(position) - 1 from events where id > ${earlierId(id)}),
      (select max(position) from events), 0) as position`;
  return row?.position ?? 0;
}

/** Gives the committed events their places in the log. Returns the last place. */
export async function numberEvents(sql: Connection): Promise<number> {
  const [row] = await sql<{ position: number }[]>`select number_events() as position`;
  return row?.position ?? 0;
}
