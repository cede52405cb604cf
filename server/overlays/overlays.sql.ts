import type { OverlayChanges, OverlaySettings } from '#contract/overlays/overlays.ts';
import { countedPledgeStatuses } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { joinFiguresAtEndOnce, shownFigures } from '#server/pledges/figures-at-end.ts';
import { createsPool } from '#server/pools/creator-rights.ts';

/** An overlay with its pool at this moment, before its settings are checked. */
export interface OverlayRow {
  id: string;
  userId: string;
  tokenHash: Buffer | null;
  settings: unknown;
  createdAt: Date;
  openedAt: Date | null;
  /** The person's language as stored; the site may not offer it any more. */
  locale: string;
  username: string;
  displayName: string | null;
  isShown: boolean;
  poolId: string;
  title: string;
  adult: boolean;
  status: PoolStatus;
  frozen: boolean;
  goalCents: number;
  pledgedCents: number;
  fanCount: number;
  deadline: Date;
  /** Whether the person makes the pool, and so sees the amounts of its pledges. */
  seesAmounts: boolean;
}

const creates = (sql: Connection): Fragment => createsPool(sql, sql`p`, sql`u.id`);

/** Whether the person `u` may show the pool `p`. */
const maySee = (sql: Connection): Fragment => sql`
  (u.suspended_at is null and u.deleted_at is null and p.status <> 'removed' and (p.owner_id = u.id or ${creates(sql)}))`;

/** Whether the person `u` makes the pool `p`, and so sees the amounts of its pledges. */
const seesAmounts = (sql: Connection): Fragment => sql`coalesce(${creates(sql)}, false)`;

const poolColumns = (sql: Connection): Fragment => sql`
  u.locale, u.username, u.display_name, ${maySee(sql)} is true as is_shown, p.id as pool_id, p.title, p.adult, p.status, p.frozen, p.goal_cents,
  ${shownFigures(sql)}, p.deadline, ${seesAmounts(sql)} as sees_amounts`;

/** The overlays `o` that a condition chooses. */
const overlayRows = (sql: Connection, condition: Fragment): Fragment => sql`
  select o.id, o.user_id, o.token_hash, o.settings, o.created_at, o.opened_at, ${poolColumns(sql)}
  from overlays o join users u on u.id = o.user_id join pools p on p.id = o.pool_id
  ${joinFiguresAtEndOnce(sql, sql`select o.pool_id from overlays o where ${condition}`)}
  where ${condition}`;

export async function listOverlayRows(sql: Connection, userId: string): Promise<OverlayRow[]> {
  return sql<OverlayRow[]>`${overlayRows(sql, sql`o.user_id = ${userId}`)} order by o.created_at, o.id`;
}

export async function findOverlayRows(sql: Connection, ids: readonly string[]): Promise<OverlayRow[]> {
  return sql<OverlayRow[]>`${overlayRows(sql, sql`o.id = any (${[...ids]}::uuid[])`)}`;
}

export async function findByToken(sql: Connection, tokenHash: Buffer): Promise<OverlayRow | undefined> {
  const [row] = await sql<OverlayRow[]>`${overlayRows(sql, sql`o.token_hash = ${tokenHash}`)}`;
  return row;
}

/** A pool as an overlay of this person would show it; undefined if they may not show it. */
export async function findShownPool(sql: Connection, userId: string, poolId: string): Promise<PoolRow | undefined> {
  const [row] = await sql<PoolRow[]>`
    select u.id as user_id, ${poolColumns(sql)}
    from users u cross join pools p ${joinFiguresAtEndOnce(sql, sql`select ${poolId}::uuid`)}
    where u.id = ${userId} and p.id = ${poolId} and ${maySee(sql)}`;
  return row;
}
export type PoolRow = Omit<OverlayRow, 'id' | 'tokenHash' | 'settings' | 'createdAt' | 'openedAt'>;

export type ShownPoolRow = Pick<OverlayRow, 'poolId' | 'title' | 'status' | 'seesAmounts'>;

/** The pools that the person started or makes, those that run first, then the newest. */
export async function listShownPools(sql: Connection, userId: string, limit: number): Promise<ShownPoolRow[]> {
  return sql<ShownPoolRow[]>`
    select p.id as pool_id, p.title, p.status, ${seesAmounts(sql)} as sees_amounts from users u join pools p on p.owner_id = u.id or p.assigned_creator_id = u.id
    where u.id = ${userId} and ${maySee(sql)}
    order by p.ended_at is null desc, p.created_at desc, p.id limit ${limit}`;
}

/** Undefined if the person has as many already. */
export async function insertOverlay(
  tx: Tx,
  overlay: { userId: string; poolId: string; tokenHash: Buffer; settings: OverlaySettings },
  max: number,
): Promise<string | undefined> {
  const { userId, poolId, tokenHash, settings } = overlay;
  // Two new overlays at once take turns, so that neither misses the other.
  await tx`select pg_advisory_xact_lock(hashtextextended('overlays', 0) # hashtextextended(${userId}, 0))`;
  const [row] = await tx<{ id: string }[]>`
    insert into overlays (user_id, pool_id, token_hash, settings)
    select ${userId}, ${poolId}, ${tokenHash}, ${JSON.stringify(settings)}::jsonb
    where (select count(*) from overlays where user_id = ${userId}) < ${max}
    returning id`;
  return row?.id;
}

type Own = { id: string; userId: string };

export async function updateOverlay(
  tx: Tx,
  { id, userId }: Own,
  { poolId, settings }: { poolId: string | null; settings: OverlayChanges },
): Promise<boolean> {
  const rows = await tx`
    update overlays set settings = settings || ${JSON.stringify(settings)}::jsonb, pool_id = coalesce(${poolId}::uuid, pool_id)
    where id = ${id} and user_id = ${userId} returning 1`;
  return rows.length > 0;
}

export async function replaceToken(tx: Tx, { id, userId }: Own, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx`
    update overlays set token_hash = ${tokenHash}, opened_at = null where id = ${id} and user_id = ${userId} returning 1`;
  return rows.length > 0;
}

export async function deleteOverlayRow(tx: Tx, { id, userId }: Own): Promise<boolean> {
  return (await tx`delete from overlays where id = ${id} and user_id = ${userId} returning 1`).length > 0;
}

export async function deleteOverlaysOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from overlays where user_id = ${userId}`;
}

export async function forgetTokens(tx: Tx): Promise<void> {
  await tx`update overlays set token_hash = null where token_hash is not null`;
}

/** Writes at most once an hour. */
export async function noteOpened(sql: Connection, id: string): Promise<void> {
  await sql`
    update overlays set opened_at = clock_timestamp()
    where id = ${id} and (opened_at is null or opened_at < clock_timestamp() - interval '1 hour')`;
}

/** Reaches every process after the commit; from outside of a transaction at once. */
export async function notifyOverlays(sql: Connection, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`;
}

/** The pools and people that the events in (after, to] are about. */
export async function listTouched(
  sql: Connection,
  { after, to }: { after: number; to: number },
): Promise<{ poolId: string | null; personId: string | null }[]> {
  return sql<{ poolId: string | null; personId: string | null }[]>`
    select distinct pool_id, person_id from events where position > ${after} and position <= ${to}`;
}

/** The last place in the log before this age; 0 if all events are younger. */
export async function placeBefore(sql: Connection, ageMs: number): Promise<number> {
  const [row] = await sql<{ position: number }[]>`
    select position from events where position is not null and occurred_at < clock_timestamp() - ${ageMs} * interval '1 ms'
    order by position desc limit 1`;
  return row?.position ?? 0;
}

/**
 * The events of the latest pledges to a pool that still count, newest first. Asks first whether any does: the log may have very many of a pool
 * that was refunded, and no one of them would.
 */
export async function listLatestPledges(sql: Connection, poolId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select e.id from events e join pledges g on g.id = e.subject_id
    where e.pool_id = ${poolId} and e.position is not null and e.type = 'pledge.placed'
      and g.status = any (${[...countedPledgeStatuses]}::text[]) and (select p.fan_count > 0 from pools p where p.id = ${poolId})
    order by e.position desc limit ${limit}`;
  return rows.map(({ id }) => id);
}
