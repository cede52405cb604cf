import type { PoolTerms } from '#contract/pools/pools.ts';
import { peopleNamed } from '#server/accounts/usernames.ts';
import type { Matching } from '#server/platform/http/matching-rows.sql.ts';
import type { ListFilter } from '#server/platform/http/paging.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { poolsTitled } from '#server/pools/pools-titled.ts';
import { hasStatus, person, type QueuedPerson } from './queue.sql.ts';

export type ContentClaimRow = QueuedPerson & {
  id: string;
  poolId: string;
  status: 'pending' | 'approved' | 'rejected';
  createdAt: Date;
  decidedAt: Date | null;
  /** The pool's accepted terms and delivery date. */
  terms: PoolTerms | null;
  deliveryDueAt: Date | null;
};

/** Deliveries, by title of the pool and name of the creator. */
export function matchingDeliveries(sql: Connection, { pattern, status }: ListFilter): Matching {
  const named =
    pattern === null
      ? sql`true`
      : sql`(x.pool_id = any (${poolsTitled(sql, pattern)}) or x.creator_id = any (${peopleNamed(sql, pattern)}))`;
  return [sql`select x.id, x.created_at from content_claims x where ${hasStatus(sql, status)} and ${named}`];
}

/** Reads deliveries in the order of the ids. */
export async function listDeliveriesByIds(sql: Connection, ids: string[]): Promise<ContentClaimRow[]> {
  return sql<ContentClaimRow[]>`
    select x.id, x.pool_id, x.status, x.created_at, x.decided_at, p.terms, p.delivery_due_at, ${person(sql)}
    from unnest(${ids}::uuid[]) with ordinality i (id, n) join content_claims x on x.id = i.id join pools p on p.id = x.pool_id
      join users u on u.id = x.creator_id
    order by i.n`;
}

/** The pool of a delivery; undefined if there is no such delivery. */
export async function findPoolOfDelivery(
  sql: Connection,
  claimId: string,
): Promise<{ poolId: string; title: string } | undefined> {
  const [row] = await sql<{ poolId: string; title: string }[]>`
    select p.id as pool_id, p.title from content_claims c join pools p on p.id = c.pool_id where c.id = ${claimId}`;
  return row;
}
