import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { QueuedReportKind } from '#contract/reports.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { joinFiguresAtEnd, shownFigures } from '#server/pledges/figures-at-end.ts';

/** Every list returns its newest rows and, on each row, how many rows there are in all. */
type Counted<T> = (T & { totalCount: number })[];

export interface PoolNames {
  title: string;
  slug: string;
  profileUsername: string | null;
  ownerUsername: string;
}

const poolNames = (sql: Connection) =>
  sql`w.title, w.slug, c.username as profile_username, o.username as owner_username`;
const poolSource = (sql: Connection) =>
  sql`join users o on o.id = w.owner_id left join creator_profiles c on c.id = w.creator_profile_id`;

export type PledgeOfPersonRow = PoolNames & {
  id: string;
  poolId: string;
  poolStatus: PoolStatus;
  amountCents: number;
  status: PledgeStatus;
  createdAt: Date;
};

export async function listPledgesOf(
  sql: Connection,
  userId: string,
  limit: number,
): Promise<Counted<PledgeOfPersonRow>> {
  return sql<Counted<PledgeOfPersonRow>>`
    with page as (
      select p.*, count(*) over () as total_count from pledges p where p.fan_id = ${userId}
      order by p.created_at desc, p.id desc limit ${limit})
    select p.id, p.pool_id, p.amount_cents, p.status, p.created_at, p.total_count, w.status as pool_status, ${poolNames(sql)}
    from page p join pools w on w.id = p.pool_id ${poolSource(sql)}
    order by p.created_at desc, p.id desc`;
}

export interface ChargeRow {
  id: string;
  pledgeId: string;
  status: 'created' | 'processing' | 'succeeded' | 'failed' | 'stray';
  amountCents: number;
  refundedCents: number;
  declineReason: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

/** Lists the attempts to charge these pledges, newest first. */
export async function listChargesOf(sql: Connection, pledgeIds: readonly string[]): Promise<ChargeRow[]> {
  return sql<ChargeRow[]>`
    select a.id, i.id as pledge_id, a.status, a.amount_cents, a.refunded_cents, a.decline_reason, a.created_at, a.settled_at
    from unnest(${[...pledgeIds]}::uuid[]) i (id) join payments a on a.subject = 'pledge:' || i.id
    order by a.attempt desc`;
}

/** Sums all charges of a fan, in cents. */
export async function sumPaid(sql: Connection, userId: string): Promise<{ paidCents: number; refundedCents: number }> {
  const [row] = await sql<{ paidCents: number; refundedCents: number }[]>`
    select coalesce(sum(a.amount_cents), 0)::bigint as paid_cents, coalesce(sum(a.refunded_cents), 0)::bigint as refunded_cents
    from pledges p join payments a on a.subject = 'pledge:' || p.id and a.status = 'succeeded'
    where p.fan_id = ${userId}`;
  return row ?? { paidCents: 0, refundedCents: 0 };
}

export type PoolOfPersonRow = PoolNames & {
  id: string;
  status: PoolStatus;
  frozen: boolean;
  isOwner: boolean;
  goalCents: number;
  pledgedCents: number;
  createdAt: Date;
};

/** Lists the pools that a person started, and those that are assigned to them as a creator. */
export async function listPoolsOf(sql: Connection, userId: string, limit: number): Promise<Counted<PoolOfPersonRow>> {
  return sql<Counted<PoolOfPersonRow>>`
    with page as (
      select w.*, count(*) over () as total_count from pools w
      where w.owner_id = ${userId} or w.assigned_creator_id = ${userId}
      order by w.created_at desc, w.id desc limit ${limit})
    select w.id, w.status, w.frozen, w.owner_id = ${userId} as is_owner, w.goal_cents, ${shownFigures(sql, 'w')}, w.created_at, w.total_count,
      ${poolNames(sql)}
    from page w ${poolSource(sql)} ${joinFiguresAtEnd(sql, 'w')}
    order by w.created_at desc, w.id desc`;
}

export interface ReportOfPersonRow {
  id: string;
  kind: 'objection' | QueuedReportKind;
  status: 'open' | 'upheld' | 'dismissed';
  reason: string;
  answer: string | null;
  excerpt: string;
  createdAt: Date;
  decidedAt: Date | null;
  otherId: string | null;
  otherUsername: string | null;
  otherName: string | null;
  otherAvatar: string | null;
}

const reportColumns = (sql: Connection) => sql`
  x.id, x.kind, x.status, x.reason, x.answer, x.excerpt, x.created_at, x.decided_at, count(*) over () as total_count,
  u.id as other_id, u.username as other_username, u.display_name as other_name, u.avatar_url as other_avatar`;

/** Lists a person's reports, objections and appeals. */
export async function listReportsBy(
  sql: Connection,
  userId: string,
  limit: number,
): Promise<Counted<ReportOfPersonRow>> {
  return sql<Counted<ReportOfPersonRow>>`
    select ${reportColumns(sql)}
    from (
      select id, kind, status, reason, answer, excerpt, created_at, decided_at, subject_id from reports where reporter_id = ${userId}
      union all
      select j.id, 'objection', j.status, j.reason, j.answer, '', j.created_at, j.decided_at, w.assigned_creator_id
      from objections j join pools w on w.id = j.pool_id where j.fan_id = ${userId}) x
      left join users u on u.id = x.subject_id
    order by x.created_at desc, x.id desc limit ${limit}`;
}

/** Lists other people's reports of a person and of their pools, comments and messages. */
export async function listReportsAgainst(
  sql: Connection,
  userId: string,
  limit: number,
): Promise<Counted<ReportOfPersonRow>> {
  return sql<Counted<ReportOfPersonRow>>`
    select ${reportColumns(sql)} from reports x left join users u on u.id = x.reporter_id
    where x.subject_id = ${userId} and x.kind <> 'appeal'
    order by x.created_at desc, x.id desc limit ${limit}`;
}

export interface ReportedMessageRow {
  id: string;
  excerpt: string;
  reports: number;
  openReports: number;
  gone: boolean;
  reportedAt: Date;
}

/** Lists a person's reported chat messages, the latest report first. */
export async function listReportedMessages(
  sql: Connection,
  userId: string,
  limit: number,
): Promise<Counted<ReportedMessageRow>> {
  return sql<Counted<ReportedMessageRow>>`
    select x.target_id as id, (array_agg(x.excerpt order by x.created_at))[1] as excerpt, count(*) as reports,
      count(*) filter (where x.status = 'open') as open_reports, max(x.created_at) as reported_at,
      not exists (select from messages m where m.id = x.target_id and m.deleted_at is null) as gone, count(*) over () as total_count
    from reports x where x.subject_id = ${userId} and x.kind = 'message'
    group by x.target_id
    order by max(x.created_at) desc limit ${limit}`;
}

export interface NoticeOfPersonRow {
  id: string;
  kind: string;
  title: string;
  createdAt: Date;
  readAt: Date | null;
}

export async function listNoticesOf(
  sql: Connection,
  userId: string,
  limit: number,
): Promise<Counted<NoticeOfPersonRow>> {
  return sql<Counted<NoticeOfPersonRow>>`
    select id, kind, title, created_at, read_at, count(*) over () as total_count
    from notifications where user_id = ${userId}
    order by created_at desc, id limit ${limit}`;
}

export interface ProfileOfPersonRow {
  bio: string;
  creatorUsername: string | null;
  suspendedAt: Date | null;
  suspendedReason: string | null;
  heldAt: Date | null;
  heldReason: string | null;
}

export async function findProfileOf(sql: Connection, userId: string): Promise<ProfileOfPersonRow | undefined> {
  const [row] = await sql<ProfileOfPersonRow[]>`
    select u.bio, u.suspended_at, u.suspended_reason, c.username as creator_username,
      h.held_at, h.reason as held_reason
    from users u left join creator_profiles c on c.owner_id = u.id left join payout_holds h on h.user_id = u.id
    where u.id = ${userId}`;
  return row;
}

/** Undefined for an unknown or deleted account. */
export async function findUsername(sql: Connection, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ username: string }[]>`
    select username from users where id = ${userId} and deleted_at is null`;
  return row?.username;
}
