import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import type { PoolRow, PoolTotals } from './pool.ts';
import type { PoolPatch } from './pool-state.ts';

/** One conditional statement. Changes nothing if the pool's status is no longer the one that the decision was based on. */
export async function savePoolPatch(
  tx: Tx,
  from: Pick<PoolRow, 'id' | 'status' | 'frozen'>,
  patch: PoolPatch,
): Promise<PoolRow | undefined> {
  const { terms, ...columns } = patch;
  const values = terms ? { ...columns, terms: tx.json({ ...terms }) } : columns;
  const [row] = await tx<PoolRow[]>`
    update pools set ${tx(values as Record<string, string>)}, updated_at = clock_timestamp()
    where id = ${from.id} and status = ${from.status} and frozen = ${from.frozen}
    returning *`;
  return row;
}

/** Fans who paid can still open the delivery of this removed pool. */
export async function keepDelivery(tx: Tx, poolId: string): Promise<PoolRow> {
  const [row] = await tx<[PoolRow]>`update pools set keeps_delivery = true where id = ${poolId} returning *`;
  return row;
}

export async function savePoolTotals(
  tx: Tx,
  poolId: string,
  added: { pledgedCents: number; paidCents: number; fans: number },
): Promise<PoolTotals> {
  const [row] = await tx<PoolTotals[]>`
    update pools set
      pledged_cents = pledged_cents + ${added.pledgedCents},
      paid_cents = paid_cents + ${added.paidCents},
      fan_count = fan_count + ${added.fans}
    where id = ${poolId}
    returning id, status, goal_cents, pledged_cents, paid_cents, fan_count, frozen, account_due_at`;
  if (!row) throw new Error(`pool ${poolId} is gone`);
  return row;
}

export interface NewPool {
  ownerId: string;
  title: string;
  titleSlug: string;
  slug: string;
  urlHash: string;
  description: string;
  goalCents: number;
  creatorProfileId: string | null;
  assignedCreatorId: string | null;
  status: PoolStatus;
  adult: boolean;
  categoryIds: number[];
  /** ISO time; null for the default, which is `defaultMs` from now. */
  deadline: string | null;
}

export interface FundingWindow {
  minMs: number;
  maxMs: number;
  defaultMs: number;
}

const ms = (sql: Connection, value: number) => sql`make_interval(secs => ${value / 1000}::float8)`;

/** Inserts nothing if the deadline is outside the funding window by the database's clock, or if the slug is taken. */
export async function insertPool(tx: Tx, pool: NewPool, window: FundingWindow): Promise<'deadline' | 'slug' | PoolRow> {
  const [row] = await tx<(PoolRow & { tooEarlyOrLate: boolean })[]>`
    with given as materialized (
      select clock_timestamp() as now,
        date_trunc('milliseconds', coalesce(${pool.deadline}::timestamptz, clock_timestamp() + ${ms(tx, window.defaultMs)})) as deadline)
    insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, creator_profile_id, assigned_creator_id,
      status, adult, category_ids, deadline, clock_at)
    select ${pool.ownerId}, ${pool.title}, ${pool.titleSlug}, ${pool.slug}, ${pool.urlHash}, ${pool.description}, ${pool.goalCents},
      ${pool.creatorProfileId}, ${pool.assignedCreatorId}, ${pool.status}, ${pool.adult}, ${pool.categoryIds}::smallint[],
      given.deadline, case when ${pool.status} = 'open' then given.deadline end
    from given
    where given.deadline between given.now + ${ms(tx, window.minMs)} and given.now + ${ms(tx, window.maxMs)}
    on conflict (slug) do nothing
    returning *`;
  if (row) return row;
  return (await isDeadlineFitting(tx, pool.deadline, window)) ? 'slug' : 'deadline';
}

export async function isDeadlineFitting(tx: Tx, deadline: string | null, window: FundingWindow): Promise<boolean> {
  if (deadline === null) return true;
  const [row] = await tx<{ fits: boolean }[]>`
    select ${deadline}::timestamptz between clock_timestamp() + ${ms(tx, window.minMs)} and clock_timestamp() + ${ms(tx, window.maxMs)}
      as fits`;
  return row?.fits ?? false;
}

export async function insertPoolEvent(
  tx: Tx,
  event: { poolId: string; from: PoolStatus | null; to: PoolStatus; actorId: string | null; reason: string | null },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into pool_events (pool_id, from_status, to_status, actor_id, reason)
    values (${event.poolId}, ${event.from}, ${event.to}, ${event.actorId}, ${event.reason})
    returning id`;
  if (!row) throw new Error('no pool event was inserted');
  return row.id;
}

/** Whether this person is suspended. The caller has locked the pool that waits for it. */
export async function isSuspended(tx: Tx, userId: string | null): Promise<boolean> {
  const [row] = await tx<{ suspended: boolean }[]>`select is_suspended(${userId}) as suspended`;
  return row?.suspended ?? false;
}

/** The requested pictures that this person uploaded. With `lock`, the transaction keeps them from being deleted. */
export async function listOwnImages(
  sql: Connection,
  { ownerId, imageIds, lock }: { ownerId: string; imageIds: string[]; lock: boolean },
): Promise<{ id: string; isWithheld: boolean }[]> {
  return sql<{ id: string; isWithheld: boolean }[]>`
    select id, withheld_at is not null as is_withheld from images
    where owner_id = ${ownerId} and id = any(${imageIds}::uuid[]) order by id ${lock ? sql`for key share` : sql``}`;
}

/** The pictures of a pool, in their order. */
export async function listPoolImages(tx: Tx, poolId: string): Promise<string[]> {
  const rows = await tx<{ imageId: string }[]>`
    select image_id from pool_images where pool_id = ${poolId} order by position`;
  return rows.map(({ imageId }) => imageId);
}

/** Replaces the pool's pictures in this order; the first one is primary. */
export async function replacePoolImages(tx: Tx, poolId: string, imageIds: string[]): Promise<void> {
  await tx`delete from pool_images where pool_id = ${poolId}`;
  if (imageIds.length === 0) return;
  await tx`
    insert into pool_images (pool_id, image_id, position, is_primary)
    select ${poolId}, id, at, at = 1 from unnest(${imageIds}::uuid[]) with ordinality as given (id, at)`;
}

/** Takes an exclusive lock at once, because the new pool updates the profile's counter. Two shared locks would deadlock. */
export async function findProfileOwner(
  sql: Connection,
  profileId: string,
): Promise<{ ownerId: string | null; ownerSuspended: boolean } | undefined> {
  const [row] = await sql<{ ownerId: string | null; ownerSuspended: boolean }[]>`
    select owner_id, is_suspended(owner_id) as owner_suspended from creator_profiles where id = ${profileId} for no key update`;
  return row;
}

/** Pools of a profile that still need an assigned creator, in locking order. */
export async function listUnassignedPools(tx: Tx, profileId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from pools
    where creator_profile_id = ${profileId} and assigned_creator_id is null
      and status in ('in_review', 'open', 'goal_met')
    order by id`;
  return rows.map(({ id }) => id);
}

/** The live and completed pools of a creator, in locking order. Late fans may still pay for completed ones. */
export async function listAssignedPools(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from pools
    where assigned_creator_id = ${userId}
      and status in ('in_review', 'open', 'goal_met', 'accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered',
        'completed')
    order by id`;
  return rows.map(({ id }) => id);
}

/** Clears the target of the pools that name a profile. `waits` is true for pools that still need a creator. */
export async function clearTargetProfile(tx: Tx, profileId: string): Promise<{ id: string; waits: boolean }[]> {
  return tx<{ id: string; waits: boolean }[]>`
    with asking as (select id from pools where creator_profile_id = ${profileId} order by id for update)
    update pools p set creator_profile_id = null, updated_at = clock_timestamp() from asking a where p.id = a.id
    returning p.id, p.assigned_creator_id is null and p.status in ('in_review', 'open', 'goal_met') as waits`;
}

export interface DueDeadline {
  id: string;
  clockAt: Date;
  /** The same time as text in PostgreSQL's full precision. */
  position: string;
}

/** Pools whose clock fires within the next `withinMs` milliseconds, most overdue first, after the last one of the previous batch. */
export async function listDueDeadlines(
  sql: Connection,
  { withinMs, limit, after }: { withinMs: number; limit: number; after: DueDeadline | undefined },
): Promise<DueDeadline[]> {
  return sql<DueDeadline[]>`
    select id, clock_at, clock_at::text as position from pools
    where clock_at <= clock_timestamp() + ${ms(sql, withinMs)} and not frozen
      ${after ? sql`and (clock_at, id) > (${after.position}::text::timestamptz, ${after.id}::uuid)` : sql``}
    order by clock_at, id
    limit ${limit}`;
}

/** The mark of the pool's current content (content-mark.sql). */
export async function findContentMark(sql: Connection, poolId: string): Promise<string | undefined> {
  const [row] = await sql<{ contentMark: string }[]>`select content_mark from pools where id = ${poolId}`;
  return row?.contentMark;
}

/** The columns that decide who may see a pool, with its counters. */
export type VisiblePool = Pick<
  PoolRow,
  'id' | 'ownerId' | 'assignedCreatorId' | 'status' | 'adult' | 'likeCount' | 'commentCount'
>;

export async function findPoolById(sql: Connection, poolId: string): Promise<VisiblePool | undefined> {
  const [row] = await sql<VisiblePool[]>`
    select id, owner_id, assigned_creator_id, status, adult, like_count, comment_count from pools where id = ${poolId}`;
  return row;
}

/** The assigned creator of a pool, the owner of its target profile and, if asked for, its owner, each once. */
export async function listPeopleOfPool(
  sql: Connection,
  poolId: string,
  { withOwner }: { withOwner: boolean },
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select distinct x.user_id from pools o left join creator_profiles c on c.id = o.creator_profile_id
    cross join lateral (values (case when ${withOwner} then o.owner_id end), (o.assigned_creator_id), (c.owner_id)) x (user_id)
    where o.id = ${poolId} and x.user_id is not null`;
  return rows.map(({ userId }) => userId);
}
