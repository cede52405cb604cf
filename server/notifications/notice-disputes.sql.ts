import type { Connection } from '#server/platform/postgres/db.ts';

/** The columns of a dispute that notices use. */
export interface DisputeRow {
  id: string;
  amountCents: number;
  isOpen: boolean;
  /** When the bank decided; null while the dispute is open. */
  settledAt: Date | null;
  /** The disputed payment is a second charge of the pledge. */
  isStray: boolean;
  /** The disputed payment was refunded in full. */
  isRefunded: boolean;
}

/** Lists the disputes of a pledge's payments, oldest first, without inquiries. One in another currency has the payment's amount. */
export async function listDisputesOf(sql: Connection, pledgeId: string): Promise<DisputeRow[]> {
  return sql<DisputeRow[]>`
    select d.id, d.amount_cents, d.status in ('needs_response', 'under_review') as is_open, d.settled_at, y.status = 'stray' as is_stray,
      y.refunded_cents >= y.amount_cents as is_refunded
    from payments y cross join lateral (
      select id, amount_cents, status, settled_at, created_at from disputes where payment_id = y.id
      union all
      select id, y.amount_cents, status, settled_at, created_at from unbooked_disputes
      where payment_id = y.id and kind = 'other_currency') d
    where y.subject = ${`pledge:${pledgeId}`}
    order by d.created_at, d.id`;
}
