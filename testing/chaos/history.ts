import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import type { AcknowledgedPledge, Fan } from './fan.ts';

interface PledgeRow {
  id: string;
  fanId: string;
  poolId: string;
  amountCents: number;
  status: string;
  /** Successful charges at the processor, and their sum less refunds. */
  charges: number;
  netCents: number;
}

/** Connects to the running server's embedded database. */
export async function withServerDatabase<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { url } = await startEmbeddedPostgres({ dataDir, join: true });
  return withDatabase(url, work);
}

export async function withDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { log: createLogger('silent'), max: 2 });
  try {
    return await work(database.sql);
  } finally {
    await database.close();
  }
}

/** Counts pledges and charges that are still in a transient state. An open payment page that waits for its fan does not count. */
export async function countMoving(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from pledges where status in ('charging', 'refund_pending'))
      + (select count(*) from payments p where status in ('created', 'processing') and not exists (
          select 1 from sandbox.sessions s where s.reference = p.idempotency_key and s.status = 'open')) as count`;
  return row?.count ?? 0;
}

/**
 * Compares acknowledgements with the database: no acknowledged pledge is lost, changed or duplicated, and every card is charged exactly
 * as its pledge says. `ends`: the allowed final states of pledges, by collected pool.
 */
export async function compareHistory(
  sql: Sql,
  fans: readonly Fan[],
  ends: ReadonlyMap<string, readonly string[]>,
): Promise<string[]> {
  const rows = await sql<PledgeRow[]>`
    select l.id, l.fan_id, l.pool_id, l.amount_cents, l.status, count(c.id)::int as charges,
      coalesce(sum(c.amount_cents - c.refunded_cents), 0)::bigint as net_cents
    from pledges l left join payments p on p.subject = 'pledge:' || l.id
      left join sandbox.charges c on c.reference = p.idempotency_key and c.status = 'succeeded'
    group by l.id`;
  const violations: string[] = [];
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  for (const fan of fans) {
    for (const acknowledgedPledges of fan.acknowledgedPledges.values()) {
      const fault = faultOf(
        acknowledgedPledges,
        rowsById.get(acknowledgedPledges.id),
        ends.get(acknowledgedPledges.poolId),
      );
      if (fault)
        violations.push(
          `${fault}: told ${JSON.stringify(acknowledgedPledges)}, found ${JSON.stringify(rowsById.get(acknowledgedPledges.id))}`,
        );
      rowsById.delete(acknowledgedPledges.id);
    }
  }
  for (const row of rowsById.values()) violations.push(`stored without an acknowledgement: ${JSON.stringify(row)}`);
  const [sum] = await sql<
    { cents: number }[]
  >`select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries`;
  if (sum?.cents !== 0) violations.push(`the ledger sums to ${sum?.cents}`);
  return violations;
}

function faultOf(
  acknowledgedPledges: AcknowledgedPledge,
  row: PledgeRow | undefined,
  ends: readonly string[] | undefined,
): string | undefined {
  if (!row) return 'lost';
  if (row.poolId !== acknowledgedPledges.poolId || row.amountCents !== acknowledgedPledges.amountCents)
    return 'changed';
  if (ends ? !ends.includes(row.status) : row.status !== acknowledgedPledges.status) return 'in another state';
  const paid = row.status === 'paid';
  if (row.charges > 1) return 'charged twice';
  if (paid && (row.charges !== 1 || row.netCents !== row.amountCents)) return 'paid without its charge';
  if (!paid && row.netCents !== 0) return 'charged without being paid';
  return undefined;
}
