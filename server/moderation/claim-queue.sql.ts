import type { PageFilter, RowPosition } from '#server/platform/http/paging.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { afterPosition, rowPosition } from '#server/platform/postgres/row-position.ts';
import { newest, person, type QueuedPerson } from './queue.sql.ts';

export type ClaimQueueRow = QueuedPerson &
  RowPosition & {
    status: 'pending' | 'approved' | 'rejected';
    message: string;
    proofUrl: string;
    reason: string | null;
    createdAt: Date;
    decidedAt: Date | null;
    totalCount: number;
  } & (
    | { kind: 'pool'; poolId: string; creatorUsername: string | null }
    | { kind: 'creator'; creatorUsername: string; creatorName: string; exists: boolean }
  );

/** Lists pool claims and profile claims; `id` selects one. */
export async function listClaimQueue(
  sql: Connection,
  filter: PageFilter & { id?: string; kind?: 'pool' | 'creator' | undefined },
): Promise<ClaimQueueRow[]> {
  const pattern = filter.search === null ? null : `%${filter.search}%`;
  const [id, kind] = [filter.id ?? null, filter.kind ?? null];
  const columns = sql`x.id, x.status, x.message, x.proof_url, x.reason, x.created_at, x.decided_at, ${person(sql)}`;
  return sql<ClaimQueueRow[]>`
    select x.*, ${rowPosition(sql, 'x')}, count(*) over () as total_count
    from (
      select 'pool' as kind, ${columns}, x.pool_id, c.username as creator_username, c.display_name as creator_name,
        true as exists, p.title as about
      from pool_claims x join pools p on p.id = x.pool_id join users u on u.id = x.user_id
        left join creator_profiles c on c.owner_id = u.id
      union all
      select 'creator', ${columns}, null, x.creator_username, x.creator_name, w.id is not null, x.creator_username
      from creator_claims x join users u on u.id = x.user_id left join creator_profiles w on w.id = x.profile_id
    ) x
    where (${id}::uuid is null or x.id = ${id}::uuid) and ${afterPosition(sql, filter, 'x')} and (${kind}::text is null or x.kind = ${kind})
      and (${filter.status}::text is null or x.status = ${filter.status})
      and (${pattern}::text is null or x.about ilike ${pattern} or x.username ilike ${pattern} or x.creator_name ilike ${pattern})
    order by ${newest(sql, filter.oldestFirst, 'x')} limit ${filter.limit} offset ${filter.offset}`;
}
