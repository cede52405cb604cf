import type { PoolStatus } from '#contract/pools/pools.ts';
import type { QueuedReportKind } from '#contract/reports.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The reported content: its id, its pool, the person responsible for it and its text. */
export interface ReportedRow {
  targetId: string;
  poolId: string | null;
  subjectId: string | null;
  excerpt: string;
  /** The texts of a chat message before its edits, the first one first. */
  earlierTexts?: string[];
}

/** Adds the fields that decide who may see the pool. */
export type ReportedInPool = ReportedRow & {
  poolId: string;
  ownerId: string;
  assignedCreatorId: string | null;
  status: PoolStatus;
  /** The update that the content is or belongs to. */
  updateId?: string | null;
};

export async function findReportedPool(sql: Connection, id: string): Promise<ReportedInPool | undefined> {
  const [row] = await sql<ReportedInPool[]>`
    select id as target_id, id as pool_id, owner_id as subject_id, title as excerpt, owner_id, assigned_creator_id, status
    from pools where id = ${id}`;
  return row;
}

export async function findReportedComment(sql: Connection, id: string): Promise<ReportedInPool | undefined> {
  const [row] = await sql<ReportedInPool[]>`
    select c.id as target_id, c.pool_id, c.update_id, c.author_id as subject_id, c.content as excerpt, p.owner_id, p.assigned_creator_id, p.status
    from comments c join pools p on p.id = c.pool_id
    where c.id = ${id} and c.deleted_at is null`;
  return row;
}

export async function findReportedUpdate(sql: Connection, id: string): Promise<ReportedInPool | undefined> {
  const [row] = await sql<ReportedInPool[]>`
    select x.id as target_id, x.pool_id, x.id as update_id, x.author_id as subject_id, x.content as excerpt,
      p.owner_id, p.assigned_creator_id, p.status
    from pool_updates x join pools p on p.id = x.pool_id
    where x.id = ${id} and x.deleted_at is null`;
  return row;
}

/** Finds the profile of a creator or of a person. */
export async function findReportedProfile(sql: Connection, id: string): Promise<ReportedRow | undefined> {
  const [row] = await sql<ReportedRow[]>`
    select id as target_id, null::uuid as pool_id, owner_id as subject_id, concat_ws(E'\n', display_name, nullif(description, '')) as excerpt
    from creator_profiles where id = ${id}
    union all
    select id, null, id, coalesce(display_name, username) from users where id = ${id}
    limit 1`;
  return row;
}

/** Finds a delivery by its id, or by its pool's id: then the approved or else the latest one. */
export async function findReportedDelivery(sql: Connection, id: string): Promise<ReportedInPool | undefined> {
  const [row] = await sql<ReportedInPool[]>`
    select k.id as target_id, k.pool_id, k.creator_id as subject_id, k.note as excerpt, p.owner_id, p.assigned_creator_id, p.status
    from content_claims k join pools p on p.id = k.pool_id
    where k.id = ${id} or k.pool_id = ${id}
    order by k.status = 'approved' desc, k.created_at desc
    limit 1`;
  return row;
}

/**
 * Finds a chat message. Only its two people find a message of a direct conversation. For a message in a pool's chat, includes the
 * fields that decide who may see the pool.
 */
export async function findReportedMessage(
  sql: Connection,
  id: string,
  reporterId: string,
): Promise<ReportedRow | ReportedInPool | undefined> {
  const [row] = await sql<(ReportedRow & Partial<ReportedInPool>)[]>`
    select m.id as target_id, r.pool_id, m.sender_id as subject_id, m.content as excerpt,
      array(select v.content from message_versions v where v.message_id = m.id order by v.replaced_seq) as earlier_texts,
      p.owner_id, p.assigned_creator_id, p.status
    from messages m join chat_rooms r on r.id = m.room_id left join pools p on p.id = r.pool_id
    where m.id = ${id} and m.deleted_at is null and m.sender_id is not null
      and (r.kind <> 'direct' or ${reporterId} in (r.first_id, r.second_id))`;
  if (!row || row.poolId !== null) return row;
  const { ownerId, assignedCreatorId, status, ...outside } = row;
  return outside;
}

/** Finds a thank-you for a delivery. Only the creator who got it finds it. */
export async function findReportedThanks(
  sql: Connection,
  id: string,
  reporterId: string,
): Promise<ReportedInPool | undefined> {
  const [row] = await sql<ReportedInPool[]>`
    select t.id as target_id, t.pool_id, t.fan_id as subject_id, t.body as excerpt, p.owner_id, p.assigned_creator_id, p.status
    from thanks t join pools p on p.id = t.pool_id
    where t.id = ${id} and t.removed_at is null and p.assigned_creator_id = ${reporterId}`;
  return row;
}

/** Returns undefined if this person already has an open report of the same content. */
export async function insertReport(
  tx: Tx,
  report: ReportedRow & { kind: QueuedReportKind; reporterId: string; reason: string },
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into reports (kind, target_id, reporter_id, pool_id, subject_id, excerpt, earlier_texts, reason)
    values (${report.kind}, ${report.targetId}, ${report.reporterId}, ${report.poolId}, ${report.subjectId}, ${report.excerpt},
      ${report.earlierTexts ?? []}::text[], ${report.reason})
    on conflict (reporter_id, kind, target_id) where status = 'open' do nothing
    returning id`;
  return row?.id;
}

export async function hasOpenAppeal(sql: Connection, userId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from reports where reporter_id = ${userId} and kind = 'appeal' and target_id = ${userId} and status = 'open'`;
  return rows.length > 0;
}

/** Erases the words of a person who deleted their account: the reasons in their reports, and their reported texts. */
export async function eraseReportsOf(tx: Tx, userId: string): Promise<void> {
  await tx`
    update reports set excerpt = '', earlier_texts = '{}'
    where subject_id = ${userId} and (excerpt <> '' or earlier_texts <> '{}')`;
  await tx`update reports set reason = '' where reporter_id = ${userId} and reason <> ''`;
}

export interface ReportRow {
  id: string;
  kind: QueuedReportKind;
  targetId: string;
  poolId: string | null;
  reporterId: string;
  status: 'open' | 'upheld' | 'dismissed';
}

export async function findReport(sql: Connection, id: string): Promise<ReportRow | undefined> {
  const [row] = await sql<ReportRow[]>`
    select id, kind, target_id, pool_id, reporter_id, status from reports where id = ${id}`;
  return row;
}

/** Decides one open report, or all open reports of the same content. Returns the decided reports. */
export async function settleReports(
  tx: Tx,
  which: { id: string } | { kind: QueuedReportKind; targetId: string },
  decision: { status: 'upheld' | 'dismissed'; answer: string | null; adminId: string | null },
): Promise<ReportRow[]> {
  const { status, answer, adminId } = decision;
  const matches = 'id' in which ? tx`id = ${which.id}` : tx`kind = ${which.kind} and target_id = ${which.targetId}`;
  return tx<ReportRow[]>`
    update reports set status = ${status}, answer = ${answer}, decided_by = ${adminId}, decided_at = clock_timestamp()
    where ${matches} and status = 'open'
    returning id, kind, target_id, pool_id, reporter_id, status`;
}
