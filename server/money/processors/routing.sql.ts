import type { Connection } from '#server/platform/postgres/db.ts';

/** How many unsettled rows name a processor outside `inUse`. */
export async function countOrphans(
  sql: Connection,
  inUse: readonly string[],
): Promise<{ processor: string; count: number }[]> {
  return sql<{ processor: string; count: number }[]>`
    select processor, count(*)::int as count from (
      select processor from payments where status in ('created', 'processing')
      union all select p.processor from refunds r join payments p on p.id = r.payment_id where r.status = 'created'
      union all select o.processor from payout_parts t join payouts o on o.id = t.payout_id where t.status in ('pending', 'in_transit')
      union all select o.processor from payout_reversals r join payout_parts t on t.id = r.part_id join payouts o on o.id = t.payout_id
        where r.status = 'created'
      union all select processor from card_setups where status = 'created'
    ) open
    where processor <> all(${[...inUse]}::text[]) group by processor order by processor`;
}

/** Those of the references that name a payment, refund, payout or reversal of another processor. */
export async function referencesElsewhere(
  sql: Connection,
  processor: string,
  references: readonly string[],
): Promise<string[]> {
  const names = sql`${[...references]}::text[]`;
  const rows = await sql<{ reference: string }[]>`
    select idempotency_key as reference from payments where idempotency_key = any(${names}) and processor <> ${processor}
    union all
    select r.idempotency_key from refunds r join payments p on p.id = r.payment_id
    where r.idempotency_key = any(${names}) and p.processor <> ${processor}
    union all
    select t.idempotency_key from payout_parts t join payouts o on o.id = t.payout_id
    where t.idempotency_key = any(${names}) and o.processor <> ${processor}
    union all
    select r.idempotency_key from payout_reversals r join payout_parts t on t.id = r.part_id join payouts o on o.id = t.payout_id
    where r.idempotency_key = any(${names}) and o.processor <> ${processor}`;
  return rows.map(({ reference }) => reference);
}

/**
 * The processors that collected what a release can take or has taken from an account, earliest first. The processor of a release that
 * already happened comes first.
 */
export async function collectorsOf(sql: Connection, heldAccount: string, cause: string): Promise<string[]> {
  const rows = await sql<{ processor: string }[]>`
    select processor from payments
    where held_account = ${heldAccount} and status = 'succeeded' and (claimed_by is null or claimed_by = ${cause})
    group by processor order by bool_or(claimed_by is not null) desc, min(created_at), processor`;
  return rows.map(({ processor }) => processor);
}
