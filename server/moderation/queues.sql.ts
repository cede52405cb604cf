import type { PoolTerms } from '#contract/pools.ts';
import type { PageFilter } from '#server/platform/http/paging.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export interface QueuedPerson {
  userId: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
}

export type ClaimQueueRow = QueuedPerson & {
  id: string;
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
      count(*) over () as total_count
    from content_claims x join pools p on p.id = x.pool_id join users u on u.id = x.creator_id
    where (${filter.id ?? null}::uuid is null or x.id = ${filter.id ?? null}::uuid)
      and (${filter.status}::text is null or x.status = ${filter.status})
      and (${pattern}::text is null or p.title ilike ${pattern} or u.username ilike ${pattern})
    order by ${newest(sql, filter.oldestFirst, 'x')} limit ${filter.limit} offset ${filter.offset}`;
}

export interface PoolQueueRow {
  id: string;
  responseDueAt: Date | null;
  paymentDueAt: Date | null;
  shortfallDueAt: Date | null;
  deliveryDueAt: Date | null;
  quietUntil: Date | null;
  heldCents: number;
  totalCount: number;
}

/** Lists pools; `id` selects one. Reads the held money from the ledger, not from a cached total. */
export async function listPoolQueue(sql: Connection, filter: PageFilter & { id?: string }): Promise<PoolQueueRow[]> {
  const pattern = filter.search === null ? null : `%${filter.search}%`;
  return sql<PoolQueueRow[]>`
    with page as (
      select p.id, p.created_at, count(*) over () as total_count
      from pools p join users o on o.id = p.owner_id left join creator_profiles c on c.id = p.creator_profile_id
      where (${filter.id ?? null}::uuid is null or p.id = ${filter.id ?? null}::uuid)
        and (${filter.status}::text is null or p.status = ${filter.status} or (${filter.status} = 'frozen' and p.frozen))
        and (${pattern}::text is null or p.title ilike ${pattern} or p.id::text = ${filter.search}
          or o.username ilike ${pattern} or c.display_name ilike ${pattern})
      order by ${newest(sql, filter.oldestFirst, 'p')} limit ${filter.limit} offset ${filter.offset}
    )
    select p.id, p.response_due_at, p.payment_due_at, p.shortfall_due_at, p.delivery_due_at, p.quiet_until, page.total_count,
      coalesce((select -sum(e.amount_cents) from ledger_entries e where e.account = 'held:' || p.id), 0)::bigint as held_cents
    from page join pools p on p.id = page.id
    order by ${newest(sql, filter.oldestFirst, 'p')}`;
}
