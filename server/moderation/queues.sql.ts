import type { PoolTerms } from '#contract/pools.ts';
import type { PageFilter, RowPosition } from '#server/platform/http/paging.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { afterPosition, rowPosition } from '#server/platform/postgres/row-position.ts';

export interface QueuedPerson {
  userId: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
}

export type ClaimQueueRow = QueuedPerson &
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

export const person = (sql: Connection) => sql`u.id as user_id, u.username, u.display_name, u.avatar_url`;
export const newest = (sql: Connection, oldestFirst: boolean, column: 'x' | 'p') =>
  oldestFirst
    ? sql`${sql(column)}.created_at, ${sql(column)}.id`
    : sql`${sql(column)}.created_at desc, ${sql(column)}.id desc`;

/** Lists deliveries; `id` selects one. */
export async function listClaimQueue(sql: Connection, filter: PageFilter & { id?: string }): Promise<ClaimQueueRow[]> {
  const pattern = filter.search === null ? null : `%${filter.search}%`;
  return sql<ClaimQueueRow[]>`
    select x.id, x.pool_id, x.status, x.created_at, x.decided_at, p.terms, p.delivery_due_at, ${person(sql)},
      ${rowPosition(sql, 'x')}, count(*) over () as total_count
    from content_claims x join pools p on p.id = x.pool_id join users u on u.id = x.creator_id
    where (${filter.id ?? null}::uuid is null or x.id = ${filter.id ?? null}::uuid) and ${afterPosition(sql, filter, 'x')}
      and (${filter.status}::text is null or x.status = ${filter.status})
      and (${pattern}::text is null or p.title ilike ${pattern} or u.username ilike ${pattern})
    order by ${newest(sql, filter.oldestFirst, 'x')} limit ${filter.limit} offset ${filter.offset}`;
}
