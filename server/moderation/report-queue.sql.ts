import type { QueuedReportKind } from '#contract/reports.ts';
import { peopleNamed } from '#server/accounts/usernames.ts';
import type { Matching } from '#server/platform/http/matching-rows.sql.ts';
import type { ListFilter } from '#server/platform/http/paging.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { poolsTitled } from '#server/pools/pools-titled.ts';
import { hasStatus, person, type QueuedPerson } from './queue.sql.ts';
import { imagesOfReport, type ReportImageRow } from './report-images.sql.ts';

export type ReportQueueRow = QueuedPerson & {
  id: string;
  kind: 'objection' | QueuedReportKind;
  status: 'open' | 'upheld' | 'dismissed';
  poolId: string | null;
  reason: string;
  answer: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** Null for an objection. */
  targetId: string | null;
  excerpt: string;
  earlierTexts: string[];
  images: ReportImageRow[];
  openReports: number;
  gone: boolean;
  /** The category whose room contains the reported message. */
  category: string | null;
  /** The update that is reported, or that the reported comment is about. */
  updateId: string | null;
  profileUsername: string | null;
  subjectId: string | null;
  subjectUsername: string | null;
  subjectName: string | null;
  subjectAvatar: string | null;
};

/** Objections, by title of the pool, reason and name of the contributor. */
function matchingObjections(sql: Connection, { pattern, status }: ListFilter): Fragment {
  const named =
    pattern === null
      ? sql`true`
      : sql`(x.reason ilike ${pattern} or x.pool_id = any (${poolsTitled(sql, pattern)}) or x.fan_id = any (${peopleNamed(sql, pattern)}))`;
  return sql`select x.id, x.created_at from objections x where ${hasStatus(sql, status)} and ${named}`;
}

/** Reports, by title of the pool, reason, reported text, and name of the reporter, of the reported person and of the reported profile. */
function matchingReports(sql: Connection, { pattern, status }: ListFilter, kind: string | undefined): Fragment {
  const people = pattern === null ? sql`` : peopleNamed(sql, pattern);
  const named =
    pattern === null
      ? sql`true`
      : sql`(x.reason ilike ${pattern} or x.excerpt ilike ${pattern} or x.pool_id = any (${poolsTitled(sql, pattern)})
          or x.reporter_id = any (${people}) or x.subject_id = any (${people})
          or (x.kind = 'profile' and x.target_id = any (array(
            select id from creator_profiles
            where username || ' ' || display_name || ' ' || full_name ilike ${pattern} and username ilike ${pattern} limit 1000))))`;
  const ofKind = kind === undefined ? sql`true` : sql`x.kind = ${kind}`;
  return sql`select x.id, x.created_at from reports x where ${ofKind} and ${hasStatus(sql, status)} and ${named}`;
}

/** Objections and reports together, or those of one kind. */
export function matchingReportsOf(sql: Connection, filter: ListFilter, kind: string | undefined): Matching {
  if (kind === 'objection') return [matchingObjections(sql, filter)];
  if (kind !== undefined) return [matchingReports(sql, filter, kind)];
  return [matchingReports(sql, filter, kind), matchingObjections(sql, filter)];
}

/** Reads objections and reports in the order of the ids. */
export async function listReportsByIds(sql: Connection, ids: string[]): Promise<ReportQueueRow[]> {
  return sql<ReportQueueRow[]>`
    with i as materialized (select * from unnest(${ids}::uuid[]) with ordinality i (id, n)),
    x as materialized (
      select i.n, o.id, 'objection' as kind, o.status, o.pool_id, o.fan_id as by_id, o.reason, o.answer, o.created_at, o.decided_at,
        null::uuid as target_id, null::uuid as subject_id, '' as excerpt, '{}'::text[] as earlier_texts
      from i join objections o on o.id = i.id
      union all
      select i.n, r.id, r.kind, r.status, r.pool_id, r.reporter_id, r.reason, r.answer, r.created_at, r.decided_at, r.target_id, r.subject_id,
        r.excerpt, r.earlier_texts
      from i join reports r on r.id = i.id)
    select x.id, x.kind, x.status, x.pool_id, x.reason, x.answer, x.created_at, x.decided_at, x.target_id, x.excerpt, x.earlier_texts, ${person(sql)},
      ${imagesOfReport(sql, sql`x.id`)} as images,
      s.id as subject_id, s.username as subject_username, s.display_name as subject_name, s.avatar_url as subject_avatar,
      c.username as profile_username,
      exists (select 1 from comments m where x.kind = 'comment' and m.id = x.target_id and m.deleted_at is not null)
        or exists (select 1 from pool_updates m where x.kind = 'update' and m.id = x.target_id and m.deleted_at is not null)
        or exists (select 1 from messages m where x.kind = 'message' and m.id = x.target_id and m.deleted_at is not null)
        or (x.kind = 'thanks' and not exists (select 1 from thanks t where t.id = x.target_id and t.removed_at is null)) as gone,
      case when x.kind = 'update' then x.target_id
        when x.kind = 'comment' then (select m.update_id from comments m where m.id = x.target_id) end as update_id,
      (select w.name from messages m join chat_rooms r on r.id = m.room_id join categories w on w.id = r.category_id
        where x.kind = 'message' and m.id = x.target_id) as category,
      (select count(*) from reports o where o.kind = x.kind and o.target_id = x.target_id and o.status = 'open') as open_reports
    from x join users u on u.id = x.by_id
      left join users s on s.id = x.subject_id
      left join creator_profiles c on x.kind = 'profile' and c.id = x.target_id
    order by x.n`;
}
