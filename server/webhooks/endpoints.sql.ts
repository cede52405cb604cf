import type { RoleName } from '#contract/endpoint.ts';
import type { EventType } from '#contract/events.ts';
import type { WebhookKind, WebhookScope } from '#contract/webhooks/webhook-limits.ts';
import { demoMailDomain } from '#server/accounts/demo-accounts.ts';
import { mustSetUp } from '#server/accounts/second-factor/must-set-up.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

export type OffReason = 'by_owner' | 'failing' | 'gone' | 'refused' | 'rights' | 'token';

export interface EndpointRow {
  id: string;
  userId: string;
  kind: WebhookKind;
  scope: WebhookScope;
  /** For a chat service: what people may see of the address. */
  url: string;
  description: string;
  types: EventType[];
  offReason: OffReason | null;
  failingSince: Date | null;
  missedSince: Date | null;
  pausedUntil: Date | null;
  previousSecretUntil: Date | null;
  createdAt: Date;
  /** The place in the log of events up to which there are deliveries. */
  position: number;
  /** An API token that had a hand in it has ended. */
  isOrphaned: boolean;
}

/** Whether an API token that made the endpoint `e`, or changed its address or secret, was revoked or has ended. */
const isOrphaned = (sql: Connection): Fragment => sql`
  exists (
    select from unnest(e.token_ids) as hand (id) where not exists (
      select from api_tokens t where t.id = hand.id and t.ended_at is null and t.expires_at > clock_timestamp()))`;

/** A pause and a secret that have ended count as none. */
const columns = (sql: Connection): Fragment => sql`
  e.id, e.user_id, e.kind, e.scope, e.url, e.description, e.types, e.off_reason, e.failing_since, e.created_at,
  (select occurred_at from events where position = (
    select min(position) from webhook_deliveries where endpoint_id = e.id and state in ('failed', 'dropped') and position is not null)) as missed_since,
  e.position, ${isOrphaned(sql)} as is_orphaned,
  case when e.paused_until > clock_timestamp() then e.paused_until end as paused_until,
  case when e.previous_secret_until > clock_timestamp() then e.previous_secret_until end as previous_secret_until`;

/** The person who asks. Webhooks of the site exist only for admins, and not for their API tokens, which have no role. */
export interface Owner {
  userId: string;
  role: RoleName;
}

/** Whether the endpoint `e` is this person's. */
export const isOf = (sql: Connection, { userId, role }: Owner): Fragment => sql`
  (e.user_id = ${userId} and (e.scope = 'mine' or ${role}::text = 'admin'))`;

const hasRights = (sql: Connection): Fragment => sql`
  (u.deleted_at is null and u.suspended_at is null and (e.scope = 'mine' or u.role = 'admin'))`;

type Rules = Pick<Config, 'onThisMachine' | 'rolesWithFactor'>;

/**
 * Whether the owner `u` of the endpoint `e` has what their own requests would need, also the second factor that their role requires. No demo
 * account on a public site may get anything.
 */
export function isAllowed(sql: Connection, { onThisMachine, rolesWithFactor }: Rules): Fragment {
  const isClosed = onThisMachine ? sql`false` : sql`lower(u.email) like ${`%${demoMailDomain}`}`;
  return sql`(${hasRights(sql)} and not ${mustSetUp(sql, rolesWithFactor)} and not ${isClosed})`;
}

/** Whether the endpoint `e` of the owner `u` may get events at this moment, as far as one look at many endpoints says: see `isAllowed`. */
export const mayReceive = (sql: Connection): Fragment => sql`(${hasRights(sql)} and not ${isOrphaned(sql)})`;

export async function listEndpointRows(sql: Connection, owner: Owner): Promise<EndpointRow[]> {
  return sql<EndpointRow[]>`select ${columns(sql)} from webhook_endpoints e where ${isOf(sql, owner)} order by e.id`;
}

/** Undefined for another person's. */
export async function findEndpoint(sql: Connection, owner: Owner, id: string): Promise<EndpointRow | undefined> {
  const [row] = await sql<EndpointRow[]>`
    select ${columns(sql)} from webhook_endpoints e where e.id = ${id} and ${isOf(sql, owner)}`;
  return row;
}

export async function lockEndpoint(tx: Tx, owner: Owner, id: string): Promise<EndpointRow | undefined> {
  const [row] = await tx<EndpointRow[]>`
    select ${columns(tx)} from webhook_endpoints e where e.id = ${id} and ${isOf(tx, owner)} for no key update`;
  return row;
}

/** Locks the person's row, so that two calls cannot exceed the limit together. */
export async function countEndpoints(tx: Tx, userId: string): Promise<number> {
  await tx`select 1 from users where id = ${userId} for no key update`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from webhook_endpoints where user_id = ${userId}`;
  return row?.count ?? 0;
}

export async function newEndpointId(tx: Tx): Promise<string> {
  const [row] = await tx<{ id: string }[]>`select time_ordered_id() as id`;
  if (!row) throw new Error('no id');
  return row.id;
}

export type NewEndpoint = Pick<
  EndpointRow,
  'id' | 'userId' | 'kind' | 'scope' | 'url' | 'description' | 'types' | 'position'
> & {
  /** Encrypted: the key of signatures, or the address of a channel. */
  secret: Buffer;
};

export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<void> {
  const { id, userId, kind, scope, url, description, types, secret, position } = endpoint;
  await tx`
    insert into webhook_endpoints (id, user_id, kind, scope, url, description, types, secret, position)
    values (${id}, ${userId}, ${kind}, ${scope}, ${url}, ${description}, ${types}::text[], ${secret}, ${position})`;
}

export interface EndpointChange {
  /** Another address begins without failures and pauses. `secret`: the encrypted address of a channel. */
  address?: { url: string; secret?: Buffer | undefined } | undefined;
  types?: EventType[] | undefined;
  description?: string | undefined;
}

export async function updateEndpoint(
  tx: Tx,
  id: string,
  { address, types, description }: EndpointChange,
): Promise<void> {
  const isMoved = address !== undefined;
  await tx`
    update webhook_endpoints set
      failing_since = case when not ${isMoved} then failing_since end, paused_until = case when not ${isMoved} then paused_until end,
      url = coalesce(${address?.url ?? null}, url), secret = coalesce(${address?.secret ?? null}::bytea, secret),
      types = coalesce(${types ?? null}::text[], types), description = coalesce(${description ?? null}, description)
    where id = ${id}`;
}

/** The encrypted address of a channel. */
export async function findSecret(sql: Connection, id: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ secret: Buffer }[]>`select secret from webhook_endpoints where id = ${id}`;
  return row?.secret;
}

/** Gets the events after this place from now on. */
export async function turnOn(tx: Tx, id: string, position: number): Promise<void> {
  await tx`
    update webhook_endpoints set off_reason = null, failing_since = null, paused_until = null, position = ${position}
    where id = ${id} and off_reason is not null`;
}

/** Waiting deliveries are dropped. Those that are being sent keep their leases, and count. Returns whether it was on. */
export async function turnOff(tx: Tx, id: string, reason: OffReason): Promise<boolean> {
  const turned = await tx`
    update webhook_endpoints set off_reason = ${reason} where id = ${id} and off_reason is null returning 1`;
  await tx`
    update webhook_deliveries set state = 'dropped' where endpoint_id = ${id} and state = 'pending'`;
  return turned.length > 0;
}

export async function hasEndpoints(sql: Connection): Promise<boolean> {
  const [row] = await sql<{ any: boolean }[]>`
    select exists (select from webhook_endpoints where off_reason is null) as any`;
  return row?.any ?? false;
}

/** Endpoints that are on and may no longer get events. */
export async function listWithoutRights(
  sql: Connection,
  rules: Rules,
): Promise<{ id: string; userId: string; url: string; reason: 'rights' | 'token' }[]> {
  const allowed = isAllowed(sql, rules);
  return sql`
    select e.id, e.user_id, e.url, case when ${allowed} then 'token' else 'rights' end as reason
    from webhook_endpoints e join users u on u.id = e.user_id
    where e.off_reason is null and (not ${allowed} or ${isOrphaned(sql)}) limit 1000`;
}

/** The endpoint ends with this token. */
export async function addToken(tx: Tx, id: string, tokenId: string): Promise<void> {
  await tx`
    update webhook_endpoints set token_ids = token_ids || ${tokenId}::uuid
    where id = ${id} and ${tokenId}::uuid <> all (token_ids)`;
}

/** The endpoint ends with no token any more: its owner has taken it over. */
export async function forgetTokens(tx: Tx, id: string): Promise<void> {
  await tx`update webhook_endpoints set token_ids = '{}' where id = ${id}`;
}

export async function findTokenName(sql: Connection, tokenId: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`select name from api_tokens where id = ${tokenId}`;
  return row?.name;
}

export async function deleteEndpoint(tx: Tx, id: string): Promise<void> {
  await tx`delete from webhook_endpoints where id = ${id}`;
}

/** Undefined for a deleted account. */
export async function findOwner(
  sql: Connection,
  userId: string,
): Promise<{ id: string; email: string; locale: string } | undefined> {
  const [row] = await sql<{ id: string; email: string; locale: string }[]>`
    select id, email, locale from users where id = ${userId} and deleted_at is null`;
  return row;
}

export async function deleteEndpointsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from webhook_endpoints where user_id = ${userId}`;
}

/** The secret before signs too, for a while; one before that no longer does. */
export async function rotateSecret(tx: Tx, id: string, secret: Buffer, previousMs: number): Promise<void> {
  await tx`
    update webhook_endpoints set previous_secret = secret, secret = ${secret},
      previous_secret_until = clock_timestamp() + ${previousMs} * interval '1 ms'
    where id = ${id}`;
}

export interface SealedSecrets {
  id: string;
  secret: Buffer;
  previousSecret: Buffer | null;
}

export async function lockAllSecrets(tx: Tx): Promise<SealedSecrets[]> {
  return tx<SealedSecrets[]>`select id, secret, previous_secret from webhook_endpoints for no key update`;
}

export async function replaceSecrets(tx: Tx, { id, secret, previousSecret }: SealedSecrets): Promise<void> {
  await tx`update webhook_endpoints set secret = ${secret}, previous_secret = ${previousSecret} where id = ${id}`;
}

/** Secrets that no longer sign. */
export async function deleteEndedSecrets(tx: Tx): Promise<void> {
  await tx`
    update webhook_endpoints set previous_secret = null, previous_secret_until = null
    where previous_secret_until < clock_timestamp()`;
}

/** The place before the first event at or after a time. */
export async function positionBefore(sql: Connection, since: Date, end: number): Promise<number> {
  const [row] = await sql<{ position: number }[]>`
    select coalesce(min(position) - 1, ${end}) as position from events where occurred_at >= ${since} and position is not null`;
  return row?.position ?? end;
}

export async function moveBack(tx: Tx, id: string, position: number): Promise<void> {
  await tx`update webhook_endpoints set position = least(position, ${position}) where id = ${id}`;
}

/** After a restore: events since the backup have probably been sent, and everything that waits, too. */
export async function forgetWaiting(tx: Tx): Promise<void> {
  await tx`update webhook_endpoints set position = number_events(), paused_until = null, claimed_at = null`;
  await tx`update webhook_deliveries set state = 'dropped', leased_until = null where state = 'pending'`;
}
