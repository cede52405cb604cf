import type { Connection } from '#server/platform/postgres/db.ts';
import type { Collection, History } from './collection-odds.ts';

/** How many of the creator's latest collected pools to learn from. */
const recentPools = 50;

/** The outcomes of the charges of a creator's latest collected pools. */
export async function readHistory(sql: Connection, creatorId: string): Promise<History> {
  const [row] = await sql<{ paid: number; unpaid: number; duePaid: number; dueUnpaid: number }[]>`
    with recent as materialized (
      select id from pools
      where assigned_creator_id = ${creatorId}
        and status in ('collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered', 'completed', 'refunded')
      order by created_at desc, id limit ${recentPools})
    select count(*) filter (where g.paid_at is not null)::int as paid,
      count(*) filter (where g.status = 'dropped')::int as unpaid,
      count(*) filter (where g.paid_at is not null and g.notified_at is not null)::int as due_paid,
      count(*) filter (where g.status = 'dropped' and g.notified_at is not null)::int as due_unpaid
    from recent r join pledges g on g.pool_id = r.id`;
  const { paid = 0, unpaid = 0, duePaid = 0, dueUnpaid = 0 } = row ?? {};
  return { all: { paid, unpaid }, due: { paid: duePaid, unpaid: dueUnpaid } };
}

/** The live pledges of these pools by their state, in one statement. Pools without a live pledge are left out. */
export async function readCollections(sql: Connection, poolIds: readonly string[]): Promise<Map<string, Collection>> {
  if (poolIds.length === 0) return new Map();
  const rows = await sql<
    {
      poolId: string;
      paidCents: number;
      waitingCents: number;
      waitingSquared: number;
      dueCents: number;
      dueSquared: number;
    }[]
  >`
    select g.pool_id,
      coalesce(sum(g.amount_cents - g.refunded_cents) filter (where g.status = 'paid'), 0)::bigint as paid_cents,
      coalesce(sum(g.amount_cents) filter (where g.status in ('pledged', 'charging')), 0)::bigint as waiting_cents,
      coalesce(sum(g.amount_cents::float8 ^ 2) filter (where g.status in ('pledged', 'charging')), 0)::float8 as waiting_squared,
      coalesce(sum(g.amount_cents) filter (where g.status = 'notified'), 0)::bigint as due_cents,
      coalesce(sum(g.amount_cents::float8 ^ 2) filter (where g.status = 'notified'), 0)::float8 as due_squared
    from pledges g
    where g.pool_id = any(${[...poolIds]}::uuid[]) and g.status in ('pledged', 'charging', 'notified', 'paid')
    group by g.pool_id`;
  return new Map(
    rows.map((row) => [
      row.poolId,
      {
        paidCents: row.paidCents,
        waiting: { cents: row.waitingCents, squaredCents: row.waitingSquared },
        due: { cents: row.dueCents, squaredCents: row.dueSquared },
      },
    ]),
  );
}
