import type { QueuedReportKind } from '#contract/reports.ts';
import type { PageFilter, RowPosition } from '#server/platform/http/paging.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { afterPosition, rowPosition } from '#server/platform/postgres/row-position.ts';
import { newest, person, type QueuedPerson } from './queue.sql.ts';

export type ReportQueueRow = QueuedPerson &
  RowPosition & {
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
    openReports: number;
    gone: boolean;
    /** The category whose room contains the reported message. */
    category: string | null;
    profileUsername: string | null;
    subjectId: string | null;
    subjectUsername: string | null;
    subjectName: string | null;
    subjectAvatar: string | null;
    totalCount: number;
  };

/** Lists objections and reports together; `id` selects one. */
export async function listReportQueue(
  sql: Connection,
  filter: PageFilter & { id?: string; kind?: string | undefined },
): Promise<ReportQueueRow[]> {
  const pattern = filter.search === null ? null : `%${filter.search}%`;
  const kind = filter.kind ?? null;
  return sql<ReportQueueRow[]>`
    with x as (
      select id, 'objection' as kind, status, pool_id, fan_id as by_id, reason, answer, created_at, decided_at,
        null::uuid as target_id, null::uuid as subject_id, '' as excerpt
      from objections
      union all
      select id, kind, status, pool_id, reporter_id, reason, answer, created_at, decided_at, target_id, subject_id, excerpt
      from reports)
    select x.id, x.kind, x.status, x.pool_id, x.reason, x.answer, x.created_at, x.decided_at, x.target_id, x.excerpt, ${person(sql)},
      s.id as subject_id, s.username as subject_username, s.display_name as subject_name, s.avatar_url as subject_avatar,
      c.username as profile_username,
      exists (select 1 from comments m where x.kind = 'comment' and m.id = x.target_id and m.deleted_at is not null)
        or exists (select 1 from messages m where x.kind = 'message' and m.id = x.target_id and m.deleted_at is not null) as gone,
      (select w.name from messages m join chat_rooms r on r.id = m.room_id join categories w on w.id = r.category_id
        where x.kind = 'message' and m.id = x.target_id) as category,
      (select count(*) from reports o where o.kind = x.kind and o.target_id = x.target_id and o.status = 'open') as open_reports,
      ${rowPosition(sql, 'x')}, count(*) over () as total_count
    from x join users u on u.id = x.by_id
      left join pools p on p.id = x.pool_id
      left join users s on s.id = x.subject_id
      left join creator_profiles c on x.kind = 'profile' and c.id = x.target_id
    where (${filter.id ?? null}::uuid is null or x.id = ${filter.id ?? null}::uuid) and ${afterPosition(sql, filter, 'x')}
      and (${kind}::text is null or x.kind = ${kind})
      and (${filter.status}::text is null or x.status = ${filter.status})
      and (${pattern}::text is null or p.title ilike ${pattern} or x.reason ilike ${pattern} or x.excerpt ilike ${pattern}
        or u.username ilike ${pattern} or s.username ilike ${pattern} or c.username ilike ${pattern})
    order by ${newest(sql, filter.oldestFirst, 'x')} limit ${filter.limit} offset ${filter.offset}`;
}
