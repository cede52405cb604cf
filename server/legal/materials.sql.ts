import type { TakedownKind } from '#contract/legal.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import type { KeptPool } from '#server/pools/lifecycle/withhold-pool.ts';

/** A profile or cover picture, and the accounts and creator profiles that showed it. */
export interface KeptPicture {
  url: string;
  /** The page of a person who showed it. */
  path: string;
  userIds: string[];
  profileIds: string[];
  /** The creator profiles that showed it as cover; missing in older rows. */
  coverIds?: string[];
}

/** The data that a restoration puts back. A delivery keeps its rows, so it needs none. */
export type Kept = { pool: KeptPool } | { comment: string } | { picture: KeptPicture } | Record<string, never>;

export interface NewMaterial {
  noticeId: string;
  kind: TakedownKind;
  targetId: string;
  /** Null for a profile or cover picture. */
  poolId: string | null;
  subjectId: string;
  label: string;
  kept: Kept;
  frozePool: boolean;
}

export type Outcome = 'unanswered' | 'action_filed' | 'admin' | 'clock';

export type MaterialRow = NewMaterial & {
  id: string;
  status: 'disabled' | 'countered' | 'restored' | 'kept_down';
  dueAt: Date | null;
  disabledAt: Date;
  settledAt: Date | null;
  outcome: Outcome | null;
  reason: string | null;
};

const columns = (sql: Connection) => sql`
  m.id, m.notice_id, m.kind, m.target_id, m.pool_id, m.subject_id, m.label, m.kept, m.froze_pool, m.status, m.due_at, m.disabled_at,
  m.settled_at, m.outcome, m.reason`;

const plainOf = (kept: Kept) => {
  if ('pool' in kept) return { pool: { ...kept.pool } };
  return 'picture' in kept ? { picture: { ...kept.picture } } : kept;
};

/** Returns undefined if the same material is disabled already. */
export async function insertMaterial(tx: Tx, material: NewMaterial, answerMs: number): Promise<string | undefined> {
  const { kept, ...values } = material;
  const [row] = await tx<{ id: string }[]>`
    insert into takedown_materials (notice_id, kind, target_id, pool_id, subject_id, label, kept, froze_pool, due_at)
    values (${values.noticeId}, ${values.kind}, ${values.targetId}, ${values.poolId}, ${values.subjectId}, ${values.label},
      ${tx.json(plainOf(kept))}, ${values.frozePool}, clock_timestamp() + make_interval(secs => ${answerMs / 1000}))
    on conflict (kind, target_id) where status <> 'restored' do nothing
    returning id`;
  return row?.id;
}

export async function findMaterial(sql: Connection, id: string): Promise<MaterialRow | undefined> {
  const [row] = await sql<MaterialRow[]>`select ${columns(sql)} from takedown_materials m where m.id = ${id}`;
  return row;
}

/** Locks one case, so that an admin, the person and the clock decide one after another. */
export async function lockMaterial(
  tx: Tx,
  id: string,
): Promise<(MaterialRow & { isDue: boolean; now: Date }) | undefined> {
  await tx`select 1 from takedown_materials where id = ${id} for update`;
  const [row] = await tx<(MaterialRow & { isDue: boolean; now: Date })[]>`
    select ${columns(tx)}, coalesce(m.due_at <= clock_timestamp(), false) as is_due, clock_timestamp() as now
    from takedown_materials m where m.id = ${id}`;
  return row;
}

export async function markCountered(tx: Tx, id: string, restoreAt: Date): Promise<void> {
  await tx`update takedown_materials set status = 'countered', due_at = ${restoreAt} where id = ${id}`;
}

export async function markSettled(
  tx: Tx,
  id: string,
  end: { status: 'restored' | 'kept_down'; outcome: Outcome; reason: string | null },
): Promise<void> {
  await tx`
    update takedown_materials set status = ${end.status}, outcome = ${end.outcome}, reason = ${end.reason}, due_at = null,
      settled_at = clock_timestamp()
    where id = ${id}`;
}

export async function listDueMaterials(sql: Connection, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from takedown_materials where due_at <= clock_timestamp() order by due_at limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Whether a notice froze this pool, and whether another live case still needs it frozen. */
export async function readFreeze(tx: Tx, poolId: string): Promise<{ byNotice: boolean; needed: boolean }> {
  const [row] = await tx<{ byNotice: boolean; needed: boolean }[]>`
    select coalesce(bool_or(froze_pool), false) as by_notice,
      coalesce(bool_or(status in ('disabled', 'countered') and kind <> 'comment'), false) as needed
    from takedown_materials where pool_id = ${poolId}`;
  return row ?? { byNotice: false, needed: false };
}

/** Records that no notice freezes the pool anymore. A later freeze is an admin's. */
export async function clearFreeze(tx: Tx, poolId: string): Promise<void> {
  await tx`update takedown_materials set froze_pool = false where pool_id = ${poolId} and froze_pool`;
}

/** For the pool `p`: whether its latest delivery stays disabled. A redelivery replaces a disabled one. */
const latestStaysDisabled = (sql: Connection) => sql`exists (
  select 1 from takedown_materials m
  where m.kind = 'delivery' and m.status = 'kept_down' and m.target_id = (
    select c.id from content_claims c where c.pool_id = p.id and c.status = 'approved'
    order by c.decided_at desc, c.id desc limit 1))`;

export async function latestDeliveryStaysDisabled(tx: Tx, poolId: string): Promise<boolean> {
  return (await tx`select 1 from pools p where p.id = ${poolId} and ${latestStaysDisabled(tx)}`).length > 0;
}

/** Delivered pools whose latest delivery stays disabled although they are not frozen, and pools that a notice froze for no live case. */
export async function listUnsettledPools(sql: Connection, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id from pools p
    where p.id in (select pool_id from takedown_materials where kind = 'delivery' and status = 'kept_down')
      and p.status = 'delivered' and not p.frozen and ${latestStaysDisabled(sql)}
    union
    select p.id from pools p
    where p.id in (select pool_id from takedown_materials where froze_pool) and p.frozen and not exists (
      select 1 from takedown_materials m
      where m.pool_id = p.id and m.kind <> 'comment' and m.status in ('disabled', 'countered'))
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

export interface NewCounterNotice {
  materialId: string;
  name: string;
  email: string;
  address: string;
  phone: string;
  explanation: string;
  signature: string;
}
export type CounterNoticeRow = NewCounterNotice & { id: string; createdAt: Date };

export async function insertCounterNotice(tx: Tx, notice: NewCounterNotice): Promise<CounterNoticeRow> {
  const [row] = await tx<CounterNoticeRow[]>`insert into counter_notices ${tx({ ...notice })} returning *`;
  if (!row) throw new Error('no counter-notice was inserted');
  return row;
}

export async function listCounterNotices(sql: Connection, materialIds: string[]): Promise<CounterNoticeRow[]> {
  return sql<CounterNoticeRow[]>`select * from counter_notices where material_id = any(${materialIds}::uuid[])`;
}

export type ListedMaterial = MaterialRow & {
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  strikes: number;
};

/** The number of notices against a person whose material was disabled and not restored. `m` is any row with `subject_id`. */
const strikes = (sql: Connection) => sql`(
  select count(distinct o.notice_id) from takedown_materials o where o.subject_id = m.subject_id and o.status <> 'restored')`;

export async function listMaterials(sql: Connection, noticeIds: string[]): Promise<ListedMaterial[]> {
  return sql<ListedMaterial[]>`
    select ${columns(sql)}, u.username, u.display_name, u.avatar_url, ${strikes(sql)} as strikes
    from takedown_materials m join users u on u.id = m.subject_id
    where m.notice_id = any(${noticeIds}::uuid[])
    order by m.disabled_at, m.id`;
}

export interface Infringer {
  userId: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  suspended: boolean;
  strikes: number;
}

export async function listInfringers(sql: Connection, limit: number): Promise<Infringer[]> {
  return sql<Infringer[]>`
    select u.id as user_id, u.username, u.display_name, u.avatar_url, u.suspended_at is not null as suspended, s.strikes
    from (
      select subject_id, count(distinct notice_id) as strikes from takedown_materials where status <> 'restored' group by subject_id) s
    join users u on u.id = s.subject_id
    where u.deleted_at is null
    order by s.strikes desc, u.username limit ${limit}`;
}

export async function countStrikes(sql: Connection, subjectId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(distinct notice_id) as n from takedown_materials where subject_id = ${subjectId} and status <> 'restored'`;
  return row?.n ?? 0;
}

/** Whether an admin upheld a report of this comment, which then stays removed. */
export async function hasUpheldReport(
  tx: Tx,
  { poolId, targetId }: Pick<MaterialRow, 'poolId' | 'targetId'>,
): Promise<boolean> {
  const rows = await tx`
    select 1 from reports
    where pool_id = ${poolId} and kind = 'comment' and target_id = ${targetId} and status = 'upheld' limit 1`;
  return rows.length > 0;
}

/** Erases the text of a deleted comment of a deleted account, which is never restored. */
export async function forgetComments(tx: Tx, userId: string): Promise<void> {
  await tx`
    update takedown_materials set kept = '{}', label = 'A comment' where subject_id = ${userId} and kind = 'comment'`;
}
