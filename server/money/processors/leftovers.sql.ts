import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface TestLeftovers {
  cards: number;
  payments: number;
  heldCents: number;
  payouts: number;
}

/**
 * What a database still has of processors that move no real money: sandbox cards, and cards saved with a Stripe test key. Stripe marks
 * its sessions with their mode. Without `withSandbox`, sandbox cards are in use beside real ones and do not count.
 * Counts saved cards, unsettled payments and refunds, held money in cents, and payouts that have not arrived.
 */
export async function countTestLeftovers(sql: Connection, withSandbox: boolean): Promise<TestLeftovers> {
  const sandbox = withSandbox ? 'sandbox' : '';
  const [row] = await sql<TestLeftovers[]>`
    with tested as (
      select p.* from payments p
      where p.processor = ${sandbox} or p.session_ref like 'cs\\_test\\_%' or exists (
        select 1 from card_setups s where s.card_id = p.card_id and s.session_ref like 'cs\\_test\\_%')
    )
    select
      (select count(*) from cards c where c.removed_at is null and (c.processor = ${sandbox} or exists (
        select 1 from card_setups s where s.card_id = c.id and s.session_ref like 'cs\\_test\\_%')))::int as cards,
      (select count(*) from tested where status in ('created', 'processing')
        or claimed_by like 'refund:%' and refunded_cents < amount_cents)::int as payments,
      (select coalesce(sum(amount_cents - refunded_cents - lost_cents), 0) from tested
        where status in ('succeeded', 'stray') and (claimed_by is null or claimed_by like 'dispute:%'))::bigint as held_cents,
      (select count(*) from payouts o where status in ('waiting', 'pending', 'in_transit', 'failed')
        and (o.processor = ${sandbox} or exists (select from tested t where t.claimed_by = o.release_cause)))::int as payouts`;
  return row ?? { cards: 0, payments: 0, heldCents: 0, payouts: 0 };
}

/** How many customers and payout accounts a processor made in live mode. */
export async function countLiveObjects(sql: Connection, processor: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from processor_customers where live and processor = ${processor})::int
      + (select count(*) from payout_accounts where live and processor = ${processor})::int
      + (select count(*) from former_payout_accounts where live and processor = ${processor})::int as count`;
  return row?.count ?? 0;
}

/** Forgets the customers and payout accounts that a processor made in test mode, so that new ones are made in live mode. */
export async function forgetTestObjects(tx: Tx, processor: string): Promise<void> {
  await tx`delete from processor_customers where processor = ${processor} and not live`;
  await tx`delete from payout_accounts where processor = ${processor} and not live`;
  await tx`delete from former_payout_accounts where processor = ${processor} and not live`;
}
