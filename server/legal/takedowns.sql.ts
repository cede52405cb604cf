import type { PageFilter, RowPosition } from '#server/platform/http/paging.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { afterPosition, rowPosition } from '#server/platform/postgres/row-position.ts';

export interface NewNotice {
  name: string;
  email: string;
  address: string;
  phone: string;
  ownerName: string | null;
  work: string;
  locations: string[];
  signature: string;
  userId: string | null;
}

export type NoticeRow = NewNotice & {
  id: string;
  status: 'open' | 'acted' | 'rejected';
  reason: string | null;
  decidedAt: Date | null;
  createdAt: Date;
};

export async function insertNotice(tx: Tx, notice: NewNotice): Promise<string> {
  const { locations, ...columns } = notice;
  const [row] = await tx<{ id: string }[]>`
    insert into takedown_notices ${tx({ ...columns, locations: [...locations] })} returning id`;
  if (!row) throw new Error('no takedown notice was inserted');
  return row.id;
}

const columns = (sql: Connection) => sql`
  n.id, n.name, n.email, n.address, n.phone, n.owner_name, n.work, n.locations, n.signature, n.user_id, n.status, n.reason,
  n.decided_at, n.created_at`;

export async function findNotice(sql: Connection, id: string): Promise<NoticeRow | undefined> {
  const [row] = await sql<NoticeRow[]>`select ${columns(sql)} from takedown_notices n where n.id = ${id}`;
  return row;
}

/** Locks a notice, so that of two admins the second one sees the first one's decision. */
export async function lockNotice(tx: Tx, id: string): Promise<NoticeRow | undefined> {
  const [row] = await tx<NoticeRow[]>`select ${columns(tx)} from takedown_notices n where n.id = ${id} for update`;
  return row;
}

export async function decideNotice(
  tx: Tx,
  decision: { id: string; status: 'acted' | 'rejected'; reason: string | null; adminId: string },
): Promise<void> {
  await tx`
    update takedown_notices set status = ${decision.status}, reason = ${decision.reason}, decided_by = ${decision.adminId},
      decided_at = clock_timestamp()
    where id = ${decision.id}`;
}

export type NoticeQueueRow = NoticeRow &
  RowPosition & {
    username: string | null;
    displayName: string | null;
    avatarUrl: string | null;
    totalCount: number;
  };

/** Lists notices. `id` selects one; the status `countered` selects those with a counter-notice whose clock runs. */
export async function listNotices(sql: Connection, filter: PageFilter & { id?: string }): Promise<NoticeQueueRow[]> {
  const pattern = filter.search === null ? null : `%${filter.search}%`;
  const order = filter.oldestFirst ? sql`n.created_at, n.id` : sql`n.created_at desc, n.id desc`;
  return sql<NoticeQueueRow[]>`
    select ${columns(sql)}, u.username, u.display_name, u.avatar_url, ${rowPosition(sql, 'n')}, count(*) over () as total_count
    from takedown_notices n left join users u on u.id = n.user_id
    where (${filter.id ?? null}::uuid is null or n.id = ${filter.id ?? null}::uuid) and ${afterPosition(sql, filter, 'n')}
      and (${filter.status}::text is null or n.status = ${filter.status}
        or (${filter.status} = 'countered'
          and exists (select 1 from takedown_materials m where m.notice_id = n.id and m.status = 'countered')))
      and (${pattern}::text is null or n.name ilike ${pattern} or n.email ilike ${pattern} or n.work ilike ${pattern}
        or n.owner_name ilike ${pattern} or 'TD-' || left(n.id::text, 8) ilike ${pattern}
        or array_to_string(n.locations, ' ') ilike ${pattern}
        or exists (
          select 1 from takedown_materials m join users s on s.id = m.subject_id
          where m.notice_id = n.id and s.username ilike ${pattern}))
    order by ${order} limit ${filter.limit} offset ${filter.offset}`;
}
