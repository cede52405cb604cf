import type { Connection } from '#server/platform/db.ts';
import type { PageFilter } from '#server/platform/paging.ts';
import { newest, person, type QueuedPerson } from './queues.sql.ts';

export type PoolClaimQueueRow = QueuedPerson & {
  id: string;
  poolId: string;
  status: 'pending' | 'approved' | 'rejected';
  creatorUsername: string | null;
  message: string;
  proofUrl: string;
  reason: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  totalCount: number;
};

/** Claims of creators; `id` picks one. */
export async function listPoolClaimQueue(
  sql: Connection,
  filter: PageFilter & { id?: string },
): Promise<PoolClaimQueueRow[]> {
  const pattern = filter.search === null ? null : `%${filter.search}%`;
  return sql<PoolClaimQueueRow[]>`
    select x.id, x.pool_id, x.status, x.message, x.proof_url, x.reason, x.created_at, x.decided_at, c.username as creator_username,
      ${person(sql)}, count(*) over () as total_count
    from pool_claims x join pools p on p.id = x.pool_id join users u on u.id = x.user_id
      left join creator_profiles c on c.owner_id = u.id
    where (${filter.id ?? null}::uuid is null or x.id = ${filter.id ?? null}::uuid)
      and (${filter.status}::text is null or x.status = ${filter.status})
      and (${pattern}::text is null or p.title ilike ${pattern} or u.username ilike ${pattern} or c.display_name ilike ${pattern})
    order by ${newest(sql, filter.oldestFirst, 'x')} limit ${filter.limit} offset ${filter.offset}`;
}
