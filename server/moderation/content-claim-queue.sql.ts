import type { PoolTerms } from '#contract/pools.ts';
import type { PageFilter, RowPosition } from '#server/platform/http/paging.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { afterPosition, rowPosition } from '#server/platform/postgres/row-position.ts';
import { newest, person, type QueuedPerson } from './queue.sql.ts';

export type ContentClaimRow = QueuedPerson &
  RowPosition & {
    poolId: string;
    status: 'pending' | 'approved' | 'rejected';
    createdAt: Date;
    decidedAt: Date | null;
    /** The pool's accepted terms and delivery date. */
    terms: PoolTerms | null;
    deliveryDueAt: Date | null;
    totalCount: number;
  };

/** Lists deliveries; `id` selects one. */
export async function listContentClaimQueue(
  sql: Connection,
  filter: PageFilter & { id?: string },
): Promise<ContentClaimRow[]> {
  const pattern = filter.search === null ? null : `%${filter.search}%`;
  return sql<ContentClaimRow[]>`
    select x.id, x.pool_id, x.status, x.created_at, x.decided_at, p.terms, p.delivery_due_at, ${person(sql)},
      ${rowPosition(sql, 'x')}, count(*) over () as total_count
    from content_claims x join pools p on p.id = x.pool_id join users u on u.id = x.creator_id
    where (${filter.id ?? null}::uuid is null or x.id = ${filter.id ?? null}::uuid) and ${afterPosition(sql, filter, 'x')}
      and (${filter.status}::text is null or x.status = ${filter.status})
      and (${pattern}::text is null or p.title ilike ${pattern} or u.username ilike ${pattern})
    order by ${newest(sql, filter.oldestFirst, 'x')} limit ${filter.limit} offset ${filter.offset}`;
}
