import type { EventType } from '#contract/events.ts';
import type { WebhookKind, WebhookScope } from '#contract/webhooks/webhook-limits.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { isServiceOpen } from './chat/chat-services.sql.ts';
import { isAllowed, mayReceive } from './endpoints.sql.ts';
import type { PostOutcome } from './post-webhook.ts';

export interface Follower {
  id: string;
  userId: string;
  kind: WebhookKind;
  scope: WebhookScope;
  types: EventType[];
  position: number;
}

/**
 * Whether an event up to this place may concern the owner of the endpoint `e`. Asks the indexes of people and of pools, because the log itself
 * may have very many events of others: with 1,000 endpoints that were 100,000 events behind, looking through these took more than 30 seconds.
 */
function mayConcern(sql: Connection, end: number): Fragment {
  const isNext = sql`v.position > e.position and v.position <= ${end} and v.type = any (e.types)`;
  const ofPools = (isTheirs: Fragment) => sql`
    exists (
      select from pools o cross join lateral (select from events v where v.pool_id = o.id and ${isNext} limit 1) v
      where ${isTheirs})`;
  return sql`
    case e.scope when 'site' then exists (select from events v where ${isNext})
    else exists (select from events v where v.person_id = e.user_id and ${isNext})
      or ${ofPools(sql`o.owner_id = e.user_id`)} or ${ofPools(sql`o.assigned_creator_id = e.user_id`)} end`;
}

/**
 * Endpoints that may get an event up to this place, in turn. It looks only for what may concern the owner, so that an event costs little with
 * many endpoints; the log decides about rights.
 */
export async function listBehind(sql: Connection, end: number, limit: number): Promise<Follower[]> {
  return sql<Follower[]>`
    select e.id, e.user_id, e.kind, e.scope, e.types, e.position from webhook_endpoints e
    where e.off_reason is null and e.position < ${end} and ${mayConcern(sql, end)}
    order by e.fed_at nulls first, e.id limit ${limit}`;
}

/**
 * Moves endpoints that concern none of many events, so that no one looks through these again. One whose cursor moves meanwhile stays where
 * its owner put it. Returns how many there were.
 */
export async function skipUnconcerned(sql: Connection, end: number, least: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with unconcerned as materialized (
      select e.id, e.position from webhook_endpoints e
      where e.off_reason is null and e.position < ${end - least} and not ${mayConcern(sql, end)}),
    skipped as (
      update webhook_endpoints e set position = ${end} from unconcerned u where e.id = u.id and e.position = u.position)
    select count(*)::int as count from unconcerned`;
  return row?.count ?? 0;
}

/** False if another process has moved the endpoint, or if it is off. */
export async function moveOn(tx: Tx, id: string, from: number, to: number): Promise<boolean> {
  const moved = await tx`
    update webhook_endpoints set position = ${to}, fed_at = clock_timestamp()
    where id = ${id} and position = ${from} and off_reason is null returning 1`;
  return moved.length > 0;
}

/** The endpoint could not be fed; others come before it at the next look. */
export async function storeTurn(sql: Connection, id: string): Promise<void> {
  await sql`update webhook_endpoints set fed_at = clock_timestamp() where id = ${id}`;
}

/** How many requests an endpoint and a person have at once; `isFailing`: whether the last try of the endpoint failed or was slow. */
export interface Lane {
  isFailing: boolean;
  atOnce: number;
  perPerson: number;
}

/** The requests of a person that are on their way, also those of endpoints that were turned off since. Gathered pledges are one request. */
const leasedOf = (sql: Connection, userId: Fragment): Fragment => sql`
  (select count(distinct case when l.pool_id is null then l.id else n.id end) from webhook_endpoints n join webhook_deliveries l on l.endpoint_id = n.id
  where n.user_id = ${userId} and l.leased_until > clock_timestamp())`;

/** The requests of the endpoint `e` at once. Channels get one message after the other, in their order and within the limits of their service. */
const atOnceOf = (sql: Connection, atOnce: number): Fragment =>
  sql`(case e.kind when 'webhook' then ${atOnce}::int else 1 end)`;

export interface DueEndpoint {
  id: string;
  kind: WebhookKind;
}

/** Locks endpoints with due deliveries, in turn. Processes that look at the same moment get different ones. */
export async function lockDueEndpoints(
  tx: Tx,
  { isFailing, atOnce, perPerson }: Lane,
  limit: number,
): Promise<DueEndpoint[]> {
  return tx<DueEndpoint[]>`
    select e.id, e.kind from webhook_endpoints e join users u on u.id = e.user_id
    where e.off_reason is null and (e.failing_since is not null or e.is_slow) = ${isFailing} and ${mayReceive(tx)}
      and (e.paused_until is null or e.paused_until <= clock_timestamp()) and ${isServiceOpen(tx)}
      and exists (
        select from webhook_deliveries d
        where d.endpoint_id = e.id and d.state = 'pending' and d.next_try_at <= clock_timestamp()
          and (d.leased_until is null or d.leased_until < clock_timestamp()))
      and ${atOnceOf(tx, atOnce)} > (
        select count(*) from webhook_deliveries r
        where r.endpoint_id = e.id and r.leased_until > clock_timestamp())
      and ${perPerson} > ${leasedOf(tx, tx`e.user_id`)}
    order by e.claimed_at nulls first, e.id limit ${limit}
    for no key update of e skip locked`;
}

/** Others come before them at the next look. */
export async function storeTurns(tx: Tx, endpointIds: readonly string[]): Promise<void> {
  await tx`update webhook_endpoints set claimed_at = clock_timestamp() where id = any (${[...endpointIds]}::uuid[])`;
}

/** The most pledges in one message. */
const gatheredMax = 500;

export interface Claimed {
  id: string;
  endpointId: string;
  kind: WebhookKind;
  /** The pool of pledges that become one message. */
  poolId: string | null;
}

/**
 * Leases due deliveries of locked endpoints, in the order of the log for first tries, and counts the tries. A separate statement after the
 * lock, so that it sees the leases of the process that held the lock before. Processes that lock different endpoints of a person at the
 * same moment may exceed the person's limit together, each by at most the limit. A pledge to a channel takes along the others of its pool that
 * are due or wait for their first try.
 */
export async function claimDeliveries(
  tx: Tx,
  endpointIds: readonly string[],
  { atOnce, perPerson, limit, leaseMs }: Omit<Lane, 'isFailing'> & { limit: number; leaseMs: number },
): Promise<Claimed[]> {
  return tx<Claimed[]>`
    with due as (
      select t.id, t.turn, c.place, e.user_id, row_number() over (partition by e.user_id order by t.turn, c.place) as turn_of_person
      from unnest(${[...endpointIds]}::uuid[]) with ordinality as c (id, place)
      join webhook_endpoints e on e.id = c.id
      cross join lateral (
        select d.id, row_number() over (order by d.next_try_at, d.position) as turn from (
          select x.id, x.next_try_at, x.position from webhook_deliveries x
          where x.endpoint_id = c.id and x.state = 'pending' and x.next_try_at <= clock_timestamp()
            and (x.leased_until is null or x.leased_until < clock_timestamp())
          order by x.next_try_at, x.position limit ${atOnce}) d) t
      where t.turn <= ${atOnceOf(tx, atOnce)} - (
        select count(*) from webhook_deliveries r
        where r.endpoint_id = c.id and r.leased_until > clock_timestamp())),
    chosen as (
      select due.id from due where due.turn_of_person <= ${perPerson} - ${leasedOf(tx, tx`due.user_id`)}
      order by due.turn, due.place limit ${limit}),
    taken as (
      select id from chosen
      union
      select g.id from chosen join webhook_deliveries l on l.id = chosen.id and l.pool_id is not null
      cross join lateral (
        select x.id from webhook_deliveries x
        where x.endpoint_id = l.endpoint_id and x.pool_id = l.pool_id and x.state = 'pending'
          and (x.next_try_at <= clock_timestamp() or x.attempts = 0)
          and (x.leased_until is null or x.leased_until < clock_timestamp())
        order by x.position limit ${gatheredMax}) g)
    update webhook_deliveries d set leased_until = clock_timestamp() + ${leaseMs} * interval '1 ms', attempts = d.attempts + 1
    from taken join webhook_deliveries w on w.id = taken.id join webhook_endpoints e on e.id = w.endpoint_id where d.id = taken.id
    returning d.id, d.endpoint_id, d.pool_id, e.kind`;
}

/** A delivery with its endpoint, for one try. */
export interface Try {
  id: string;
  endpointId: string;
  eventId: string;
  type: EventType | 'webhook.test';
  position: number | null;
  attempts: number;
  createdAt: Date;
  userId: string;
  /** The language of the owner. */
  locale: string;
  kind: WebhookKind;
  scope: WebhookScope;
  url: string;
  secret: Buffer;
  previousSecret: Buffer | null;
}

/** Without those that were dropped. None if the endpoint is off or deleted, or its owner may no longer get its events. */
export async function findTries(
  sql: Connection,
  rules: Parameters<typeof isAllowed>[1],
  ids: readonly string[],
): Promise<Try[]> {
  return sql<Try[]>`
    select d.id, d.endpoint_id, d.event_id, d.type, d.position, d.attempts, d.created_at, e.user_id, u.locale, e.kind, e.scope, e.url, e.secret,
      case when e.previous_secret_until > clock_timestamp() then e.previous_secret end as previous_secret
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id join users u on u.id = e.user_id
    where d.id = any (${[...ids]}::uuid[]) and d.state = 'pending' and e.off_reason is null and ${mayReceive(sql)}
      and ${isAllowed(sql, rules)}
    order by d.position`;
}

export async function dropDeliveries(sql: Connection, ids: readonly string[]): Promise<void> {
  await sql`
    update webhook_deliveries set state = case state when 'pending' then 'dropped' else state end, leased_until = null
    where id = any (${[...ids]}::uuid[])`;
}

export interface TryResult {
  id: string;
  attempts: number;
  state: 'pending' | 'succeeded' | 'failed';
  retryMs: number;
}

/**
 * A delivery that was dropped during the try stays dropped, unless the receiver took it. The failure of a try that outlived its lease, or
 * after which the owner began again, says nothing about the tries since then.
 */
export async function storeTries(
  tx: Tx,
  results: readonly TryResult[],
  { status, fault, answer, durationMs }: Pick<PostOutcome, 'status' | 'fault' | 'answer' | 'durationMs'>,
): Promise<void> {
  await tx`
    update webhook_deliveries d set
      state = case when d.state = 'pending' or r.state = 'succeeded' then r.state else d.state end,
      next_try_at = clock_timestamp() + r.retry_ms * interval '1 ms', leased_until = null, tried_at = clock_timestamp(),
      status = ${status}, fault = ${fault}, answer = ${answer}, duration_ms = ${durationMs}
    from unnest(${results.map(({ id }) => id)}::uuid[], ${results.map(({ attempts }) => attempts)}::int[],
      ${results.map(({ state }) => state)}::text[], ${results.map(({ retryMs }) => retryMs)}::float8[]) as r (id, attempts, state, retry_ms)
    where d.id = r.id and (d.attempts = r.attempts or r.state = 'succeeded')`;
}

/** Whether the receiver limited a request of the endpoint (429) within this time. Only for what is rare: it looks through all deliveries. */
export async function wasLimited(tx: Tx, endpointId: string, withinMs: number): Promise<boolean> {
  const [row] = await tx<{ any: boolean }[]>`
    select exists (
      select from webhook_deliveries where endpoint_id = ${endpointId} and status = 429
        and tried_at > clock_timestamp() - ${withinMs} * interval '1 ms') as any`;
  return row?.any ?? false;
}

/** Locks the endpoint, as every transaction does before it changes deliveries. Another address is as slow until it has answered. */
export async function markSpeed(tx: Tx, endpointId: string, isSlow: boolean): Promise<void> {
  await tx`update webhook_endpoints set is_slow = ${isSlow} where id = ${endpointId}`;
}

type TriedAddress = Pick<Try, 'endpointId' | 'kind' | 'url' | 'secret'>;

/** Whether the endpoint has the address of this try. That of a chat service is its secret. */
const isSameAddress = (sql: Connection, { kind, url, secret }: TriedAddress): Fragment =>
  kind === 'webhook' ? sql`url = ${url}` : sql`secret = ${secret}`;

/** The end of a pause, if it is later than that of an earlier one. */
const pausedFor = (sql: Connection, pauseMs: number): Fragment => sql`
  greatest(paused_until, clock_timestamp() + nullif(${pauseMs}::float8, 0) * interval '1 ms')`;

/** An earlier pause stays: a request that was on its way when the receiver asked for the pause may succeed. */
export async function markSuccess(tx: Tx, tried: TriedAddress, pauseMs: number): Promise<void> {
  await tx`
    update webhook_endpoints set failing_since = null, paused_until = ${pausedFor(tx, pauseMs)}
    where id = ${tried.endpointId} and ${isSameAddress(tx, tried)} and (failing_since is not null or ${pauseMs}::float8 > 0)`;
}

/**
 * Returns for how long the tries have failed, and whose endpoint it is; undefined if it is deleted or has another address by now. The clock
 * begins again if nothing was tried for `gapMs`. Tests do not start it.
 */
export async function markFailure(
  tx: Tx,
  tried: TriedAddress & Pick<Try, 'type'>,
  { pauseMs, gapMs }: { pauseMs: number; gapMs: number },
): Promise<{ userId: string; failingForMs: number } | undefined> {
  const counts = tried.type !== 'webhook.test';
  const [row] = await tx<{ userId: string; failingForMs: number }[]>`
    update webhook_endpoints set
      failing_since = case
        when not ${counts} or failed_at > clock_timestamp() - ${gapMs} * interval '1 ms' and failing_since is not null then failing_since
        else clock_timestamp() end,
      failed_at = case when ${counts} then clock_timestamp() else failed_at end,
      paused_until = ${pausedFor(tx, pauseMs)}
    where id = ${tried.endpointId} and ${isSameAddress(tx, tried)}
    returning user_id, coalesce(extract(epoch from clock_timestamp() - failing_since) * 1000, 0)::float8 as failing_for_ms`;
  return row;
}
